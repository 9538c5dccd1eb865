#include "core/ide/calls.h"

#include <algorithm>

#include "core/syntax/ast_walk.h"

namespace ts::ide {

namespace {

using namespace syntax;
using index::kNone;

bool isCallable(const Definition& definition) {
  return !definition.isModule() && (definition.info().function || definition.info().cls);
}

struct Callees {
  std::vector<const Expr*> found;

  template <typename Node>
  void operator()(const Node& node) {
    look(node);
    forEachChild(node, *this);
  }
  void look(const Stmt&) {}
  void look(const Pattern&) {}
  void look(const Expr& node) {
    if (const auto* call = dynCast<Call>(&node)) found.push_back(call->func);
  }
};

Span nameOf(const Expr& callee) {
  const auto* attribute = dynCast<Attribute>(&callee);
  return attribute ? attribute->attr.span : callee.span;
}

void add(std::vector<CallSites>& all, const Definition& function, Span span) {
  const auto known = std::find_if(all.begin(), all.end(), [&](const CallSites& one) { return one.function == function; });
  if (known != all.end()) {
    known->spans.push_back(span);
  } else {
    all.push_back({function, {span}});
  }
}

// The function around a place; the module where there is none.
Definition functionAround(const DocumentPtr& document, uint32_t offset) {
  const index::FileIndex& index = *document->index;
  for (index::ScopeId scope = index.scopeAt(offset); scope != kNone; scope = index.scope(scope).parent) {
    const bool isFunction = index.scope(scope).kind == index::ScopeKind::Function;
    if (isFunction && index.scope(scope).owner != kNone) return {document, index.scope(scope).owner};
  }
  return {document};
}

}  // namespace

std::optional<Definition> callableAt(Resolver& resolver, const DocumentPtr& document, uint32_t offset) {
  auto found = resolver.at(document, offset);
  if (!found || !isCallable(*found)) return std::nullopt;
  return found;
}

std::vector<CallSites> callersOf(Resolver& resolver, Library& library, const driver::Snapshot& snapshot, const Definition& callee,
                                 const std::vector<std::string>& files, const std::function<bool()>& stop) {
  std::vector<CallSites> callers;
  DocumentPtr looked;
  Callees callees;
  for (const Place& place : uses(resolver, library, snapshot, callee, files, stop)) {
    if (place.document != looked) {
      looked = place.document;
      callees = {};
      for (const Stmt* statement : looked->tree().body) callees(*statement);
    }
    const bool isCalled = std::any_of(callees.found.begin(), callees.found.end(), [&](const Expr* one) { return nameOf(*one) == place.span; });
    if (isCalled) add(callers, functionAround(place.document, place.span.begin), place.span);
  }
  return callers;
}

std::vector<CallSites> calledBy(Resolver& resolver, const Definition& caller) {
  Callees callees;
  if (caller.isModule()) {
    for (const Stmt* statement : caller.document->tree().body) callees(*statement);
  } else if (caller.info().function) {
    for (const Stmt* statement : caller.info().function->body) callees(*statement);
  } else if (caller.info().cls) {
    for (const Stmt* statement : caller.info().cls->body) callees(*statement);
  }
  std::vector<CallSites> called;
  for (const Expr* one : callees.found) {
    const auto definition = resolver.of(caller.document, one);
    if (definition && isCallable(*definition)) add(called, *definition, nameOf(*one));
  }
  return called;
}

}  // namespace ts::ide
