#include "core/compiler/emit/containers.h"

#include <fmt/format.h>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/calls.h"
#include "core/compiler/emit/control_flow.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/expressions.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::ExprKind;
using types::TypeKind;

// Narrows a type hint. A Union with one container of the wanted kind narrows to that container.
// With several such containers, the elements decide between the candidates.
struct UnionHint {
  TypePtr refined = nullptr;
  TypePtr cast = nullptr;  // the Union or Optional that the container is finally cast to
  std::vector<TypePtr> candidates;

  // mayMiss: a hint without such a container is ignored instead of being an error.
  UnionHint(TypePtr hint, TypeKind wanted, TypeKind generic, SourceRange at, bool mayMiss = false)
      : refined(hint) {
    if (!hint) return;
    if (hint->is(TypeKind::Union)) {
      cast = hint;
      std::vector<TypePtr> typeList;
      for (TypePtr member : hint->contained()) {
        if (member->is(wanted) || member->is(generic)) typeList.push_back(member);
      }
      if (typeList.empty() && !mayMiss) throw mismatch(hint, wanted, at);
      if (typeList.size() == 1) {
        refined = typeList[0];
      } else {
        candidates = std::move(typeList);
      }
    } else if (hint->is(TypeKind::Optional)) {
      cast = hint;
      refined = hint->element();
    }
    if (mayMiss || !candidates.empty()) return;
    if (!refined->is(wanted) && !refined->is(TypeKind::Any)) throw mismatch(hint, wanted, at);
  }

  static CompileError mismatch(TypePtr hint, TypeKind wanted, SourceRange at) {
    return CompileError(
        Rule::AnnotationMismatch, at,
        fmt::format("this is a {}, but {} is expected here",
                    wanted == TypeKind::List ? "list" : "dict", hint->annotation()));
  }
};

namespace {

CompileError noCandidate(TypePtr hint, const std::string& text, SourceRange at) {
  return CompileError(Rule::AnnotationMismatch, at,
                      fmt::format("none of the members of {} holds {}", hint->annotation(), text));
}

TypePtr chooseList(const std::vector<TypePtr>& candidates, TypePtr hint, TypePtr element,
                   SourceRange at) {
  TypePtr widest = nullptr;
  for (TypePtr candidate : candidates) {
    if (!types::isSubtype(element, candidate->element())) continue;
    widest = widest ? types::unify(widest, candidate->element()) : candidate->element();
  }
  if (!widest) throw noCandidate(hint, fmt::format("a list of {}", element->annotation()), at);
  return types::listOf(widest);
}

TypePtr chooseDict(const std::vector<TypePtr>& candidates, TypePtr hint, TypePtr key, TypePtr value,
                   SourceRange at) {
  TypePtr chosen = nullptr;
  for (TypePtr candidate : candidates) {
    if (!types::isSubtype(key, candidate->element(0)) ||
        !types::isSubtype(value, candidate->element(1)))
      continue;
    if (!chosen || (types::isSubtype(chosen->element(0), candidate->element(0)) &&
                    types::isSubtype(chosen->element(1), candidate->element(1)))) {
      chosen = candidate;
    }
  }
  if (!chosen)
    throw noCandidate(
        hint, fmt::format("a dict of {} to {}", key->annotation(), value->annotation()), at);
  return chosen;
}

void checkKeyType(TypePtr key, SourceRange at) {
  switch (key->kind()) {
    case TypeKind::Int:
    case TypeKind::Bool:
    case TypeKind::Float:
    case TypeKind::Complex:
    case TypeKind::String:
    case TypeKind::Tensor:
    case TypeKind::Device:
    case TypeKind::Enum:
    case TypeKind::Any:
    case TypeKind::Unknown:
    case TypeKind::Var: return;
    default:
      throw CompileError(Rule::BadDictKey, at,
                         fmt::format("{} can't be the key of a dict", key->annotation()))
          .note("keys are int, bool, float, complex, str, Tensor or device");
  }
}

Value* castTo(Emission& emission, Value* value, TypePtr type) {
  ir::Node* node =
      emission.graph().insertNode(emission.graph().create(ir::prim::unchecked_cast, {value}));
  node->output()->setType(type);
  return node->output();
}

}  // namespace

