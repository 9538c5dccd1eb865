#include "core/compiler/emit/assignments.h"

#include <fmt/format.h>

#include "core/base/torch_profile.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/expressions.h"
#include "core/compiler/emit/indexing.h"
#include "core/compiler/emit/statements.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::ExprKind;
using syntax::Operator;
using types::TypeKind;

namespace {

void emitSingleAssign(Emission& emission, SourceRange at, const syntax::Expr& target,
                      const syntax::Expr& value, const syntax::Expr* annotation);
bool validateTargets(Emission& emission, syntax::List<syntax::Expr*> targets, SourceRange at);
void assignTuple(Emission& emission, const syntax::Sequence& target, const SugaredPtr& value,
                 SourceRange at, size_t binders, bool starred);
void assignAll(Emission& emission, syntax::List<syntax::Expr*> targets,
               const std::vector<SugaredPtr>& values, SourceRange at, size_t binders);
void assignSubscript(Emission& emission, SourceRange at, const syntax::Subscript& target,
                     const std::function<NamedValue()>& makeValue);
Value* augment(Emission& emission, const syntax::AugAssign& stmt, Value* target);
void augmentSubscript(Emission& emission, const syntax::AugAssign& stmt,
                      const syntax::Subscript& target);
void augmentElement(Emission& emission, const syntax::AugAssign& stmt,
                    const syntax::Subscript& target, Value* container);

struct AugmentedOperator {
  Operator op;
  Symbol outOfPlace;
  Symbol inPlace;  // in place, for tensors and lists
  const char* inPlaceMethod;
  const char* method;
  const char* sign;
};

const AugmentedOperator& augmented(Operator op) {
  static const AugmentedOperator kTable[] = {
      {Operator::Add, aten::add, aten::add_, "__iadd__", "__add__", "+="},
      {Operator::Sub, aten::sub, aten::sub_, "__isub__", "__sub__", "-="},
      {Operator::Div, aten::div, aten::div_, "__itruediv__", "__truediv__", "/="},
      {Operator::Mult, aten::mul, aten::mul_, "__imul__", "__mul__", "*="},
      {Operator::Mod, aten::fmod, aten::fmod_, "__imod__", "__mod__", "%="},
      {Operator::BitOr, aten::__or__, aten::bitwise_or, nullptr, nullptr, "|="},
      {Operator::BitAnd, aten::__and__, aten::bitwise_and, nullptr, nullptr, "&="},
      {Operator::BitXor, aten::__xor__, aten::bitwise_xor, nullptr, nullptr, "^="},
      {Operator::LShift, aten::__lshift__, aten::__lshift__, nullptr, nullptr, "<<="},
      {Operator::RShift, aten::__rshift__, aten::__irshift__, nullptr, nullptr, ">>="},
      {Operator::Pow, aten::pow, aten::pow, nullptr, nullptr, "**="},
  };
  for (const AugmentedOperator& entry : kTable) {
    if (entry.op == op) return entry;
  }
  throw CompileError::alreadyReported();  // //= and @=: reported by frontend_check already
}

Symbol augmentedSymbol(Operator op, TypePtr type) {
  const AugmentedOperator& entry = augmented(op);
  bool inPlace = types::isSubtype(type, types::tensorType()) || type->is(TypeKind::List);
  // PyTorch 1.13 calls the out-of-place operator.
  if (op == Operator::LShift && inPlace && atLeast(TorchProfile::Torch2_6))
    return aten::__ilshift__;
  return inPlace ? entry.inPlace : entry.outOfPlace;
}

}  // namespace

