// Operators on numbers, sizes and other facts of tensors.
#include <algorithm>
#include <numeric>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace queries {
namespace {

Val sizeAt(Op& op, const TensorPtr& cell, int64_t dim) {
  if (const int64_t size = cell->shape.size(dim); size >= 0) return IValue(size);
  return Number(op.b.sizeOf(op.lowering.wireOf(cell), dim));
}

const TensorPtr& selfOf(Op& op) {
  const auto* cell = std::get_if<TensorPtr>(&op.arguments[0]);
  if (cell == nullptr) op.refuse("its argument is not a tensor");
  return *cell;
}

int64_t rankOf(Op& op, const TensorPtr& cell) {
  if (!cell->shape.hasRank()) op.refuse("the number of dimensions is not known");
  return static_cast<int64_t>(cell->shape.rank());
}

void size(Op& op) {
  const TensorPtr cell = selfOf(op);
  const int64_t rank = rankOf(op, cell);
  if (!op.isNone("dim")) return op.give(sizeAt(op, cell, Op::wrap(op.needInteger("dim"), rank)));
  auto list = std::make_shared<ListCell>();
  list->element = types::intType();
  list->depth = op.lowering.depth();
  for (int64_t i = 0; i < rank; ++i) list->items.push_back(sizeAt(op, cell, i));
  op.give(Val(list));
}

void rank(Op& op) { op.give(Val(IValue(rankOf(op, selfOf(op))))); }

void length(Op& op) {
  const TensorPtr cell = selfOf(op);
  if (rankOf(op, cell) == 0) op.refuse("the tensor has no dimensions");
  op.give(sizeAt(op, cell, 0));
}

void elements(Op& op) {
  const TensorPtr cell = selfOf(op);
  if (const int64_t count = cell->shape.elements(); count >= 0) return op.give(Val(IValue(count)));
  op.give(Val(
      Number(op.b.add("Size", {op.lowering.wireOf(cell)}, DType::Int64, PartialShape::of({})))));
}

void isFloating(Op& op) { op.give(Val(IValue(tensor::isFloating(selfOf(op)->dtype)))); }
void isComplex(Op& op) { op.give(Val(IValue(tensor::isComplex(selfOf(op)->dtype)))); }
void dtype(Op& op) { op.give(Val(IValue(static_cast<int64_t>(selfOf(op)->dtype)))); }
void device(Op& op) { op.give(Val(tensor::makeDevice("cpu"))); }
void zero(Op& op) { op.give(Val(IValue(int64_t{0}))); }
void yes(Op& op) { op.give(Val(IValue(true))); }
void no(Op& op) { op.give(Val(IValue(false))); }

// A number in a tensor; the schema's type tells its kind.
DType numberDtype(Op& op, DType otherwise) {
  switch (op.schema.returns[0].type->kind()) {
    case types::TypeKind::Int: return DType::Int64;
    case types::TypeKind::Float: return DType::Float64;
    case types::TypeKind::Bool: return DType::Bool;
    default: break;
  }
  return otherwise == DType::Bool        ? DType::Bool
         : tensor::isFloating(otherwise) ? DType::Float64
                                         : DType::Int64;
}

void item(Op& op) {
  Wire self = op.lowering.wireOf(op.arguments[0]);
  if (!self.shape.isRank(0)) self = op.b.reshape(self, std::span<const int64_t>());
  op.give(Val(Number(op.b.cast(self, numberDtype(op, self.dtype)))));
}

void tensorOf(Op& op) {
  op.results.emplace_back(op.lowering.newTensor(op.lowering.wireOf(op.arguments[0])));
}

void identity(Op& op, bool isNegated) {
  const bool isOne = isNone(op.arguments[0]) && isNone(op.arguments[1]);
  const Val &a = op.arguments[0], &other = op.arguments[1];
  bool isSame = isOne;
  if (!isNone(a) && !isNone(other)) {
    const auto *tensor = std::get_if<TensorPtr>(&a), *second = std::get_if<TensorPtr>(&other);
    if (!tensor || !second || !(*tensor)->unwritable.empty() || !(*second)->unwritable.empty())
      op.refuse("it compares the identity of values");
    isSame = *tensor == *second;
  }
  op.give(Val(IValue(isSame != isNegated)));
}
void is(Op& op) { identity(op, false); }
void isNot(Op& op) { identity(op, true); }

// ---- numbers

struct Numbers {
  std::vector<Wire> operands;
  DType result;
};
// The operands as the dtype that they have in common, or `dtype`.
Numbers numbersOf(Op& op, std::optional<DType> dtype = {}) {
  Numbers numbers;
  DType common = DType::Bool;
  for (const Val& argument : op.arguments) {
    numbers.operands.push_back(op.lowering.wireOf(argument));
    common = tensor::promote(common, numbers.operands.back().dtype);
  }
  numbers.result = dtype.value_or(common);
  for (Wire& wire : numbers.operands) wire = op.b.cast(wire, numbers.result);
  return numbers;
}
void giveNumber(Op& op, const Wire& wire) {
  op.give(Val(Number(op.b.cast(wire, numberDtype(op, wire.dtype)))));
}

void arithmetic(Op& op) {
  const Numbers all = numbersOf(op);
  const DType dtype = computed(all.result);
  giveNumber(op, op.b.binary(op.row->op, op.b.cast(all.operands[0], dtype),
                             op.b.cast(all.operands[1], dtype)));
}
void divided(Op& op) {
  const Numbers all = numbersOf(op, DType::Float64);
  giveNumber(op, op.b.binary("Div", all.operands[0], all.operands[1]));
}
void power(Op& op) {
  const Numbers all = numbersOf(op, DType::Float64);
  giveNumber(op, op.b.binary("Pow", all.operands[0], all.operands[1]));
}
void floorDivision(Op& op) {
  const Numbers all = numbersOf(op);
  if (!tensor::isFloating(all.result))
    return giveNumber(op, floorDivided(op.b, all.operands[0], all.operands[1]));
  giveNumber(op, op.b.unary("Floor", op.b.binary("Div", all.operands[0], all.operands[1])));
}
void remainder(Op& op) {
  const Numbers all = numbersOf(op);
  if (!tensor::isFloating(all.result))
    return giveNumber(
        op, op.b.add("Mod", {all.operands[0], all.operands[1]}, all.result, PartialShape::of({})));
  const Wire whole = op.b.unary("Floor", op.b.binary("Div", all.operands[0], all.operands[1]));
  giveNumber(op, op.b.binary("Sub", all.operands[0], op.b.binary("Mul", whole, all.operands[1])));
}
void compared(Op& op) {
  const Numbers all = numbersOf(op);
  const DType dtype = computed(all.result);
  giveNumber(op, op.b.compare(op.row->op, op.b.cast(all.operands[0], dtype),
                              op.b.cast(all.operands[1], dtype)));
}
// The number of a round of range(start, stop, step).
void derivedIndex(Op& op) {
  const Numbers all = numbersOf(op, DType::Int64);
  giveNumber(op, op.b.binary("Add", all.operands[1],
                             op.b.binary("Mul", all.operands[0], all.operands[2])));
}
void rangeLength(Op& op) {
  const Numbers all = numbersOf(op, DType::Int64);
  Builder& b = op.b;
  // -((start - stop) // step) rounds up.
  const Wire whole =
      floorDivided(b, b.binary("Sub", all.operands[0], all.operands[1]), all.operands[2]);
  giveNumber(op, b.binary("Max", b.unary("Neg", whole), b.scalar(0, DType::Int64)));
}
void unequal(Op& op) {
  const Numbers all = numbersOf(op);
  const DType dtype = computed(all.result);
  giveNumber(op, op.b.unary("Not", op.b.compare("Equal", op.b.cast(all.operands[0], dtype),
                                                op.b.cast(all.operands[1], dtype))));
}
void logical(Op& op) {
  const Numbers all = numbersOf(op, DType::Bool);
  giveNumber(op, op.b.compare(op.row->op, all.operands[0], all.operands[1]));
}
void negated(Op& op) { giveNumber(op, op.b.unary("Not", numbersOf(op, DType::Bool).operands[0])); }
void unary(Op& op) {
  const Numbers all = numbersOf(op);
  giveNumber(op, op.b.unary(op.row->op, all.operands[0]));
}
void unaryReal(Op& op) {
  const Numbers all = numbersOf(op, DType::Float64);
  giveNumber(op, op.b.unary(op.row->op, all.operands[0]));
}
void converted(Op& op) { giveNumber(op, numbersOf(op).operands[0]); }

constexpr Row kRows[] = {
    {"aten::Bool.Tensor", item},
    {"aten::Float.Tensor", item},
    {"aten::FloatImplicit", item},
    {"aten::Int.Tensor", item},
    {"aten::IntImplicit", item},
    {"aten::ScalarImplicit", item},
    {"aten::__is__", is},
    {"aten::__isnot__", isNot},
    {"aten::dim", rank},
    {"aten::is_autocast_enabled", no},
    {"aten::is_complex", isComplex},
    // Code that computes without derivatives where it may is another implementation.
    {"aten::is_grad_enabled", yes, {}, nullptr, true},
    {"aten::is_contiguous", yes},
    {"aten::is_floating_point", isFloating},
    {"aten::item", item},
    {"aten::len.Tensor", length},
    {"aten::numel", elements},
    {"aten::requires_grad", no},
    {"aten::size", size},
    {"prim::NumToTensor", tensorOf},
    {"prim::device", device},
    {"prim::dtype", dtype},
    {"prim::is_cpu", yes},
    {"prim::is_cuda", no},
    {"prim::is_meta", no},
    {"prim::is_mkldnn", no},
    {"prim::is_mps", no},
    {"prim::is_nested", no},
    {"prim::is_quantized", no},
    {"prim::is_sparse", no},
    {"prim::is_vulkan", no},
    {"prim::is_xpu", no},
    {"prim::layout", zero},
    {"prim::requires_grad", no},
};

constexpr Row kNumbers[] = {
    {"aten::Bool", converted},
    {"aten::Float", converted},
    {"aten::Int", converted},
    {"aten::__and__", logical, "And"},
    {"aten::__derive_index", derivedIndex},
    {"aten::__not__", negated},
    {"aten::__or__", logical, "Or"},
    {"aten::__range_length", rangeLength},
    {"aten::__xor__", logical, "Xor"},
    {"aten::abs", unary, "Abs"},
    {"aten::add", arithmetic, "Add"},
    {"aten::ceil", unaryReal, "Ceil"},
    {"aten::div", divided},
    {"aten::eq", compared, "Equal"},
    {"aten::exp", unaryReal, "Exp"},
    {"aten::floor", unaryReal, "Floor"},
    {"aten::floordiv", floorDivision},
    {"aten::ge", compared, "GreaterOrEqual"},
    {"aten::gt", compared, "Greater"},
    {"aten::le", compared, "LessOrEqual"},
    {"aten::log", unaryReal, "Log"},
    {"aten::lt", compared, "Less"},
    {"aten::mul", arithmetic, "Mul"},
    {"aten::ne", unequal},
    {"aten::neg", unary, "Neg"},
    {"aten::pow", power},
    {"aten::remainder", remainder},
    {"aten::round", unaryReal, "Round"},
    {"aten::sqrt", unaryReal, "Sqrt"},
    {"aten::sub", arithmetic, "Sub"},
    {"prim::abs", unary, "Abs"},
    {"prim::max", arithmetic, "Max"},
    {"prim::min", arithmetic, "Min"},
};

}  // namespace
}  // namespace queries

std::span<const Row> queryRows() { return queries::kRows; }
std::span<const Row> numberRows() { return queries::kNumbers; }

}  // namespace ts::onnx
