// The abstract value of a variable in training code: whether gradients flow through it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/diag/rules.h"
#include "core/syntax/ast.h"

namespace ts::compiler {

// An expression that ends the flow of gradients.
struct Cut {
  diag::Rule rule = diag::Rule::LossIsNumber;
  const syntax::Node* at = nullptr;
  // The value that is cut off certainly requires a gradient.
  bool isOfTracked = false;
  friend bool operator==(const Cut& a, const Cut& b) { return a.at == b.at; }
};

// An operator that has saved a tensor for its derivative.
struct Save {
  int tensor = 0;
  int version = 0;
  const syntax::Node* at = nullptr;
  friend bool operator==(const Save&, const Save&) = default;
};

struct Flow {
  enum class Kind : uint8_t {
    Unknown,  // silent
    Plain,    // a number, or a tensor that does not require a gradient
    Tracked,  // requires a gradient
    Cut,      // computed from a value that was cut off: requires no gradient
    CutLeaf,  // a Cut that requires a gradient itself: backward() ends at it
    Layer,    // a callable of torch.nn: `layer`
    Model,    // a callable with parameters: its results are Tracked
  };
  Kind kind = Kind::Unknown;
  bool isTensor = false;
  bool holdsTensors = false;  // a list or a tuple of tensors
  Cut cut;
  std::string_view layer;   // "torch.nn.ReLU"
  int tensor = 0;           // the identity of the tensor; 0: not known
  std::vector<Cut> lost;    // terms that are cut off, of a sum that may be tracked
  std::vector<Save> saved;  // by the operators that have computed it

  bool is(Kind wanted) const { return kind == wanted; }
  bool isCut() const { return kind == Kind::Cut || kind == Kind::CutLeaf; }
  static Flow of(Kind kind, bool isTensor = false) {
    Flow flow;
    flow.kind = kind;
    flow.isTensor = isTensor;
    return flow;
  }
};

// The value of a variable that holds either value.
Flow join(const Flow& a, const Flow& b);
// The result of an operator on the values; `tensor` stays 0.
Flow combine(const std::vector<Flow>& operands);

// The variables at one place of a function, and the changes of tensors.
struct FlowState {
  struct Change {
    int version = 0;
    const syntax::Node* at = nullptr;  // the last one
  };
  std::map<std::string_view, Flow> variables;
  std::map<int, Change> changes;  // by Flow::tensor
  bool isDead = false;            // after a return, raise, break or continue

  int versionOf(int tensor) const {
    const auto change = changes.find(tensor);
    return change == changes.end() ? 0 : change->second.version;
  }
};
FlowState join(const FlowState& a, const FlowState& b);

}  // namespace ts::compiler