void emitAssign(Emission& emission, const syntax::Assign& stmt) {
  SourceRange at = emission.rangeOf(stmt);
  if (stmt.targets.size() == 1)
    return emitSingleAssign(emission, at, *stmt.targets[0], *stmt.value, nullptr);
  // a = b = value: the value is emitted once, then assigned to the targets from left to right.
  SourceRange valueAt = emission.rangeOf(*stmt.value);
  std::string temporary = emission.temporaryName("$tmp_assign_");
  emission.scope().set(temporary, valueAt, emitSugared(emission, *stmt.value, 1));
  const syntax::Expr* name = emission.makeName(temporary, stmt.value->span);
  for (const syntax::Expr* target : stmt.targets)
    emitSingleAssign(emission, at, *target, *name, nullptr);
}

void emitAnnAssign(Emission& emission, const syntax::AnnAssign& stmt) {
  if (!stmt.value) throw CompileError::alreadyReported();  // reported by frontend_check already
  emitSingleAssign(emission, emission.rangeOf(stmt), *stmt.target, *stmt.value, stmt.annotation);
}

namespace {

void emitSingleAssign(Emission& emission, SourceRange at, const syntax::Expr& target,
                      const syntax::Expr& value, const syntax::Expr* annotation) {
  switch (target.kind) {
    case ExprKind::Name: {
      TypePtr type = annotation ? emission.resolveType(*annotation) : nullptr;
      if (type && type->isUnknown()) emission.fail();
      SugaredPtr sugared = emitSugared(emission, value, 1, type);
      emission.scope().set(syntax::as<syntax::Name>(target).id, emission.rangeOf(target),
                           std::move(sugared), type);
      return;
    }
    case ExprKind::Tuple:
    case ExprKind::List: {
      const auto& tuple = syntax::as<syntax::Sequence>(target);
      if (target.kind == ExprKind::List) {
        throw CompileError(Rule::UnsupportedTarget, emission.rangeOf(target),
                           "a list can't be assigned to: write a tuple");
      }
      bool starred = validateTargets(emission, tuple.elts, emission.rangeOf(target));
      size_t binders = tuple.elts.size() - (starred ? 1 : 0);
      SugaredPtr sugared = emitSugared(emission, value, binders);
      return assignTuple(emission, tuple, sugared, emission.rangeOf(value), binders, starred);
    }
    case ExprKind::Attribute: {
      const auto& attribute = syntax::as<syntax::Attribute>(target);
      TypePtr type = annotation ? emission.resolveType(*annotation) : nullptr;
      SugaredPtr object = emitSugared(emission, *attribute.value, 1);
      Value* result =
          emitSugared(emission, value, 1, type)->asValue(emission, emission.rangeOf(value));
      object->setAttr(emission, at, attribute.attr.text, result);
      return;
    }
    case ExprKind::Subscript:
      return assignSubscript(emission, at, syntax::as<syntax::Subscript>(target),
                             [&] { return emitNamed(emission, value); });
    default:
      throw CompileError(Rule::UnsupportedTarget, emission.rangeOf(target),
                         "this can't be assigned to");
  }
}

}  // namespace

void assignTo(Emission& emission, const syntax::Expr& target, const SugaredPtr& value,
              SourceRange at) {
  syntax::Expr* targets[] = {const_cast<syntax::Expr*>(&target)};
  assignAll(emission, targets, {value}, at, 1);
}