Value* emitList(Emission& emission, const syntax::Sequence& list, TypePtr hint) {
  SourceRange at = emission.rangeOf(list);
  std::vector<Value*> elements = emitValues(emission, list.elts);
  // An empty literal that is used directly fits any list. Assigned to a variable without an
  // annotation, it becomes a list of tensors.
  if (elements.empty() && !hint) {
    ir::Node* node = emission.graph().insertNode(
        emission.graph().create(ir::prim::EmptyListLiteral)->setRange(at));
    node->output()->setType(types::listOf(types::tensorType()));
    return node->output();
  }
  if (hint && hint->isUnknown()) return emission.unknown();
  TypePtr element = types::tensorType();
  UnionHint narrowed(hint, TypeKind::List, TypeKind::AnyList, at);
  if (hint && narrowed.candidates.empty() && narrowed.refined->is(TypeKind::List))
    element = narrowed.refined->element();
  if (elements.empty() && !narrowed.candidates.empty()) {
    throw CompileError(
        Rule::AnnotationMismatch, at,
        fmt::format("an empty list may be any of the lists in {}: annotate it with one of them",
                    hint->annotation()));
  }
  if (!elements.empty()) {
    std::vector<TypePtr> typeList;
    for (Value* value : elements) {
      if (value->type()->isUnknown()) return value;
      typeList.push_back(value->type());
    }
    TypePtr elementHint = narrowed.refined && narrowed.refined->is(TypeKind::List)
                              ? narrowed.refined->element()
                              : nullptr;
    TypePtr unified = types::unify(typeList, /*defaultToUnion=*/true, elementHint);
    if (narrowed.candidates.empty() && narrowed.refined && !types::isSubtype(unified, element)) {
      throw CompileError(Rule::AnnotationMismatch, at,
                         fmt::format("{} is expected here, but the elements are {}",
                                     narrowed.refined->annotation(), unified->annotation()));
    }
    if (!narrowed.candidates.empty()) {
      narrowed.refined = chooseList(narrowed.candidates, hint, unified, at);
      element = narrowed.refined->element();
    }
    if (!narrowed.refined) element = unified;
  }
  Value* result =
      emission.graph().insertNode(emission.graph().createList(element, elements))->output();
  return narrowed.cast ? castTo(emission, result, narrowed.cast) : result;
}

Value* emitDict(Emission& emission, const syntax::Dict& dict, TypePtr hint) {
  SourceRange at = emission.rangeOf(dict);
  std::vector<Value*> keys;
  std::vector<Value*> elements;
  TypePtr valueType = nullptr;
  bool anyUnknown = hint && hint->isUnknown();
  for (size_t i = 0; i < dict.keys.size(); ++i) {
    if (!dict.keys[i])
      throw CompileError::alreadyReported();  // {**d}: reported by frontend_check already
    keys.push_back(emitExpr(emission, *dict.keys[i]));
    elements.push_back(emitExpr(emission, *dict.values[i]));
    anyUnknown |= keys[i]->type()->isUnknown() || elements[i]->type()->isUnknown();
    if (anyUnknown) continue;
    if (i > 0 && keys[i - 1]->type()->kind() != keys[i]->type()->kind()) {
      throw CompileError(
          Rule::MixedDictKeys, emission.rangeOf(*dict.keys[i]),
          fmt::format("the keys of a dict must all have one type: this is {}, the first is {}",
                      keys[i]->type()->annotation(), keys[0]->type()->annotation()));
    }
    valueType = i == 0 ? elements[i]->type()
                       : types::unify(valueType, elements[i]->type(), /*defaultToUnion=*/true);
  }
  if (anyUnknown) return emission.unknown();
  UnionHint narrowed(hint, TypeKind::Dict, TypeKind::Dict, at);
  if (!hint || (narrowed.candidates.empty() && narrowed.refined->is(TypeKind::Any))) {
    if (!keys.empty()) checkKeyType(keys[0]->type(), emission.rangeOf(*dict.keys[0]));
    narrowed.refined = keys.empty() ? types::dictOf(types::stringType(), types::tensorType())
                                    : types::dictOf(keys[0]->type(), valueType);
  }
  if (elements.empty() && !narrowed.candidates.empty()) {
    throw CompileError(
        Rule::AnnotationMismatch, at,
        fmt::format("an empty dict may be any of the dicts in {}: annotate it with one of them",
                    hint->annotation()));
  }
  if (!elements.empty()) {
    if (!narrowed.candidates.empty())
      narrowed.refined = chooseDict(narrowed.candidates, hint, keys[0]->type(), valueType, at);
    if (narrowed.refined->element(0) != keys[0]->type()) {
      throw CompileError(
          Rule::AnnotationMismatch, at,
          fmt::format("{} is expected here, but the keys are {}", narrowed.refined->annotation(),
                      keys[0]->type()->annotation()));
    }
    if (!types::isSubtype(valueType, narrowed.refined->element(1))) {
      throw CompileError(Rule::AnnotationMismatch, at,
                         fmt::format("{} is expected here, but the values are {}",
                                     narrowed.refined->annotation(), valueType->annotation()));
    }
  }
  ir::Node* node = emission.graph().insertNode(emission.graph().createDict(
      narrowed.refined->element(0), narrowed.refined->element(1), keys, elements));
  node->setRange(at);
  return narrowed.cast ? castTo(emission, node->output(), narrowed.cast) : node->output();
}

