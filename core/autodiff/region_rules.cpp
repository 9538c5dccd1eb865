#include "core/autodiff/region_rules.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/autodiff/derivatives.h"
#include "core/autodiff/tape.h"
#include "core/base/per_profile.h"
#include "core/interp/result_marker.h"
#include "core/ir/kinds.h"
#include "core/operator_facts/facts.h"

namespace ts::autodiff {
namespace {

using operator_facts::Kind;
using operator_facts::Shape;

bool isTensorType(types::TypePtr type) { return type->str().find("Tensor") != std::string::npos; }

bool writesToTensors(const ops::FunctionSchema& schema) {
  return !fillsWithRandomNumbers(schema) &&
         std::ranges::any_of(schema.arguments, [](const ops::Argument& argument) {
           return argument.alias && argument.alias->isWrite && isTensorType(argument.type);
         });
}

// Properties of a tensor that do not depend on its elements.
constexpr std::array<std::string_view, 16> kProperties = {
    "aten::size",       "aten::dim",    "aten::numel",     "aten::stride",
    "aten::is_complex", "aten::len",    "prim::dtype",     "aten::is_floating_point",
    "prim::device",     "prim::layout", "prim::is_cuda",   "aten::element_size",
    "prim::is_meta",    "aten::__is__", "aten::__isnot__", "aten::is_conj"};

bool readsElements(const ops::FunctionSchema& schema) {
  const auto isTensor = [](const ops::Argument& value) { return isTensorType(value.type); };
  return std::ranges::any_of(schema.arguments, isTensor) &&
         std::ranges::none_of(schema.returns, isTensor) && !schema.returns.empty() &&
         std::ranges::find(kProperties, schema.name) == kProperties.end();
}

// Operators whose results have shapes that depend on elements.
bool hasUnknownShape(const ops::FunctionSchema& schema) {
  static constexpr std::array kShapes{Shape::SomeLength, Shape::Nonzero, Shape::OneHot,
                                      Shape::Histogram, Shape::RepeatEach};
  const operator_facts::OperatorFacts* facts = operator_facts::factsOf(schema);
  return facts != nullptr && std::ranges::find(kShapes, facts->shape.rule) != kShapes.end();
}

class Rules {
 public:
  bool mayJoin(const ops::FunctionSchema& schema) {
    const std::lock_guard lock(mutex_);
    return joins(schema);
  }

 private:
  bool joins(const ops::FunctionSchema& schema) {
    const auto [known, isNew] = joins_.try_emplace(&schema, false);
    if (isNew) {
      const bool answer = decide(schema);
      joins_[&schema] = answer;  // `known` may be invalid by now
      return answer;
    }
    return known->second;
  }
  bool decide(const ops::FunctionSchema& schema) {
    const auto isTensor = [](const ops::Argument& result) { return isTensorType(result.type); };
    if (!schema.name.starts_with("aten::") || schema.returns.empty() || schema.isMutable() ||
        endsRecording(schema) || !std::ranges::all_of(schema.returns, isTensor) ||
        std::ranges::find(interp::kTapeOperators, schema.name) != interp::kTapeOperators.end())
      return false;
    const operator_facts::OperatorFacts* facts = operator_facts::factsOf(schema);
    if (facts == nullptr || facts->kind == Kind::Query) return false;
    if (facts->kind == Kind::Factory || !isDifferentiated(schema)) return true;
    const Derivative* derivative = derivativeOf(schema);
    if (derivative == nullptr) return false;
    if (derivative->parts) return isRecorded(functionOf(*derivative->parts), true);
    return std::ranges::all_of(derivative->formulas, [&](const Formula& formula) {
      return formula.isZero || isRecorded(functionOf(formula), false);
    });
  }
  // True if a run of a function can be recorded, whichever way it takes. areJoined: its operators
  // have to be those of regions.
  bool isRecorded(const ir::Function& function, bool areJoined) {
    std::unordered_set<const ir::Graph*> seen{function.graph.get()};
    std::vector<const ir::Block*> open{function.graph->block()};
    while (!open.empty()) {
      const ir::Block* block = open.back();
      open.pop_back();
      for (const ir::Node* node : block->nodes()) {
        open.insert(open.end(), node->blocks().begin(), node->blocks().end());
        if (node->is(ir::prim::CallFunction)) {
          const auto* type = types::cast<types::FunctionType>(node->input(0)->type());
          const auto* callee = static_cast<const ir::Function*>(type->function());
          if (seen.insert(callee->graph.get()).second) open.push_back(callee->graph->block());
        }
        const ops::FunctionSchema* schema = node->schema();
        if (schema == nullptr) continue;
        if (endsRecording(*schema)) return false;
        const bool isOnTensors = std::ranges::any_of(
            schema->returns,
            [](const ops::Argument& result) { return result.type == types::tensorType(); });
        if (areJoined && isOnTensors && !fillsWithRandomNumbers(*schema) && !joins(*schema))
          return false;
      }
    }
    return true;
  }

  std::mutex mutex_;
  std::unordered_map<const ops::FunctionSchema*, bool> joins_;
};

}  // namespace

bool fillsWithRandomNumbers(const ops::FunctionSchema& schema) {
  const operator_facts::OperatorFacts* facts = operator_facts::factsOf(schema);
  return facts != nullptr && facts->kind == Kind::Random && operator_facts::isInPlace(schema.name);
}

bool endsRecording(const ops::FunctionSchema& schema) {
  return writesToTensors(schema) || readsElements(schema) || hasUnknownShape(schema);
}

bool mayJoinRegion(const ops::FunctionSchema& schema) {
  static auto* rules = new PerProfile<Rules>;
  return rules->get().mayJoin(schema);
}

}  // namespace ts::autodiff