namespace {

// Checks that at most one target is starred and that it is not the only one. Returns true when a
// target is starred.
bool validateTargets(Emission& emission, syntax::List<syntax::Expr*> targets, SourceRange at) {
  size_t plain = 0;
  size_t starred = 0;
  for (const syntax::Expr* target : targets) {
    switch (target->kind) {
      case ExprKind::Name:
      case ExprKind::Subscript:
      case ExprKind::Tuple:
      case ExprKind::Attribute: ++plain; break;
      case ExprKind::Starred: ++starred; break;
      default:
        throw CompileError(Rule::UnsupportedTarget, emission.rangeOf(*target),
                           "this can't be assigned to");
    }
  }
  if (starred > 1)
    throw CompileError(Rule::UnsupportedTarget, at, "only one starred target is allowed");
  if (starred > 0 && plain == 0) {
    throw CompileError(Rule::UnsupportedTarget, at,
                       "a starred target needs another target beside it");
  }
  return starred > 0;
}

void assignTuple(Emission& emission, const syntax::Sequence& target, const SugaredPtr& value,
                 SourceRange at, size_t binders, bool starred) {
  if (Value* plain = asSimple(value); plain && plain->type()->isUnknown())
    return poison(emission, target);
  if (value->isUnknown()) return poison(emission, target);
  auto values =
      value->asTuple(emission, at, starred ? std::nullopt : std::optional<size_t>(binders));
  if (values.size() < binders || (values.size() > binders && !starred)) {
    throw CompileError(
        Rule::UnpackCount, emission.rangeOf(target),
        fmt::format("{}{} values are needed to unpack into these targets, but there {} {}",
                    starred ? "at least " : "", binders, values.size() == 1 ? "is" : "are",
                    values.size()));
  }
  assignAll(emission, target.elts, values, at, binders);
}

void assignAll(Emission& emission, syntax::List<syntax::Expr*> targets,
               const std::vector<SugaredPtr>& values, SourceRange at, size_t binders) {
  size_t i = 0;
  for (const syntax::Expr* target : targets) {
    switch (target->kind) {
      case ExprKind::Subscript: {
        SugaredPtr value = values[i++];
        assignSubscript(emission, at, syntax::as<syntax::Subscript>(*target),
                        [&] { return NamedValue(at, value->asValue(emission, at)); });
        break;
      }
      case ExprKind::Name:
        emission.scope().set(syntax::as<syntax::Name>(*target).id, emission.rangeOf(*target),
                             values[i++]);
        break;
      case ExprKind::Starred: {
        const auto* name =
            syntax::dynCast<syntax::Name>(syntax::as<syntax::Starred>(*target).value);
        if (!name)
          throw CompileError(Rule::UnsupportedTarget, emission.rangeOf(*target),
                             "only a variable can be a starred target");
        size_t taken = values.size() - binders;
        std::vector<Value*> packed;
        for (size_t k = 0; k < taken; ++k)
          packed.push_back(values[i + k]->asValue(emission, emission.rangeOf(*target)));
        Value* tuple = emission.graph().insertNode(emission.graph().createTuple(packed))->output();
        emission.scope().set(name->id, emission.rangeOf(*name), tuple);
        i += taken;
        break;
      }
      case ExprKind::Tuple: {
        const auto& inner = syntax::as<syntax::Sequence>(*target);
        bool starred = validateTargets(emission, inner.elts, emission.rangeOf(*target));
        assignTuple(emission, inner, values[i++], at, inner.elts.size() - (starred ? 1 : 0),
                    starred);
        break;
      }
      case ExprKind::Attribute: {
        const auto& attribute = syntax::as<syntax::Attribute>(*target);
        SugaredPtr object = emitSugared(emission, *attribute.value, 1);
        Value* value = values[i++]->asValue(emission, at);
        object->setAttr(emission, at, attribute.attr.text, value);
        break;
      }
      default:
        throw CompileError(Rule::UnsupportedTarget, emission.rangeOf(*target),
                           "this can't be assigned to");
    }
  }
}

NamedValue toTensor(Emission& emission, const NamedValue& value, const NamedValue& like) {
  switch (value.type()->kind()) {
    case TypeKind::Number:
    case TypeKind::Int:
    case TypeKind::Bool:
    case TypeKind::Float:
    case TypeKind::Complex: {
      Value* dtype = emitBuiltin(emission, {}, Symbol::intern("prim::dtype"), {like});
      Value* device = emitBuiltin(emission, {}, Symbol::intern("prim::device"), {like});
      CallArguments arguments{{value},
                              {NamedValue({}, dtype, "dtype"), NamedValue({}, device, "device")}};
      return {value.at, emitBuiltin(emission, {}, aten::tensor, arguments)};
    }
    default: return value;
  }
}

void assignSubscript(Emission& emission, SourceRange at, const syntax::Subscript& target,
                     const std::function<NamedValue()>& makeValue) {
  // Python evaluates the value before the container.
  NamedValue value = makeValue();
  Value* container = emitExpr(emission, *target.value);
  auto index = indicesOf(target);
  SourceRange targetAt = emission.rangeOf(target);
  if (container->type()->isUnknown() || value.type()->isUnknown()) return;
  if (types::isSubtype(container->type(), types::tensorType())) {
    IndexedTensor indexed = emitIndexing(emission, targetAt, container, index);
    NamedValue slice(targetAt, indexed.value);
    NamedValue converted = toTensor(emission, value, slice);
    if (indexed.tensors.empty()) {
      emitBuiltin(emission, at, aten::copy_, {slice, converted});
      return;
    }
    Value* list = emission.graph()
                      .insertNode(emission.graph().createList(
                          types::optionalOf(types::tensorType()), indexed.tensors))
                      ->output();
    emitBuiltin(emission, at, aten::index_put_, {slice, NamedValue(list), converted});
    return;
  }
  if (index.size() != 1 || index[0]->kind == ExprKind::Slice) {
    throw CompileError(Rule::UnsupportedSliceAssignment, emission.rangeOf(*index[0]),
                       "a slice of a list can't be assigned to")
        .note("assign element by element, or build the list anew: `a[:i] + b + a[j:]`");
  }
  if (container->type()->is(TypeKind::Tuple) || container->type()->is(TypeKind::AnyTuple)) {
    throw CompileError(Rule::TupleIsImmutable, targetAt,
                       fmt::format("elements of {} can't be assigned to: a tuple never changes",
                                   container->type()->annotation()));
  }
  std::vector<NamedValue> arguments{
      NamedValue(emission.rangeOf(*target.value), container, "self"),
      NamedValue(emission.rangeOf(*index[0]), emitExpr(emission, *index[0]), "idx"), value};
  MagicMethod("__setitem__", std::make_shared<BuiltinFunction>(aten::_set_item))
      .call(emission, at, {arguments, {}}, 0);
}

}  // namespace

