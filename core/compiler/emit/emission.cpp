#include "core/compiler/emit/emission.h"

#include <algorithm>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/function_bodies.h"
#include "core/passes/result.h"

namespace ts::compiler {

Emission::Emission(FunctionBodies& bodies, const PyFunction& source, ir::Function& function,
                   const types::ClassType* self)
    : bodies_(bodies),
      context_(bodies.context()),
      source_(source),
      function_(function),
      self_(self),
      file_(source.module->tree->file.get()),
      graph_(std::make_shared<ir::Graph>()) {
  function_.graph = graph_;
  graph_->keep(source.module->tree->file);
}

Emission::~Emission() = default;

ModuleCompiler& Emission::modules() { return bodies_.modules(); }
MethodReuse& Emission::reuse() { return bodies_.reuse(); }
KnownMeanings& Emission::meanings() { return bodies_.meanings(); }

SourceRange Emission::defRange() const {
  // PyTorch's range is the `def` keyword, without decorators.
  Span header = source_.def->headerSpan;
  return {file_, {header.begin, std::min(header.begin + 3, header.end)}};
}

void Emission::report(const CompileError& error) {
  fail();
  if (!error.silent) context_.report(error.diagnostic);
}

void Emission::report(const passes::PassError& error) {
  report(CompileError(error.rule, error.range ? error.range : defRange(), error.message));
}

ir::Value* Emission::unknown() {
  fail();
  return graph_->insertNode(graph_->createUninitialized(types::unknownType()))->output();
}

std::vector<ir::Value*> Emission::tupleUnpack(ir::Value* tuple) {
  // A tuple that was just constructed has its elements as inputs: no unpack node is needed.
  if (tuple->node()->is(ir::prim::TupleConstruct)) {
    auto inputs = tuple->node()->inputs();
    return {inputs.begin(), inputs.end()};
  }
  ir::Node* node = graph_->insertNode(graph_->createTupleUnpack(tuple));
  return {node->outputs().begin(), node->outputs().end()};
}

bool Emission::initializes(const types::ClassType* type) const {
  return self_ == type && source_.def->name.text == "__init__";
}

ir::TypePtr Emission::resolveType(const syntax::Expr& annotation) {
  ResolvedType resolved = context_.annotations().resolve(annotation, *source_.scope, *file_);
  if (resolved.error) throw CompileError(*std::move(resolved.error));
  return resolved.type;
}

const syntax::Expr* Emission::makeName(std::string_view id, Span span) {
  auto* name = walk.trees.make<syntax::Name>();
  name->span = span;
  name->kind = syntax::ExprKind::Name;
  name->id = walk.trees.copy(id);
  name->ctx = syntax::Context::Load;
  return name;
}

Emission::EnteredScope::EnteredScope(Emission& emission, ir::Block* block, bool startsDef)
    : scope(std::make_shared<BlockScope>(emission, block, emission.scope_)),
      emission_(emission),
      startsDef_(startsDef) {
  if (startsDef) emission.defs_.emplace_back();
  emission.scope_ = scope;
}

Emission::EnteredScope::~EnteredScope() {
  emission_.scope_ = scope->outer();
  if (startsDef_) emission_.defs_.pop_back();
}

}  // namespace ts::compiler
