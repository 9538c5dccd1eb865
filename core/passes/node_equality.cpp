#include "core/passes/node_equality.h"

#include <algorithm>
#include <type_traits>

#include "core/base/hash.h"
#include "core/ir/kinds.h"

namespace ts::passes {

using ir::AttributeValue;
using ir::Node;
using types::Constant;

namespace {

bool sameConstant(const Constant& a, const Constant& b) {
  if (a.isReal() && b.isReal()) return a.toReal() == b.toReal();
  if (a.isComplex() && b.isComplex()) return a.toComplex() == b.toComplex();
  if (a.isContainer() && b.isContainer()) {
    return std::equal(a.elements().begin(), a.elements().end(), b.elements().begin(),
                      b.elements().end(), sameConstant);
  }
  return identical(a, b);
}

bool sameAttribute(const AttributeValue& a, const AttributeValue& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        const T& other = std::get<T>(b);
        if constexpr (std::is_same_v<T, ir::GraphPtr>) {
          return false;
        } else if constexpr (std::is_same_v<T, Constant>) {
          return sameConstant(value, other);
        } else {
          return value == other;
        }
      },
      a);
}

}  // namespace

bool computeTheSame(const Node* a, const Node* b) {
  if (a == b) return true;
  if (a->kind() != b->kind()) return false;
  auto sameType = [](const ir::Value* x, const ir::Value* y) { return x->type() == y->type(); };
  if (!std::equal(a->outputs().begin(), a->outputs().end(), b->outputs().begin(),
                  b->outputs().end(), sameType)) {
    return false;
  }
  if (!std::equal(a->inputs().begin(), a->inputs().end(), b->inputs().begin(), b->inputs().end()))
    return false;
  // The scope in which a trace recorded a node doesn't affect its result.
  static const Symbol kScope = Symbol::intern("scope");
  auto count = [](const Node* node) {
    return node->attributes().size() - node->hasAttribute(kScope);
  };
  if (count(a) != count(b)) return false;
  return std::all_of(a->attributes().begin(), a->attributes().end(),
                     [&](const ir::Attribute& attribute) {
                       if (attribute.name == kScope) return true;
                       const AttributeValue* other = b->attribute(attribute.name);
                       return other != nullptr && sameAttribute(attribute.value, *other);
                     });
}

size_t computationHash(const Node* node) {
  size_t hash = node->kind().hash();
  for (const ir::Value* output : node->outputs())
    hash = mixed(hash, static_cast<size_t>(output->type()->kind()));
  for (const ir::Value* input : node->inputs()) hash = mixed(hash, input->unique());
  if (node->is(ir::prim::Constant)) {
    auto value = ir::constantOf(node->output());
    // 0.0 and -0.0 are equal without being identical.
    if (value && value->isReal()) {
      hash = mixed(hash, std::hash<double>()(value->toReal()));
    } else if (value && (value->isInt() || value->isBool() || value->isString())) {
      hash = mixed(hash, value->hash());
    }
  }
  return hash;
}

}  // namespace ts::passes