void emitAugAssign(Emission& emission, const syntax::AugAssign& stmt) {
  const syntax::Expr& target = *stmt.target;
  switch (target.kind) {
    case ExprKind::Name: {
      Value* result = augment(emission, stmt, emitExpr(emission, target));
      emission.scope().set(syntax::as<syntax::Name>(target).id, emission.rangeOf(target), result);
      return;
    }
    case ExprKind::Attribute: {
      const auto& attribute = syntax::as<syntax::Attribute>(target);
      SugaredPtr object = emitSugared(emission, *attribute.value, 1);
      Value* value = object->attr(emission, emission.rangeOf(target), attribute.attr.text)
                         ->asValue(emission, emission.rangeOf(target));
      object->setAttr(emission, emission.rangeOf(stmt), attribute.attr.text,
                      augment(emission, stmt, value));
      return;
    }
    case ExprKind::Subscript:
      return augmentSubscript(emission, stmt, syntax::as<syntax::Subscript>(target));
    default:
      throw CompileError(Rule::UnsupportedTarget, emission.rangeOf(target),
                         "this can't be assigned to");
  }
}

namespace {

Value* augment(Emission& emission, const syntax::AugAssign& stmt, Value* target) {
  SourceRange at = emission.rangeOf(stmt);
  if (const auto* type = types::cast<types::ClassType>(target->type())) {
    const AugmentedOperator& entry = augmented(stmt.op);
    Value* value = emitExpr(emission, *stmt.value);
    for (const char* method : {entry.inPlaceMethod, entry.method}) {
      if (method && type->method(method)) {
        return MethodValue(target, method)
            .call(emission, at, {{NamedValue(value)}, {}}, 0)
            ->asValue(emission, at);
      }
    }
    throw CompileError(Rule::MissingOperatorMethod, at,
                       entry.method
                           ? fmt::format("{} has neither {} nor {}", type->annotation(),
                                         entry.inPlaceMethod, entry.method)
                           : fmt::format("{} doesn't support this operator", type->annotation()));
  }
  Value* value = emitExpr(emission, *stmt.value);
  if (target->type()->isUnknown()) return target;
  return emitBuiltin(emission, at, augmentedSymbol(stmt.op, target->type()),
                     {{NamedValue(emission.rangeOf(*stmt.target), target),
                       NamedValue(emission.rangeOf(*stmt.value), value)},
                      {}},
                     {}, augmented(stmt.op).sign);
}

void augmentSubscript(Emission& emission, const syntax::AugAssign& stmt,
                      const syntax::Subscript& target) {
  Value* container = emitExpr(emission, *target.value);
  if (container->type()->isUnknown()) {
    emitExpr(emission, *stmt.value);
    return;
  }
  if (!types::isSubtype(container->type(), types::tensorType()))
    return augmentElement(emission, stmt, target, container);
  SourceRange at = emission.rangeOf(stmt);
  IndexedTensor indexed =
      emitIndexing(emission, emission.rangeOf(target), container, indicesOf(target));
  NamedValue slice(emission.rangeOf(target), indexed.value, "self");
  NamedValue value = emitNamed(emission, *stmt.value);
  Symbol symbol = augmentedSymbol(stmt.op, container->type());
  if (indexed.tensors.empty()) {
    emitBuiltin(emission, at, symbol, {{value}, {}}, slice, augmented(stmt.op).sign);
    return;
  }
  Value* list = emission.graph()
                    .insertNode(emission.graph().createList(types::optionalOf(types::tensorType()),
                                                            indexed.tensors))
                    ->output();
  Value* element = emitBuiltin(emission, at, aten::index, {slice, NamedValue(list)});
  Value* result = emitBuiltin(emission, at, symbol, {{value}, {}}, NamedValue(element));
  emitBuiltin(emission, at, aten::index_put_, {slice, NamedValue(list), NamedValue(result)});
}

void augmentElement(Emission& emission, const syntax::AugAssign& stmt,
                    const syntax::Subscript& target, Value* container) {
  SourceRange at = emission.rangeOf(stmt);
  auto index = indicesOf(target);
  TypePtr type = container->type();
  if (index.size() != 1) {
    throw CompileError(Rule::UnsupportedSliceAssignment, emission.rangeOf(*target.slice),
                       fmt::format("{} has a single index", type->annotation()));
  }
  if (!type->is(TypeKind::List) && !type->is(TypeKind::Dict)) {
    throw CompileError(Rule::UnsupportedTarget, emission.rangeOf(target),
                       fmt::format("elements of {} can't be assigned to", type->annotation()));
  }
  // For a dict, PyTorch chooses the operator by the key type, because it looks at the first
  // contained type.
  TypePtr element = type->element();
  if (index[0]->kind == ExprKind::Slice) {
    throw CompileError(Rule::UnsupportedSliceAssignment, emission.rangeOf(*index[0]),
                       "a slice of a list can't be assigned to")
        .note("build the list anew: `a[:i] + b + a[j:]`");
  }
  NamedValue self(emission.rangeOf(*target.value), container, type->str());
  NamedValue key(emission.rangeOf(*target.slice), emitExpr(emission, *index[0]), "idx");
  NamedValue value(emission.rangeOf(*stmt.value), emitExpr(emission, *stmt.value), "value");
  Value* item = emitBuiltin(emission, at, aten::__getitem__, {self, key});
  Value* result = emitBuiltin(emission, at, augmentedSymbol(stmt.op, element),
                              {{NamedValue(item), value}, {}}, {}, augmented(stmt.op).sign);
  emitBuiltin(emission, at, aten::_set_item, {self, key, NamedValue(result)});
}

}  // namespace

}  // namespace ts::compiler
