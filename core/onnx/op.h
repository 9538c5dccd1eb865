// One call of an operator, for the functions of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/onnx/lowering.h"
#include "core/operator_facts/call.h"
#include "core/operator_facts/results.h"

namespace ts::onnx {

class Op : public operator_facts::Call {
 public:
  Op(Lowering& lowering, const ops::FunctionSchema& schema, std::vector<Val> arguments,
     const Row* row);

  Lowering& lowering;
  Builder& b;
  const ops::FunctionSchema& schema;
  std::vector<Val> arguments;
  const Row* row;
  types::TypePtr resultType = nullptr;  // of the first result, if a node makes the call
  std::vector<Val> results;
  bool isCopy = false;  // set by the row: the result shares no memory

  // ---- arguments by name. An argument that the overload does not have is None.
  const Val& value(std::string_view name) const;
  bool isNone(std::string_view name) const { return onnx::isNone(value(name)); }
  bool isTensor(std::string_view name) const {
    return std::holds_alternative<TensorPtr>(value(name));
  }
  // A tensor, or a number as a tensor without dimensions.
  Wire wire(std::string_view name) const { return lowering.wireOf(value(name)); }
  Wire wire(std::string_view name, DType dtype) const;
  Wires wires(std::string_view name) const;  // of a list of known length
  Wires wires(std::string_view name, DType dtype) const;
  // Refuses the call unless the argument is known.
  int64_t needInteger(std::string_view name) const;
  std::vector<int64_t> needIntegers(std::string_view name) const;
  double needReal(std::string_view name) const;
  bool needFlag(std::string_view name) const;
  // A list of `count` numbers; one number stands for all.
  std::vector<int64_t> needIntegers(std::string_view name, size_t count) const;
  // A dimension from the start.
  int64_t dim(std::string_view name, const Wire& of) const;
  std::vector<int64_t> dims(std::string_view name, const Wire& of) const;  // sorted; None: empty
  static int64_t wrap(int64_t dim, int64_t rank);
  // Refuses the call unless the number of dimensions is known.
  int64_t needRank(const Wire& wire) const;

  // ---- results
  DType dtype(size_t output = 0) const;
  std::optional<DType> knownDtype(size_t output = 0) const;
  PartialShape shape(size_t output = 0) const { return facts_.shape(output); }
  // The dtype that operands of different dtypes have in common.
  DType common(std::initializer_list<std::string_view> names) const;
  // Adds a result with the dtype that PyTorch gives it.
  void give(Wire wire);
  void give(const Val& value) { results.push_back(value); }
  void giveList(const Wires& wires);

  std::string name() const { return schema.name; }
  [[noreturn]] void refuse(const std::string& why) const;

  // ---- operator_facts::Call
  size_t count() const override { return arguments.size(); }
  std::string_view name(size_t i) const override { return schema.arguments[i].name; }
  operator_facts::Operand operand(size_t i) const override;
  std::optional<std::vector<operator_facts::Operand>> operands(size_t i) const override;
  std::optional<operator_facts::Ints> ints(size_t i) const override;
  std::optional<operator_facts::Reals> reals(size_t i) const override;
  std::optional<bool> flag(size_t i) const override;
  std::optional<std::string_view> text(size_t i) const override;
  using Call::flag;
  using Call::ints;
  using Call::operand;

 private:
  operator_facts::Operand operandOf(const Val& value) const;
  operator_facts::Results facts_;
};

}  // namespace ts::onnx
