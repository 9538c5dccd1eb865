#include "core/passes/type_sources.h"

#include "core/ir/kinds.h"

namespace ts::passes {

using ir::Block;
using ir::Node;
using ir::Value;
using types::TypePtr;
namespace prim = ir::prim;

namespace {

constexpr uint32_t kUnknown = UINT32_MAX;
constexpr int kMostSteps = 100;

// The corresponding output of the other branch: a branch that raises has values of the other
// branch's types. Returns null if there is none.
const Value* counterpart(const Value* value) {
  for (const ir::Use& use : value->uses()) {
    const Block* block = use.user->owningBlock();
    const Node* owner = block->owningNode();
    if (use.user != block->returnNode() || owner == nullptr || !owner->is(prim::If)) continue;
    const Block* other = owner->block(owner->block(0) == block ? 1 : 0);
    if (use.offset < other->outputs().size()) return other->outputs()[use.offset];
  }
  return nullptr;
}

}  // namespace

void TypeSources::record(const Value* value, Id source) {
  if (value->unique() >= ofValue_.size()) ofValue_.resize(value->unique() + 32, kUnknown);
  ofValue_[value->unique()] = source;
}

bool TypeSources::same(Id a, Id b) const {
  while (a != b) {
    if (!sources_[a].isLike(sources_[b])) return false;
    a = sources_[a].inner;
    b = sources_[b].inner;
  }
  return true;
}

TypeSources::Id TypeSources::make(Source source) {
  sources_.push_back(source);
  return static_cast<Id>(sources_.size() - 1);
}

TypeSources::Id TypeSources::of(const Value* value, int depth) {
  if (value->unique() < ofValue_.size() && ofValue_[value->unique()] != kUnknown)
    return ofValue_[value->unique()];
  const Node* node = value->node();
  auto own = [&] { return make({From::Value, value->unique()}); };
  if (depth > kMostSteps) return own();
  auto of = [&](const Value* other) { return this->of(other, depth + 1); };
  auto member = [&](From from) {
    return make({from, 0, types::cast<types::ClassType>(node->input(0)->type()),
                 node->owningGraph()->name(node->get<std::string>(ir::attr::name))});
  };
  size_t index = value->offset();
  if (node->is(prim::Param)) {
    const Node* owner = node->owningBlock()->owningNode();
    // A carried value has the type of its initial value.
    if (owner != nullptr && owner->is(prim::Loop) && index > 0) return of(owner->input(index + 1));
    return own();
  }
  if (node->is(prim::unchecked_cast)) {
    TypePtr from = node->input(0)->type();
    bool refined = from->is(types::TypeKind::Optional) && from->element() == value->type();
    if (!refined) return own();
    Id optional = of(node->input(0));
    return sources_[optional].from == From::Optional
               ? sources_[optional].inner
               : make({From::Element, 0, nullptr, nullptr, optional});
  }
  if (node->is(prim::Uninitialized)) {
    const Value* other = counterpart(value);
    return other != nullptr && !other->node()->is(prim::Uninitialized) ? of(other) : own();
  }
  if (node->is(prim::TupleUnpack)) {
    Id tuple = of(node->input(0));
    return make({From::Part, index, nullptr, nullptr, tuple});
  }
  if (node->is(prim::Loop)) return of(node->input(index + 2));
  if (node->is(prim::If))
    return ofBranches(node->block(0)->outputs()[index], node->block(1)->outputs()[index], depth);
  if (node->is(prim::CallMethod)) return member(From::MethodResult);
  if (node->is(prim::CallFunction)) return make({From::FunctionResult, node->input(0)->unique()});
  if (node->is(prim::GetAttr)) return member(From::Attribute);
  return own();
}

TypeSources::Id TypeSources::ofBranches(const Value* onTrue, const Value* onFalse, int depth) {
  auto of = [&](const Value* value) { return this->of(value, depth + 1); };
  if (onTrue->node()->is(prim::Uninitialized)) return of(onFalse);
  if (onFalse->node()->is(prim::Uninitialized)) return of(onTrue);
  bool trueIsNone = onTrue->type()->is(types::TypeKind::None),
       falseIsNone = onFalse->type()->is(types::TypeKind::None);
  auto optionalOf = [&](const Value* value) {
    Id inner = of(value);
    return value->type()->is(types::TypeKind::Optional)
               ? inner
               : make({From::Optional, 0, nullptr, nullptr, inner});
  };
  if (trueIsNone && !falseIsNone) return optionalOf(onFalse);
  if (falseIsNone && !trueIsNone) return optionalOf(onTrue);
  if (types::isSubtype(onTrue->type(), onFalse->type())) return of(onFalse);
  return of(onTrue);
}

}  // namespace ts::passes
