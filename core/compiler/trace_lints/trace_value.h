// The abstract value of a variable in traced code.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

enum class TracedKind : uint8_t {
  Unknown,     // not known: silent
  Tensor,      // depends on an example input
  State,       // a parameter or buffer of the traced module, or a value computed from these
  Fresh,       // a tensor that the function creates from constants
  Captured,    // a tensor that existed before tracing began
  Size,        // a size of a traced tensor, which PyTorch traces as a tensor
  Sizes,       // x.shape, x.size()
  TensorList,  // the list that x.unbind() or a similar method returns: the trace fixes its length
  Metadata,    // a Python value that describes a traced tensor: `what`
  Plain,     // any other value that certainly is not a tensor and contains none; `value` when known
  Sequence,  // a tuple or list: `elements`
  Mapping,   // a dict
  Object,    // a function, class, module, ...: `object`, and `value` when evaluated
};

struct TraceValue {
  TracedKind kind = TracedKind::Unknown;
  int rank = -1;              // number of dimensions of a tensor; -1 when not known
  bool isList = false;        // true for a list, false for a tuple
  bool requiresGrad = false;  // for a Captured tensor
  bool hasOwnLength = false;  // a TensorList whose length follows from the code: x.chunk(2)
  std::string_view what;      // for Metadata: "dtype"
  std::vector<TraceValue> elements;
  std::vector<std::string_view> fields;  // names of a named tuple's elements: "values", "indices"
  PyRef object = nullptr;
  eval::Value value;

  static TraceValue of(TracedKind kind, int rank = -1);
  static TraceValue plain(eval::Value value = {});
  static TraceValue metadata(std::string_view what);
  static TraceValue sequence(std::vector<TraceValue> elements, bool isList);

  bool is(TracedKind wanted) const { return kind == wanted; }
  // True for a tensor that the trace computes: PyTorch warns when Python code reads its data.
  bool isComputed() const { return kind == TracedKind::Tensor || kind == TracedKind::State; }
  bool isTensor() const {
    return isComputed() || kind == TracedKind::Fresh || kind == TracedKind::Captured;
  }
  // True when the value is or contains a traced tensor or one of its sizes.
  bool holdsTraced() const;
  // The value as a condition; nullopt when not known.
  std::optional<bool> truth() const;
};

// The abstract value of a variable that holds either value.
TraceValue join(const TraceValue& a, const TraceValue& b);

}  // namespace ts::compiler
