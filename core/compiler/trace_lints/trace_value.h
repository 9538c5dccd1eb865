// What is known of a value while a traced function is looked at.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

enum class TracedKind : uint8_t {
  Unknown,  // may be anything, and so is silent
  Tensor,   // depends on an example input
  State,  // a tensor of the traced module: a parameter or a buffer, or what is computed from those
  Fresh,  // a tensor that the function makes of constants
  Captured,    // a tensor that was there before the trace began
  Size,        // a size of a traced tensor, which PyTorch keeps as a tensor while it traces
  Sizes,       // x.shape, x.size()
  TensorList,  // the list of x.unbind() and kin: the trace fixes its length
  Metadata,    // an ordinary Python value that says something of a traced tensor: `what`
  Plain,  // any other value that surely is no tensor and contains none; `value` where it is known
  Sequence,  // a tuple or list: `elements`
  Mapping,   // a dict
  Object,    // a function, class, module, ...: `object`, and `value` of what was evaluated
};

struct TraceValue {
  TracedKind kind = TracedKind::Unknown;
  int rank = -1;              // of a tensor; -1: not known
  bool isList = false;        // of a Sequence
  bool requiresGrad = false;  // of a Captured one
  std::string_view what;      // "dtype"
  std::vector<TraceValue> elements;
  PyRef object = nullptr;
  eval::Value value;

  static TraceValue of(TracedKind kind, int rank = -1);
  static TraceValue plain(eval::Value value = {});
  static TraceValue metadata(std::string_view what);
  static TraceValue sequence(std::vector<TraceValue> elements, bool isList);

  bool is(TracedKind wanted) const { return kind == wanted; }
  // A tensor that the trace computes: PyTorch warns where Python looks into it.
  bool isComputed() const { return kind == TracedKind::Tensor || kind == TracedKind::State; }
  bool isTensor() const {
    return isComputed() || kind == TracedKind::Fresh || kind == TracedKind::Captured;
  }
  // Whether a traced tensor or a size of one is in it.
  bool holdsTraced() const;
  // As `if` takes it; empty: not known.
  std::optional<bool> truth() const;
};

// What a variable holds that has either value.
TraceValue join(const TraceValue& a, const TraceValue& b);

}  // namespace ts::compiler
