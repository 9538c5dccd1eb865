#include "core/ide/calls.h"

#include <algorithm>

#include "core/ide/walk.h"

namespace ts::ide {

namespace {

using namespace syntax;
using name_index::kNone;

bool isCallable(const Definition& definition) {
  return !definition.isModule() && (definition.info().function || definition.info().cls);
}

template <typename Statements>
std::vector<const Expr*> calleesIn(const Statements& statements) {
  std::vector<const Expr*> callees;
  forEachExpression(statements, [&](const Expr& node) {
    if (const auto* call = dynCast<Call>(&node)) callees.push_back(call->func);
  });
  return callees;
}

Span nameOf(const Expr& callee) {
  const auto* attribute = dynCast<Attribute>(&callee);
  return attribute ? attribute->attr.span : callee.span;
}

void add(std::vector<CallSites>& all, const Definition& function, Span span) {
  const auto entry = std::find_if(
      all.begin(), all.end(), [&](const CallSites& sites) { return sites.function == function; });
  if (entry != all.end()) {
    entry->spans.push_back(span);
  } else {
    all.push_back({function, {span}});
  }
}

// Returns the innermost function around the offset; the module when there is none.
Definition functionAround(const DocumentPtr& document, uint32_t offset) {
  const name_index::FileIndex& index = *document->index;
  for (name_index::ScopeId scope = index.scopeAt(offset); scope != kNone;
       scope = index.scope(scope).parent) {
    const bool isFunction = index.scope(scope).kind == name_index::ScopeKind::Function;
    if (isFunction && index.scope(scope).owner != kNone)
      return {document, index.scope(scope).owner};
  }
  return {document};
}

}  // namespace

std::optional<Definition> callableAt(Resolver& resolver, const DocumentPtr& document,
                                     uint32_t offset) {
  auto definition = resolver.at(document, offset);
  if (!definition || !isCallable(*definition)) return std::nullopt;
  return definition;
}

std::vector<CallSites> callersOf(Resolver& resolver, DocumentCache& documents,
                                 const driver::Snapshot& snapshot, const Definition& callee,
                                 const std::vector<std::string>& files,
                                 const std::function<bool()>& stop) {
  std::vector<CallSites> callers;
  DocumentPtr looked;
  std::vector<const Expr*> callees;
  for (const Reference& place :
       findReferences(resolver, documents, snapshot, callee, files, stop)) {
    if (place.document != looked) {
      looked = place.document;
      callees = calleesIn(looked->tree().body);
    }
    const bool isCalled = std::any_of(callees.begin(), callees.end(), [&](const Expr* callee) {
      return nameOf(*callee) == place.span;
    });
    if (isCalled) add(callers, functionAround(place.document, place.span.begin), place.span);
  }
  return callers;
}

std::vector<CallSites> calleesOf(Resolver& resolver, const Definition& caller) {
  std::vector<const Expr*> callees;
  if (caller.isModule()) {
    callees = calleesIn(caller.document->tree().body);
  } else if (caller.info().function) {
    callees = calleesIn(caller.info().function->body);
  } else if (caller.info().cls) {
    callees = calleesIn(caller.info().cls->body);
  }
  std::vector<CallSites> called;
  for (const Expr* callee : callees) {
    const auto definition = resolver.of(caller.document, callee);
    if (definition && isCallable(*definition)) add(called, *definition, nameOf(*callee));
  }
  return called;
}

}  // namespace ts::ide