Value* emitListComp(Emission& emission, SourceRange at, const syntax::Expr& element,
                    const syntax::Expr& target, const syntax::Expr& iterable, TypePtr hint,
                    const SugaredPtr& over) {
  Value* list =
      emission.graph().insertNode(emission.graph().create(ir::prim::ListConstruct))->output();
  list->setType(types::listOf(types::tensorType()));
  if (hint && hint->isUnknown()) hint = nullptr;
  UnionHint narrowed(hint, TypeKind::List, TypeKind::AnyList, at);
  if (hint && narrowed.candidates.empty()) list->setType(narrowed.refined);
  // A comprehension's variables are local to it.
  ir::Node* scope =
      emission.graph().insertNode(emission.makeNode(ir::prim::LocalVariableScope, at, 0));
  ir::Block* block = scope->addBlock();
  {
    const Emission::EnteredScope entered(emission, block);
    ir::WithInsertPoint guard(block);
    bool first = true;
    auto body = [&] {
      Value* out = emitExpr(emission, element);
      if (out->type()->isUnknown()) {
        list->setType(types::unknownType());
        return;
      }
      if (first) list->setType(types::listOf(out->type()));
      first = false;
      if (list->type()->isUnknown()) return;
      bool isList = narrowed.refined && narrowed.refined->is(TypeKind::List);
      TypePtr unified = types::unify(list->type()->element(), out->type(), /*defaultToUnion=*/true,
                                     isList ? narrowed.refined->element() : nullptr);
      if (narrowed.candidates.empty() && isList &&
          !types::isSubtype(unified, narrowed.refined->element())) {
        throw CompileError(Rule::AnnotationMismatch, at,
                           fmt::format("{} is expected here, but the elements are {}",
                                       narrowed.refined->annotation(), unified->annotation()));
      }
      if (!narrowed.candidates.empty()) {
        narrowed.refined = chooseList(narrowed.candidates, hint, unified, at);
      } else if (!narrowed.refined) {
        narrowed.refined = types::listOf(unified);
      }
      list->setType(narrowed.refined);
      out->setType(narrowed.refined->is(TypeKind::List) ? narrowed.refined->element()
                                                        : out->type());
      emitBuiltin(emission, at, aten::append, {{NamedValue(at, out)}, {}},
                  NamedValue(at, list, "self"));
    };
    try {
      over ? emitForOver(emission, at, target, over, body)
           : emitFor(emission, at, target, iterable, body);
    } catch (const CompileError& error) {
      emission.report(error);
      list->setType(types::unknownType());
    }
  }
  return list;
}

