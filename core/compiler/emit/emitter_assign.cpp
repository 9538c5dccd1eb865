// Assignments of all kinds.
#include <fmt/format.h>

#include "core/base/torch_profile.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/emitter.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::ExprKind;
using syntax::Operator;
using types::TypeKind;

namespace {

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

void Emitter::emitAssign(const syntax::Assign& stmt) {
  SourceRange at = rangeOf(stmt);
  if (stmt.targets.size() == 1) return emitSingleAssign(at, *stmt.targets[0], *stmt.value, nullptr);
  // a = b = value: the value is emitted once, then assigned to the targets from left to right.
  SourceRange valueAt = rangeOf(*stmt.value);
  std::string temporary = temporaryName("$tmp_assign_");
  scope_->set(temporary, valueAt, emitSugared(*stmt.value, 1));
  const Expr* name = makeName(temporary, stmt.value->span);
  for (const Expr* target : stmt.targets) emitSingleAssign(at, *target, *name, nullptr);
}

void Emitter::emitAnnAssign(const syntax::AnnAssign& stmt) {
  if (!stmt.value) throw CompileError::alreadyReported();  // reported by frontend_check already
  emitSingleAssign(rangeOf(stmt), *stmt.target, *stmt.value, stmt.annotation);
}

void Emitter::emitSingleAssign(SourceRange at, const Expr& target, const Expr& value,
                               const Expr* annotation) {
  switch (target.kind) {
    case ExprKind::Name: {
      TypePtr type = annotation ? resolveType(*annotation) : nullptr;
      if (type && type->isUnknown()) failed_ = true;
      SugaredPtr sugared = emitSugared(value, 1, type);
      scope_->set(syntax::as<syntax::Name>(target).id, rangeOf(target), std::move(sugared), type);
      return;
    }
    case ExprKind::Tuple:
    case ExprKind::List: {
      const auto& tuple = syntax::as<syntax::Sequence>(target);
      if (target.kind == ExprKind::List) {
        throw CompileError(Rule::UnsupportedTarget, rangeOf(target),
                           "a list can't be assigned to: write a tuple");
      }
      bool starred = validateTargets(tuple.elts, rangeOf(target));
      size_t binders = tuple.elts.size() - (starred ? 1 : 0);
      SugaredPtr sugared = emitSugared(value, binders);
      return assignTuple(tuple, sugared, rangeOf(value), binders, starred);
    }
    case ExprKind::Attribute: {
      const auto& attribute = syntax::as<syntax::Attribute>(target);
      TypePtr type = annotation ? resolveType(*annotation) : nullptr;
      SugaredPtr object = emitSugared(*attribute.value, 1);
      Value* made = emitSugared(value, 1, type)->asValue(*this, rangeOf(value));
      object->setAttr(*this, at, attribute.attr.text, made);
      return;
    }
    case ExprKind::Subscript:
      return assignSubscript(at, syntax::as<syntax::Subscript>(target),
                             [&] { return named(value); });
    default:
      throw CompileError(Rule::UnsupportedTarget, rangeOf(target), "this can't be assigned to");
  }
}

void Emitter::assignTo(const Expr& target, const SugaredPtr& value, SourceRange at) {
  Expr* targets[] = {const_cast<Expr*>(&target)};
  assignAll(targets, {value}, at, 1);
}

// Checks that at most one target is starred and that it is not the only one. Returns true when a
// target is starred.
bool Emitter::validateTargets(syntax::List<Expr*> targets, SourceRange at) {
  size_t plain = 0;
  size_t starred = 0;
  for (const Expr* target : targets) {
    switch (target->kind) {
      case ExprKind::Name:
      case ExprKind::Subscript:
      case ExprKind::Tuple:
      case ExprKind::Attribute: ++plain; break;
      case ExprKind::Starred: ++starred; break;
      default:
        throw CompileError(Rule::UnsupportedTarget, rangeOf(*target), "this can't be assigned to");
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

void Emitter::assignTuple(const syntax::Sequence& target, const SugaredPtr& value, SourceRange at,
                          size_t binders, bool starred) {
  if (Value* plain = asSimple(value); plain && plain->type()->isUnknown()) return poison(target);
  if (value->isUnknown()) return poison(target);
  auto values = value->asTuple(*this, at, starred ? std::nullopt : std::optional<size_t>(binders));
  if (values.size() < binders || (values.size() > binders && !starred)) {
    throw CompileError(
        Rule::UnpackCount, rangeOf(target),
        fmt::format("{}{} values are needed to unpack into these targets, but there {} {}",
                    starred ? "at least " : "", binders, values.size() == 1 ? "is" : "are",
                    values.size()));
  }
  assignAll(target.elts, values, at, binders);
}

void Emitter::assignAll(syntax::List<Expr*> targets, const std::vector<SugaredPtr>& values,
                        SourceRange at, size_t binders) {
  size_t i = 0;
  for (const Expr* target : targets) {
    switch (target->kind) {
      case ExprKind::Subscript: {
        SugaredPtr value = values[i++];
        assignSubscript(at, syntax::as<syntax::Subscript>(*target),
                        [&] { return NamedValue(at, value->asValue(*this, at)); });
        break;
      }
      case ExprKind::Name:
        scope_->set(syntax::as<syntax::Name>(*target).id, rangeOf(*target), values[i++]);
        break;
      case ExprKind::Starred: {
        const auto* name =
            syntax::dynCast<syntax::Name>(syntax::as<syntax::Starred>(*target).value);
        if (!name)
          throw CompileError(Rule::UnsupportedTarget, rangeOf(*target),
                             "only a variable can be a starred target");
        size_t taken = values.size() - binders;
        std::vector<Value*> packed;
        for (size_t k = 0; k < taken; ++k)
          packed.push_back(values[i + k]->asValue(*this, rangeOf(*target)));
        Value* tuple = graph_->insertNode(graph_->createTuple(packed))->output();
        scope_->set(name->id, rangeOf(*name), tuple);
        i += taken;
        break;
      }
      case ExprKind::Tuple: {
        const auto& inner = syntax::as<syntax::Sequence>(*target);
        bool starred = validateTargets(inner.elts, rangeOf(*target));
        assignTuple(inner, values[i++], at, inner.elts.size() - (starred ? 1 : 0), starred);
        break;
      }
      case ExprKind::Attribute: {
        const auto& attribute = syntax::as<syntax::Attribute>(*target);
        SugaredPtr object = emitSugared(*attribute.value, 1);
        Value* value = values[i++]->asValue(*this, at);
        object->setAttr(*this, at, attribute.attr.text, value);
        break;
      }
      default:
        throw CompileError(Rule::UnsupportedTarget, rangeOf(*target), "this can't be assigned to");
    }
  }
}

NamedValue Emitter::toTensor(const NamedValue& value, const NamedValue& like) {
  switch (value.type()->kind()) {
    case TypeKind::Number:
    case TypeKind::Int:
    case TypeKind::Bool:
    case TypeKind::Float:
    case TypeKind::Complex: {
      Value* dtype = emitBuiltin(*this, {}, Symbol::intern("prim::dtype"), {like});
      Value* device = emitBuiltin(*this, {}, Symbol::intern("prim::device"), {like});
      CallArguments arguments{{value},
                              {NamedValue({}, dtype, "dtype"), NamedValue({}, device, "device")}};
      return {value.at, emitBuiltin(*this, {}, aten::tensor, arguments)};
    }
    default: return value;
  }
}

void Emitter::assignSubscript(SourceRange at, const syntax::Subscript& target,
                              const std::function<NamedValue()>& makeValue) {
  // Python evaluates the value before the container.
  NamedValue value = makeValue();
  Value* container = emitExpr(*target.value);
  auto index = indices(target);
  SourceRange targetAt = rangeOf(target);
  if (container->type()->isUnknown() || value.type()->isUnknown()) return;
  if (types::isSubtype(container->type(), types::tensorType())) {
    Indexed indexed = emitIndexing(targetAt, container, index);
    NamedValue slice(targetAt, indexed.value);
    NamedValue converted = toTensor(value, slice);
    if (indexed.tensors.empty()) {
      emitBuiltin(*this, at, aten::copy_, {slice, converted});
      return;
    }
    Value* list = graph_
                      ->insertNode(graph_->createList(types::optionalOf(types::tensorType()),
                                                      indexed.tensors))
                      ->output();
    emitBuiltin(*this, at, aten::index_put_, {slice, NamedValue(list), converted});
    return;
  }
  if (index.size() != 1 || index[0]->kind == ExprKind::Slice) {
    throw CompileError(Rule::UnsupportedSliceAssignment, rangeOf(*index[0]),
                       "a slice of a list can't be assigned to")
        .note("assign element by element, or build the list anew: `a[:i] + b + a[j:]`");
  }
  if (container->type()->is(TypeKind::Tuple) || container->type()->is(TypeKind::AnyTuple)) {
    throw CompileError(Rule::TupleIsImmutable, targetAt,
                       fmt::format("elements of {} can't be assigned to: a tuple never changes",
                                   container->type()->annotation()));
  }
  std::vector<NamedValue> arguments{NamedValue(rangeOf(*target.value), container, "self"),
                                    NamedValue(rangeOf(*index[0]), emitExpr(*index[0]), "idx"),
                                    value};
  MagicMethod("__setitem__", std::make_shared<BuiltinFunction>(aten::_set_item))
      .call(*this, at, {arguments, {}}, 0);
}

void Emitter::emitAugAssign(const syntax::AugAssign& stmt) {
  const Expr& target = *stmt.target;
  switch (target.kind) {
    case ExprKind::Name: {
      Value* result = augment(stmt, emitExpr(target));
      scope_->set(syntax::as<syntax::Name>(target).id, rangeOf(target), result);
      return;
    }
    case ExprKind::Attribute: {
      const auto& attribute = syntax::as<syntax::Attribute>(target);
      SugaredPtr object = emitSugared(*attribute.value, 1);
      Value* value = object->attr(*this, rangeOf(target), attribute.attr.text)
                         ->asValue(*this, rangeOf(target));
      object->setAttr(*this, rangeOf(stmt), attribute.attr.text, augment(stmt, value));
      return;
    }
    case ExprKind::Subscript: return augmentSubscript(stmt, syntax::as<syntax::Subscript>(target));
    default:
      throw CompileError(Rule::UnsupportedTarget, rangeOf(target), "this can't be assigned to");
  }
}

Value* Emitter::augment(const syntax::AugAssign& stmt, Value* target) {
  SourceRange at = rangeOf(stmt);
  if (const auto* type = types::cast<types::ClassType>(target->type())) {
    const AugmentedOperator& entry = augmented(stmt.op);
    Value* value = emitExpr(*stmt.value);
    for (const char* method : {entry.inPlaceMethod, entry.method}) {
      if (method && type->method(method)) {
        return MethodValue(target, method)
            .call(*this, at, {{NamedValue(value)}, {}}, 0)
            ->asValue(*this, at);
      }
    }
    throw CompileError(Rule::MissingOperatorMethod, at,
                       entry.method
                           ? fmt::format("{} has neither {} nor {}", type->annotation(),
                                         entry.inPlaceMethod, entry.method)
                           : fmt::format("{} doesn't support this operator", type->annotation()));
  }
  Value* value = emitExpr(*stmt.value);
  if (target->type()->isUnknown()) return target;
  return emitBuiltin(
      *this, at, augmentedSymbol(stmt.op, target->type()),
      {{NamedValue(rangeOf(*stmt.target), target), NamedValue(rangeOf(*stmt.value), value)}, {}},
      {}, augmented(stmt.op).sign);
}

void Emitter::augmentSubscript(const syntax::AugAssign& stmt, const syntax::Subscript& target) {
  Value* container = emitExpr(*target.value);
  if (container->type()->isUnknown()) {
    emitExpr(*stmt.value);
    return;
  }
  if (!types::isSubtype(container->type(), types::tensorType()))
    return augmentElement(stmt, target, container);
  SourceRange at = rangeOf(stmt);
  Indexed indexed = emitIndexing(rangeOf(target), container, indices(target));
  NamedValue slice(rangeOf(target), indexed.value, "self");
  NamedValue value = named(*stmt.value);
  Symbol symbol = augmentedSymbol(stmt.op, container->type());
  if (indexed.tensors.empty()) {
    emitBuiltin(*this, at, symbol, {{value}, {}}, slice, augmented(stmt.op).sign);
    return;
  }
  Value* list =
      graph_
          ->insertNode(graph_->createList(types::optionalOf(types::tensorType()), indexed.tensors))
          ->output();
  Value* element = emitBuiltin(*this, at, aten::index, {slice, NamedValue(list)});
  Value* result = emitBuiltin(*this, at, symbol, {{value}, {}}, NamedValue(element));
  emitBuiltin(*this, at, aten::index_put_, {slice, NamedValue(list), NamedValue(result)});
}

void Emitter::augmentElement(const syntax::AugAssign& stmt, const syntax::Subscript& target,
                             Value* container) {
  SourceRange at = rangeOf(stmt);
  auto index = indices(target);
  TypePtr type = container->type();
  if (index.size() != 1) {
    throw CompileError(Rule::UnsupportedSliceAssignment, rangeOf(*target.slice),
                       fmt::format("{} has a single index", type->annotation()));
  }
  if (!type->is(TypeKind::List) && !type->is(TypeKind::Dict)) {
    throw CompileError(Rule::UnsupportedTarget, rangeOf(target),
                       fmt::format("elements of {} can't be assigned to", type->annotation()));
  }
  // For a dict, PyTorch chooses the operator by the key type, because it looks at the first
  // contained type.
  TypePtr element = type->element();
  if (index[0]->kind == ExprKind::Slice) {
    throw CompileError(Rule::UnsupportedSliceAssignment, rangeOf(*index[0]),
                       "a slice of a list can't be assigned to")
        .note("build the list anew: `a[:i] + b + a[j:]`");
  }
  NamedValue self(rangeOf(*target.value), container, type->str());
  NamedValue key(rangeOf(*target.slice), emitExpr(*index[0]), "idx");
  NamedValue value(rangeOf(*stmt.value), emitExpr(*stmt.value), "value");
  Value* item = emitBuiltin(*this, at, aten::__getitem__, {self, key});
  Value* result = emitBuiltin(*this, at, augmentedSymbol(stmt.op, element),
                              {{NamedValue(item), value}, {}}, {}, augmented(stmt.op).sign);
  emitBuiltin(*this, at, aten::_set_item, {self, key, NamedValue(result)});
}

}  // namespace ts::compiler
