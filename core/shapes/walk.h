// The walk over a function, and what its rules ask of it.
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

using Ints = std::vector<std::optional<int64_t>>;

class Walk {
 public:
  using Report = std::function<void(const diag::Diagnostic&)>;
  Walk(const Summaries& summaries, const Report& report) : summaries_(summaries), report_(report) {}

  Summary function(const ir::Graph& graph);

  // ---- for rules
  const Shape& shape(const ir::Value* value) const;
  std::optional<int64_t> number(const ir::Value* value) const;
  // Of a list that is written where it is used.
  std::optional<Ints> numbers(const ir::Value* value) const;
  // Its elements; null: not known.
  const ir::Node* list(const ir::Value* value) const;
  void setNumber(const ir::Value* value, int64_t number) { known_[value].number = number; }
  // The origin of a shape that has none is the node.
  void set(const ir::Node& node, Shape shape, std::string maker = {});
  void setOutput(const ir::Node& node, size_t output, Shape shape);
  const Summary* summary(const ir::Function* function) const { return summaries_(function); }
  // What an operator has shown of its operand by not raising.
  void refine(const ir::Value* value, Shape shape);
  // An operand's shape and where it comes from make a note.
  void report(diag::Rule rule, const ir::Node& node, std::string message,
              std::initializer_list<const Shape*> operands);

 private:
  struct Known {
    Shape shape;
    std::optional<int64_t> number;
    std::optional<size_t> input;  // it is the function's, unchanged
  };
  using Variables = std::unordered_map<const ir::Name*, Known>;

  void block(const ir::Block& block);
  void node(const ir::Node& node);
  void branch(const ir::Node& node);
  void loop(const ir::Node& node);
  void forgetStored(const ir::Block& block);

  const Summaries& summaries_;
  const Report& report_;
  std::unordered_map<const ir::Value*, Known> known_;
  std::unordered_map<const ir::Value*, const ir::Name*> loadedFrom_;
  Variables variables_;
  int muted_ = 0;          // where a condition that looks at a tensor decides whether the code runs
  bool isCertain_ = true;  // that the code runs
  std::vector<Shape> needs_;
  std::optional<Shape> gives_;  // what the returns so far have in common
};

// operators.cpp: false when there is no rule for the operator.
bool applyOperator(Walk& walk, const ir::Node& node);
// layers.cpp: a call of a module or of a function of torch.nn.functional.
void applyMethod(Walk& walk, const ir::Node& node);
void applyFunction(Walk& walk, const ir::Node& node);
// Whether the operator changes the shape of what it is given in place: then nothing of the function
// is certain.
bool changesShapeInPlace(const ir::Node& node);

}  // namespace ts::shapes