Value* emitDictComp(Emission& emission, SourceRange at, const syntax::Expr& key,
                    const syntax::Expr& value, const syntax::Expr& target,
                    const syntax::Expr& iterable, TypePtr hint, const SugaredPtr& over) {
  Value* dict =
      emission.graph().insertNode(emission.graph().create(ir::prim::DictConstruct))->output();
  dict->setType(types::dictOf(types::stringType(), types::tensorType()));
  if (hint && hint->isUnknown()) hint = nullptr;
  UnionHint narrowed(hint, TypeKind::Dict, TypeKind::Dict, at);
  if (hint && narrowed.candidates.empty()) dict->setType(narrowed.refined);
  ir::Node* scope =
      emission.graph().insertNode(emission.makeNode(ir::prim::LocalVariableScope, at, 0));
  ir::Block* block = scope->addBlock();
  {
    const Emission::EnteredScope entered(emission, block);
    ir::WithInsertPoint guard(block);
    TypePtr keyType = nullptr;
    auto body = [&] {
      Value* k = emitExpr(emission, key);
      Value* v = emitExpr(emission, value);
      if (k->type()->isUnknown() || v->type()->isUnknown()) {
        dict->setType(types::unknownType());
        return;
      }
      if (k->type()->is(TypeKind::Union) || (keyType && keyType != k->type())) {
        throw CompileError(
            Rule::MixedDictKeys, at,
            fmt::format("the keys of a dict must all have one type, but {} is among them",
                        k->type()->annotation()));
      }
      checkKeyType(k->type(), emission.rangeOf(key));
      keyType = k->type();
      TypePtr result = types::dictOf(k->type(), v->type());
      dict->setType(result);
      if (hint && narrowed.candidates.empty() &&
          (!types::isSubtype(k->type(), narrowed.refined->element(0)) ||
           !types::isSubtype(v->type(), narrowed.refined->element(1)))) {
        throw CompileError(Rule::AnnotationMismatch, at,
                           fmt::format("{} is expected here, but this makes {}",
                                       narrowed.refined->annotation(), result->annotation()));
      }
      if (hint) {
        if (!narrowed.candidates.empty())
          narrowed.refined = chooseDict(narrowed.candidates, hint, k->type(), v->type(), at);
        dict->setType(narrowed.refined);
        k->setType(narrowed.refined->element(0));
        v->setType(narrowed.refined->element(1));
      }
      emitBuiltin(emission, at, aten::_set_item,
                  {NamedValue(at, dict, "self"), NamedValue(at, k), NamedValue(at, v)});
    };
    try {
      over ? emitForOver(emission, at, target, over, body)
           : emitFor(emission, at, target, iterable, body);
    } catch (const CompileError& error) {
      emission.report(error);
      dict->setType(types::unknownType());
    }
  }
  return narrowed.cast && narrowed.cast->is(TypeKind::Union) ? castTo(emission, dict, narrowed.cast)
                                                             : dict;
}

SugaredPtr emitListCall(Emission& emission, const syntax::Call& call, TypePtr hint) {
  SourceRange at = emission.rangeOf(call);
  if (call.args.empty()) {
    TypePtr type = hint ? hint : types::listOf(types::tensorType());
    if (type->isUnknown()) return simple(emission.unknown());
    if (!type->is(TypeKind::List)) throw UnionHint::mismatch(hint, TypeKind::List, at);
    return simple(
        emission.graph().insertNode(emission.graph().createList(type->element(), {}))->output());
  }
  // list(iterable) is [x for x in iterable].
  expectCount(emission, call, 1, 1);
  SugaredPtr iterable = emitSugared(emission, *call.args[0], 1);
  if (Value* value = asSimple(iterable);
      value && (value->type()->is(TypeKind::List) || value->type()->is(TypeKind::String))) {
    return simple(emitBuiltin(emission, at, aten::list, {NamedValue(value)}));
  }
  std::string iterName = emission.temporaryName("$_iter");
  emission.scope().set(iterName, at, iterable);
  std::string elementName = emission.temporaryName("$_elem");
  const syntax::Expr* element = emission.makeName(elementName, call.span);
  return simple(emitListComp(emission, at, *element, *element,
                             *emission.makeName(iterName, call.span), hint));
}

