// The walk over the nodes of a function, and the interface that the rules for operators and layers
// use.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/ir/ir.h"
#include "core/shapes/check.h"
#include "core/shapes/shape.h"

namespace ts::shapes {

// The elements of a list of ints; null for an element whose value is unknown.
using Ints = std::vector<std::optional<int64_t>>;

// Follows shapes through one function. check() creates one walk for each function; not thread-safe.
class Walk {
 public:
  using Report = std::function<void(const diag::Diagnostic&)>;
  Walk(const Summaries& summaries, const Report& report) : summaries_(summaries), report_(report) {}

  Summary function(const ir::Graph& graph);

  // ---- for rules
  const Shape& shape(const ir::Value* value) const;
  // The value of an int; null when it is unknown.
  std::optional<int64_t> number(const ir::Value* value) const;
  // The elements of a constant list, or of a list that is constructed for this one use. Null for
  // other lists.
  std::optional<Ints> numbers(const ir::Value* value) const;
  // The node that constructs a list for this one use; null for other lists.
  const ir::Node* list(const ir::Value* value) const;
  void setNumber(const ir::Value* value, int64_t number) { facts_[value].number = number; }
  // Sets the shape of the first output. A shape with a producer, and a shape without an origin,
  // gets the node as its origin. Does nothing for an unknown shape.
  void set(const ir::Node& node, Shape shape, std::string producer = {});
  void setOutput(const ir::Node& node, size_t output, Shape shape);
  const Summary* summary(const ir::Function* function) const { return summaries_(function); }
  // Narrows the shape of an operand: an operator that did not raise proves it. The shape also holds
  // for the variable that the operand was loaded from. When the code certainly runs, it becomes a
  // required input of the function.
  void refine(const ir::Value* value, Shape shape);
  // Each operand's shape adds a note with the shape's origin. Reports nothing while muted.
  void report(diag::Rule rule, const ir::Node& node, std::string message,
              std::initializer_list<const Shape*> operands);

 private:
  struct Facts {
    Shape shape;
    std::optional<int64_t> number;
    std::optional<size_t> input;  // the index of the function's input that the value is
  };
  using Variables = std::unordered_map<const ir::Name*, Facts>;

  void block(const ir::Block& block);
  void node(const ir::Node& node);
  void branch(const ir::Node& node);
  void loop(const ir::Node& node);
  // Forgets the variables that the block assigns.
  void forgetStored(const ir::Block& block);

  const Summaries& summaries_;
  const Report& report_;
  std::unordered_map<const ir::Value*, Facts> facts_;
  std::unordered_map<const ir::Value*, const ir::Name*> loadedFrom_;
  Variables variables_;
  // Above 0 where a condition that depends on a tensor decides whether the code runs.
  int muted_ = 0;
  bool isCertain_ = true;  // the code runs in every call
  std::vector<Shape> requiredInputs_;
  std::optional<Shape> result_;  // joined over the return statements so far
};

// operators.cpp. False when no rule exists for the operator.
bool applyOperator(Walk& walk, const ir::Node& node);
// layers.cpp. Calls of modules and methods, and of functions.
void applyMethod(Walk& walk, const ir::Node& node);
void applyFunction(Walk& walk, const ir::Node& node);
// True when the operator changes the shape of an operand in place. A function with such an operator
// is not checked, because the walk does not follow the change.
bool changesShapeInPlace(const ir::Node& node);

}  // namespace ts::shapes
