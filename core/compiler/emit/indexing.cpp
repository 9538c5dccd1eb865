#include "core/compiler/emit/indexing.h"

#include <fmt/format.h>

#include <limits>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/expressions.h"
#include "core/compiler/emit/module_value.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::ExprKind;
using types::TypeKind;

namespace {

Value* emitMultiIndex(Emission& emission, SourceRange at, Value* value,
                      const std::vector<const syntax::Expr*>& index);
Value* emitSlice(Emission& emission, SourceRange at, Value* value, Value* dim,
                 const syntax::Slice& slice);
Value* emitSliceOp(Emission& emission, SourceRange at, Value* value, Value* dim, Value* start,
                   Value* end, Value* step);
Value* emitTupleIndex(Emission& emission, SourceRange at, Value* tuple, Value* index);
Value* emitTupleSlice(Emission& emission, SourceRange at, Value* tuple, Value* start, Value* end,
                      Value* step);

constexpr int64_t kLong = 4;                                    // torch.long as a dtype number
constexpr int64_t kOpen = std::numeric_limits<int64_t>::max();  // an omitted slice bound

// Python's slice.indices(): clamps the bounds to the length and counts the elements.
int64_t adjustSlice(int64_t length, int64_t& begin, int64_t& end, int64_t step) {
  if (begin == kOpen) begin = step < 0 ? kOpen : 0;
  if (end == kOpen) end = step < 0 ? std::numeric_limits<int64_t>::min() : kOpen;
  auto clamp = [&](int64_t& bound) {
    if (bound < 0) {
      bound = bound == std::numeric_limits<int64_t>::min() ? bound : bound + length;
      if (bound < 0) bound = step < 0 ? -1 : 0;
    } else if (bound >= length) {
      bound = step < 0 ? length - 1 : length;
    }
  };
  clamp(begin);
  clamp(end);
  if (step < 0) return end < begin ? (begin - end - 1) / -step + 1 : 0;
  return begin < end ? (end - begin - 1) / step + 1 : 0;
}

}  // namespace

std::vector<const syntax::Expr*> indicesOf(const syntax::Subscript& subscript) {
  if (subscript.slice->kind == ExprKind::Tuple) {
    const auto& tuple = syntax::as<syntax::Sequence>(*subscript.slice);
    // x[()] has one index: the empty tuple.
    if (!tuple.elts.empty()) return {tuple.elts.begin(), tuple.elts.end()};
  }
  return {subscript.slice};
}

SugaredPtr emitSubscript(Emission& emission, const syntax::Subscript& subscript, TypePtr hint) {
  SugaredPtr container = emitSugared(emission, *subscript.value, 1);
  SourceRange at = emission.rangeOf(subscript);
  SourceRange valueAt = emission.rangeOf(*subscript.value);
  auto index = indicesOf(subscript);
  auto isUnknown = [&](Value* value) { return value->type()->isUnknown(); };
  auto* module = index.size() == 1 ? dynamic_cast<ModuleValue*>(container.get()) : nullptr;
  if (module && index[0]->kind == ExprKind::Slice) {
    // A slice of modules gives graph values, which cannot be called.
    std::vector<Value*> parts;
    for (const SugaredPtr& part : module->asTuple(emission, valueAt, std::nullopt))
      parts.push_back(part->asValue(emission, valueAt));
    Value* tuple = emission.graph()
                       .insertNode(emission.graph().createTuple(parts)->setRange(valueAt))
                       ->output();
    return simple(emitSlice(emission, at, tuple, nullptr, syntax::as<syntax::Slice>(*index[0])));
  }
  if (module) return module->getitem(emission, at, emitExpr(emission, *index[0]), hint);
  if (index.size() != 1) {
    Value* value = container->asValue(emission, valueAt);
    if (isUnknown(value)) return container;
    return simple(emitMultiIndex(emission, at, value, index));
  }
  if (const auto* slice = syntax::dynCast<syntax::Slice>(index[0])) {
    Value* value = container->asValue(emission, valueAt);
    if (isUnknown(value)) return container;
    Value* dim = nullptr;
    if (types::isSubtype(value->type(), types::tensorType()))
      dim = emission.constant(types::Constant::integer(0), at);
    return simple(emitSlice(emission, at, value, dim, *slice));
  }
  Value* value = container->asValue(emission, valueAt);
  if (isUnknown(value)) {
    if (!isEllipsis(*index[0])) emitExpr(emission, *index[0]);
    return container;
  }
  bool isTensor = types::isSubtype(value->type(), types::tensorType());
  if (isEllipsis(*index[0]) && isTensor) {
    throw CompileError(Rule::UnsupportedIndex, emission.rangeOf(*index[0]),
                       "`...` can't be the only index; the tensor without an index is the same");
  }
  SugaredPtr key = tryEmitSugared(emission, *index[0], 1);
  if (auto* slice = dynamic_cast<SliceValue*>(key.get())) {
    Value* dim = isTensor ? emission.constant(types::Constant::integer(0), valueAt) : nullptr;
    return simple(
        emitSliceOp(emission, valueAt, value, dim, slice->start, slice->stop, slice->step));
  }
  Value* keyValue = key->asValue(emission, valueAt);
  if (isUnknown(keyValue)) return simple(keyValue);
  if (value->type()->is(TypeKind::Tuple))
    return simple(emitTupleIndex(emission, at, value, keyValue));
  if (isTensor) return simple(emitMultiIndex(emission, at, value, index));
  return container->getitem(emission, at, keyValue, hint);
}