SugaredPtr emitDictCall(Emission& emission, const syntax::Call& call, TypePtr hint) {
  SourceRange at = emission.rangeOf(call);
  if (hint && hint->isUnknown()) hint = nullptr;
  UnionHint narrowed(hint, TypeKind::Dict, TypeKind::Dict, at, /*mayMiss=*/true);
  if (!narrowed.candidates.empty()) {
    throw CompileError(
        Rule::AnnotationMismatch, at,
        fmt::format("dict() may be any of the dicts in {}: annotate it with one of them",
                    hint->annotation()));
  }
  auto addKeywords = [&](Value* dict) {
    for (const syntax::Keyword* keyword : call.keywords) {
      SourceRange keywordAt = emission.rangeOf(*keyword->value);
      Value* key = emission.constant(types::Constant::string(std::string(keyword->arg.text)), at);
      Value* value = emitExpr(emission, *keyword->value);
      if (value->type()->isUnknown() || dict->type()->isUnknown()) continue;
      if (key->type() != dict->type()->element(0) ||
          !types::isSubtype(value->type(), dict->type()->element(1))) {
        throw CompileError(Rule::AnnotationMismatch, keywordAt,
                           fmt::format("{} can't hold a str key with a value of type {}",
                                       dict->type()->annotation(), value->type()->annotation()));
      }
      emitBuiltin(
          emission, keywordAt, aten::_set_item,
          {NamedValue(at, dict, "self"), NamedValue(keywordAt, key), NamedValue(keywordAt, value)});
    }
  };
  auto withCast = [&](Value* dict) {
    return simple(narrowed.cast && narrowed.cast->is(TypeKind::Union)
                      ? castTo(emission, dict, narrowed.cast)
                      : dict);
  };

  if (call.args.size() > 1) expectCount(emission, call, 0, 1);
  const syntax::Expr* source = call.args.empty() ? nullptr : call.args[0];
  if (source) {
    // A dict argument is copied. The hint may apply to the argument's elements, so emission is
    // tried with the hint and then without.
    size_t reported = emission.context().sink().size();
    bool failedBefore = emission.hasFailed();
    SugaredPtr value = tryEmitSugared(emission, *source, 1, hint);
    if (emission.context().sink().size() > reported) {
      emission.context().sink().rollBack(reported);
      emission.setFailed(failedBefore);
      value = emitSugared(emission, *source, 1);
    }
    if (Value* plain = asSimple(value); plain && plain->type()->is(TypeKind::Dict)) {
      bool literal =
          source->kind == ExprKind::Dict && syntax::as<syntax::Dict>(*source).keys.empty();
      if (!literal || call.keywords.empty()) {
        Value* dict = emitBuiltin(emission, at, aten::dict, {NamedValue(plain)});
        addKeywords(dict);
        return withCast(dict);
      }
    }
  }
  bool emptySource =
      source &&
      ((source->kind == ExprKind::List && syntax::as<syntax::Sequence>(*source).elts.empty()) ||
       (source->kind == ExprKind::Dict && syntax::as<syntax::Dict>(*source).keys.empty()));
  if (emptySource) source = nullptr;
  if (!source && call.keywords.empty()) {
    TypePtr type = narrowed.refined ? narrowed.refined
                                    : types::dictOf(types::stringType(), types::tensorType());
    if (!type->is(TypeKind::Dict)) throw UnionHint::mismatch(hint, TypeKind::Dict, at);
    return simple(
        emission.graph()
            .insertNode(emission.graph().createDict(type->element(0), type->element(1), {}, {}))
            ->output());
  }
  if (source && source->kind == ExprKind::DictComp) {
    const auto& comp = syntax::as<syntax::DictComp>(*source);
    Value* dict = emitDictComp(emission, at, *comp.key, *comp.value, *comp.generators[0]->target,
                               *comp.generators[0]->iter, narrowed.refined);
    addKeywords(dict);
    return simple(dict);
  }
  // Keyword arguments are appended to the source's pairs.
  const syntax::Expr* pairs = source;
  bool keywordsInList = !call.keywords.empty() && (!source || source->kind == ExprKind::List);
  if (keywordsInList) {
    std::vector<syntax::Expr*> all;
    if (source) {
      auto elements = syntax::as<syntax::Sequence>(*source).elts;
      all.assign(elements.begin(), elements.end());
    }
    for (const syntax::Keyword* keyword : call.keywords) {
      auto* key = emission.walk.trees.make<syntax::Constant>();
      key->kind = ExprKind::Constant;
      key->span = call.span;
      key->constant = syntax::ConstantKind::Str;
      key->text = keyword->arg.text;
      auto* pair = emission.walk.trees.make<syntax::Sequence>();
      pair->kind = ExprKind::Tuple;
      pair->span = call.span;
      pair->elts = emission.walk.trees.copy(std::vector<syntax::Expr*>{key, keyword->value});
      all.push_back(pair);
    }
    auto* list = emission.walk.trees.make<syntax::Sequence>();
    list->kind = ExprKind::List;
    list->span = call.span;
    list->elts = emission.walk.trees.copy(all);
    pairs = list;
  }
  SugaredPtr iterable = emitSugared(emission, *pairs, 1);
  std::string iterName = emission.temporaryName("$_iter");
  std::string keyName = emission.temporaryName("$_key");
  std::string valueName = emission.temporaryName("$_value");
  emission.scope().set(iterName, at, iterable);
  const syntax::Expr* key = emission.makeName(keyName, call.span);
  const syntax::Expr* value = emission.makeName(valueName, call.span);
  auto* target = emission.walk.trees.make<syntax::Sequence>();
  target->kind = ExprKind::Tuple;
  target->span = call.span;
  target->elts = emission.walk.trees.copy(
      std::vector<syntax::Expr*>{const_cast<syntax::Expr*>(key), const_cast<syntax::Expr*>(value)});
  Value* dict = emitDictComp(emission, at, *key, *value, *target,
                             *emission.makeName(iterName, call.span), narrowed.refined);
  if (!keywordsInList) addKeywords(dict);
  return withCast(dict);
}

}  // namespace ts::compiler
