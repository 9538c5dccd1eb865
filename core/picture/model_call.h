// The arguments of a node of a model, for the rows of core/operator_facts.
#pragma once

#include "core/operator_facts/call.h"
#include "core/picture/node_shapes.h"

namespace ts::viz {

// Numbers that nodes compute from known shapes, by value.
using KnownIntegers = std::unordered_map<ValueId, int64_t>;

class ModelCall : public operator_facts::Call {
 public:
  // Refers to all arguments. uses: the number of uses of each value. integers: null when none are
  // known.
  ModelCall(const Model& model, const ModelNode& node, const Overlay& overlay,
            const std::vector<uint32_t>* uses = nullptr, const KnownIntegers* integers = nullptr)
      : shapes_(model, node, overlay), model_(model), uses_(uses), integers_(integers) {}

  size_t count() const override { return shapes_.node().arguments.size(); }
  std::string_view name(size_t i) const override { return at(i).formal; }
  operator_facts::Operand operand(size_t i) const override { return operandOf(at(i)); }
  std::optional<std::vector<operator_facts::Operand>> operands(size_t i) const override;
  std::optional<operator_facts::Ints> ints(size_t i) const override;
  std::optional<operator_facts::Reals> reals(size_t i) const override;
  std::optional<bool> flag(size_t i) const override;
  std::optional<std::string_view> text(size_t i) const override;

 private:
  const ModelArgument& at(size_t i) const { return shapes_.node().arguments[i]; }
  // The node that constructs a list for this one use, because another user could change the list.
  const ModelNode* list(const ModelArgument& argument) const;
  operator_facts::Operand operandOf(const ModelArgument& argument) const;
  std::optional<int64_t> integerOf(const ModelArgument& argument) const;

  NodeShapes shapes_;
  const Model& model_;
  const std::vector<uint32_t>* uses_;
  const KnownIntegers* integers_;
};

}  // namespace ts::viz