namespace {

Value* emitMultiIndex(Emission& emission, SourceRange at, Value* value,
                      const std::vector<const syntax::Expr*>& index) {
  if (!types::isSubtype(value->type(), types::tensorType())) {
    throw CompileError(Rule::UnsupportedIndex, at,
                       fmt::format("only tensors can have several indices, and this is {}",
                                   value->type()->annotation()));
  }
  IndexedTensor indexed = emitIndexing(emission, at, value, index);
  return indexed.tensors.empty() ? indexed.value
                                 : emitIndex(emission, at, indexed.value, indexed.tensors);
}

}  // namespace

Value* emitIndex(Emission& emission, SourceRange at, Value* value,
                 const std::vector<Value*>& index) {
  Value* list =
      emission.graph()
          .insertNode(emission.graph().createList(types::optionalOf(types::tensorType()), index))
          ->output();
  return emitBuiltin(emission, at, aten::index, {NamedValue(value), NamedValue(list)});
}

// Applies ints and slices from left to right; each changes the dimension of the next index.
// Dimensions are counted from the front before an ellipsis, and from the back after it. Tensor
// indices are returned for aten::index.
IndexedTensor emitIndexing(Emission& emission, SourceRange at, Value* value,
                           const std::vector<const syntax::Expr*>& index) {
  std::vector<int64_t> dims(index.size(), 0);
  std::vector<Value*> emitted(index.size(), nullptr);
  auto place = [&](size_t i, int64_t dim, bool fromBack) -> int64_t {
    dims[i] = dim;
    const syntax::Expr& expr = *index[i];
    int64_t next = fromBack ? dim - 1 : dim + 1;
    if (expr.kind == ExprKind::Slice) return next;
    if (dynamic_cast<SliceValue*>(tryEmitSugared(emission, expr, 1).get())) return next;
    Value* result = emitExpr(emission, expr, isNone(expr) ? types::noneType() : nullptr);
    if (result->type()->is(TypeKind::List)) {
      CallArguments arguments{{NamedValue(result)},
                              {NamedValue(types::Constant::integer(kLong), "dtype")}};
      result = emitBuiltin(emission, {}, aten::tensor, arguments);
    }
    emitted[i] = result;
    TypePtr type = result->type();
    if (type->isUnknown()) return next;
    if (types::isSubtype(type, types::noneType())) return fromBack ? dim : dim + 1;
    if (type == types::intType()) return fromBack ? dim - 1 : dim;
    if (types::isSubtype(type, types::optionalOf(types::tensorType()))) {
      if (fromBack) {
        throw CompileError(Rule::UnsupportedIndex, emission.rangeOf(expr),
                           "a tensor can't be an index behind an ellipsis");
      }
      return dim + 1;
    }
    throw CompileError(Rule::UnsupportedIndex, at,
                       fmt::format("a tensor can't be indexed with {}", type->annotation()))
        .label(emission.rangeOf(expr), fmt::format("this is {}", type->annotation()))
        .note("an index is an int, a slice, None, `...`, a tensor or a list");
  };
  size_t i = 0;
  int64_t dim = 0;
  for (; i < index.size() && !isEllipsis(*index[i]); ++i) dim = place(i, dim, /*fromBack=*/false);
  int64_t fromBack = -1;
  for (size_t k = index.size(); k-- > i + 1;) {
    if (isEllipsis(*index[k]))
      throw CompileError(Rule::UnsupportedIndex, emission.rangeOf(*index[k]),
                         "only one `...` is allowed in an index");
    fromBack = place(k, fromBack, /*fromBack=*/true);
  }
  auto dimension = [&](size_t k) {
    return emission.constant(types::Constant::integer(dims[k]), at);
  };
  std::vector<Value*> tensors;
  for (size_t k = 0; k < index.size(); ++k) {
    const syntax::Expr& expr = *index[k];
    if (!emitted[k]) {
      if (const auto* slice = syntax::dynCast<syntax::Slice>(&expr)) {
        Value* which = dimension(k);
        value = emitSlice(emission, at, value, which, *slice);
      } else if (!isEllipsis(expr)) {
        SugaredPtr sugared = emitSugared(emission, expr, 1);
        if (auto* slice = dynamic_cast<SliceValue*>(sugared.get())) {
          Value* which = dimension(k);
          value = emitSliceOp(emission, at, value, which, slice->start, slice->stop, slice->step);
        }
      }
      continue;
    }
    TypePtr type = emitted[k]->type();
    if (type->isUnknown()) {
      value = emitted[k];
    } else if (types::isSubtype(type, types::noneType())) {
      value =
          emitBuiltin(emission, at, aten::unsqueeze, {NamedValue(value), NamedValue(dimension(k))});
    } else if (type == types::intType()) {
      Value* which = dimension(k);
      value = emitBuiltin(emission, at, aten::select,
                          {NamedValue(value), NamedValue(which), NamedValue(emitted[k])});
    } else {
      tensors.resize(static_cast<size_t>(dims[k]) + 1, nullptr);
      tensors[static_cast<size_t>(dims[k])] = emitted[k];
    }
  }
  for (Value*& tensor : tensors) {
    if (!tensor)
      tensor = emission.graph()
                   .insertNode(emission.graph().createConstant(types::Constant::none()))
                   ->output();
  }
  return {value, tensors};
}

namespace {

Value* emitSlice(Emission& emission, SourceRange at, Value* value, Value* dim,
                 const syntax::Slice& slice) {
  Value* start = slice.lower ? emitExpr(emission, *slice.lower) : nullptr;
  Value* end = slice.upper ? emitExpr(emission, *slice.upper) : nullptr;
  Value* step = slice.step ? emitExpr(emission, *slice.step) : nullptr;
  return emitSliceOp(emission, at, value, dim, start, end, step);
}

Value* emitSliceOp(Emission& emission, SourceRange at, Value* value, Value* dim, Value* start,
                   Value* end, Value* step) {
  std::vector<NamedValue> arguments{NamedValue(at, value, "self")};
  if (dim) arguments.emplace_back(dim);
  if (value->type()->is(TypeKind::Tuple))
    return emitTupleSlice(emission, at, value, start, end, step);
  if (!step) step = emission.constant(types::Constant::integer(1), at);
  auto bound = [&](Value* argument, const char* name) {
    return argument ? NamedValue(at, argument, name)
                    : NamedValue(at, types::Constant::none(), name);
  };
  arguments.push_back(bound(start, "start"));
  arguments.push_back(bound(end, "end"));
  arguments.push_back(bound(step, "step"));
  return emitBuiltin(emission, at, aten::slice, std::move(arguments));
}

Value* emitTupleIndex(Emission& emission, SourceRange at, Value* tuple, Value* index) {
  auto elements = tuple->type()->contained();
  if (index->type() != types::intType()) {
    throw CompileError(Rule::UnsupportedIndex, at,
                       fmt::format("the index of a tuple must be an int, and this is {}",
                                   index->type()->annotation()));
  }
  TypePtr result;
  if (auto number = ir::constantOf(index)) {
    int64_t length = static_cast<int64_t>(elements.size());
    int64_t place = number->toInt() < 0 ? number->toInt() + length : number->toInt();
    if (place < 0 || place >= length) {
      throw CompileError(Rule::TupleIndexOutOfRange, at,
                         fmt::format("index {} is out of range: the tuple has {} element{}",
                                     number->toInt(), length, length == 1 ? "" : "s"));
    }
    result = elements[static_cast<size_t>(place)];
  } else {
    if (elements.empty() || !convertibleToList(tuple->type(), types::listOf(elements[0]))) {
      throw CompileError(
          Rule::UnsupportedIndex, at,
          fmt::format("{} can be indexed with constants only: its elements have different types",
                      tuple->type()->annotation()));
    }
    result = elements[0];
  }
  return emission.graph()
      .insertNode(emission.graph().createTupleIndex(tuple, index, result))
      ->output();
}

int64_t sliceBound(SourceRange at, Value* value) {
  auto constant = ir::constantOf(value);
  if (!constant || !constant->isInt()) {
    throw CompileError(Rule::UnsupportedIndex, at,
                       "the bounds of a slice of a tuple must be integer constants");
  }
  return constant->toInt();
}

Value* emitTupleSlice(Emission& emission, SourceRange at, Value* tuple, Value* start, Value* end,
                      Value* step) {
  int64_t length = static_cast<int64_t>(tuple->type()->contained().size());
  auto bound = [&](Value* value) {
    if (!value) return kOpen;
    int64_t number = sliceBound(at, value);
    return number < 0 ? number + length : number;
  };
  int64_t stride = step ? sliceBound(at, step) : 1;
  if (stride == 0) throw CompileError(Rule::UnsupportedIndex, at, "the step of a slice can't be 0");
  int64_t first = bound(start);
  int64_t last = bound(end);
  int64_t count = adjustSlice(length, first, last, stride);
  return emission.graph()
      .insertNode(emission.graph().createTupleSlice(tuple, first, stride, count))
      ->output();
}

}  // namespace

}  // namespace ts::compiler
