#include "core/compiler/emit/emitter.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/checks/declaration_checks.h"
#include "core/compiler/checks/eager_script_lints.h"
#include "core/compiler/checks/frontend_check.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/function_bodies.h"
#include "core/compiler/emit/module_value.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/passes/convert_to_ssa.h"
#include "core/passes/pipeline.h"
#include "core/shapes/check.h"

namespace ts::compiler {

using diag::Rule;
using ir::Value;

Emitter::Emitter(FunctionBodies& bodies, const PyFunction& source, ir::Function& function,
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

Emitter::~Emitter() = default;

ModuleCompiler& Emitter::modules() { return bodies_.modules(); }
MethodReuse& Emitter::reuse() { return bodies_.reuse(); }
KnownMeanings& Emitter::meanings() { return bodies_.meanings(); }

SourceRange Emitter::defRange() const {
  // PyTorch's range is the `def` keyword, without decorators.
  Span header = source_.def->headerSpan;
  return {file_, {header.begin, std::min(header.begin + 3, header.end)}};
}

void Emitter::report(const CompileError& error) {
  failed_ = true;
  if (!error.silent) context_.report(error.diagnostic);
}

void Emitter::report(const passes::PassError& error) {
  report(CompileError(error.rule, error.range ? error.range : defRange(), error.message));
}

Value* Emitter::unknown() {
  failed_ = true;
  return graph_->insertNode(graph_->createUninitialized(types::unknownType()))->output();
}

std::vector<Value*> Emitter::tupleUnpack(Value* tuple) {
  // A tuple that was just constructed has its elements as inputs: no unpack node is needed.
  if (tuple->node()->is(ir::prim::TupleConstruct)) {
    auto inputs = tuple->node()->inputs();
    return {inputs.begin(), inputs.end()};
  }
  ir::Node* node = graph_->insertNode(graph_->createTupleUnpack(tuple));
  return {node->outputs().begin(), node->outputs().end()};
}

bool Emitter::initializes(const types::ClassType* type) const {
  return self_ == type && source_.def->name.text == "__init__";
}

ir::TypePtr Emitter::resolveType(const Expr& annotation) {
  ResolvedType resolved = context_.annotations().resolve(annotation, *source_.scope, *file_);
  if (resolved.error) throw CompileError(*std::move(resolved.error));
  return resolved.type;
}

const syntax::Expr* Emitter::makeName(std::string_view id, Span span) {
  auto* name = arena_.make<syntax::Name>();
  name->span = span;
  name->kind = syntax::ExprKind::Name;
  name->id = arena_.copy(id);
  name->ctx = syntax::Context::Load;
  return name;
}

void Emitter::pushScope(ir::Block* block, bool startsDef) {
  if (startsDef) defs_.emplace_back();
  scope_ = std::make_shared<BlockScope>(*this, block, scope_);
}

std::shared_ptr<BlockScope> Emitter::popScope(bool endsDef) {
  auto old = scope_;
  scope_ = scope_->outer();
  if (endsDef) defs_.pop_back();
  return old;
}

bool Emitter::run() {
  size_t before = context_.sink().size();
  if (!source_.marks.drop && !source_.module->importer)
    checkFunction(*source_.module->tree, *source_.def, context_.sink());
  if (context_.sink().size() > before) failed_ = true;
  pushScope(graph_->block(), /*startsDef=*/true);
  emitDef();
  popScope(/*endsDef=*/true);
  bool wanted = context_.purpose() == Purpose::Graphs;
  if (!failed_ && wanted) finish();
  // Library code is not linted. A Sequential is checked where it is called.
  if (!failed_ && !wanted && !source_.module->name.starts_with("torch.")) {
    auto tell = [&](const diag::Diagnostic& found) { context_.report(found); };
    auto known = [&](const ir::Function* callee) {
      auto found = bodies_.shapes().find(callee);
      return found == bodies_.shapes().end() ? nullptr : &found->second;
    };
    if (auto summary = shapes::check(*graph_, known, tell); !summary.isEmpty())
      bodies_.shapes()[&function_] = std::move(summary);
    checkEagerScriptLints(*graph_, tell);
    checkTensorTypes(context_.problems(), source_);
    for (const diag::Diagnostic& found : lints_) tell(found);
    // Errors about leaving a with statement are found only when control flow is converted to SSA.
    if (auto refused = hasWith_ ? passes::convertToSsa(*graph_) : std::nullopt) report(*refused);
  }
  if (failed_ || !wanted) function_.graph = nullptr;
  return !failed_;
}

void Emitter::emitDef() {
  auto signature = context_.annotations().signature(source_, self_);
  for (size_t i = 0; i < signature.firstDefaultError; ++i)
    report(CompileError(signature.errors[i]));
  for (const ops::Argument& argument : signature.schema.arguments) {
    if (argument.type->isUnknown()) failed_ = true;
  }
  if (signature.hasReturn) defs_.back().declared = signature.schema.returns[0].type;
  function_.schema = std::move(signature.schema);
  // An unused function takes Any for each parameter, and its body is not compiled.
  if (source_.marks.drop) {
    for (ops::Argument& argument : function_.schema.arguments) argument.type = types::anyType();
  }
  emitFormals(function_.schema);
  if (source_.marks.drop) {
    SourceRange at = defRange();
    NamedValue message(at, constant(types::Constant::string("Cannot call @unused methods"), at));
    raise(at, ExceptionValue("builtins.RuntimeError").call(*this, at, {{message}, {}}, 1));
  } else {
    if (source_.marks.classMethod) bindClass();
    emitStatements(source_.def->body);
  }
  handleMissingReturn();
  emitOutput();
  for (size_t i = signature.firstDefaultError; i < signature.errors.size(); ++i)
    report(CompileError(signature.errors[i]));
}

void Emitter::emitFormals(const ops::FunctionSchema& signature) {
  const syntax::Arguments& parameters = *source_.def->args;
  std::vector<const syntax::Arg*> formals(parameters.args.begin(), parameters.args.end());
  formals.insert(formals.end(), parameters.kwonlyargs.begin(), parameters.kwonlyargs.end());
  size_t count = std::min(formals.size(), signature.arguments.size());
  for (size_t i = 0; i < count; ++i) {
    const ops::Argument& argument = signature.arguments[i];
    Value* input = graph_->addInput();
    bool isSelf = i == 0 && self_;
    if (isSelf || isMeaningful(argument.name)) input->setDebugName(argument.name);
    input->setType(isSelf ? self_ : argument.type);
    ConcreteModule* module = isSelf ? modules().of(self_) : nullptr;
    SugaredPtr variable = module ? std::make_shared<ModuleValue>(input, module) : simple(input);
    scope_->set(argument.name, {file_, formals[i]->arg.span}, variable);
  }
  for (const syntax::Arg* lost : parameters.posonlyargs) {
    SourceRange declared{file_, lost->arg.span};
    std::string name(lost->arg.text);
    scope_->setMissingError(name, [=](SourceRange use) {
      return CompileError(
                 Rule::UndefinedName, use,
                 fmt::format("'{}' is not defined: TorchScript drops positional-only parameters",
                             name))
          .label(declared, "declared before the '/'")
          .note("remove the '/' from the parameters");
    });
  }
  // These parameters have been reported already, so uses of them are silent.
  for (const syntax::Arg* variadic : {parameters.vararg, parameters.kwarg}) {
    if (variadic) poison(std::string(variadic->arg.text));
  }
}

void Emitter::bindClass() {
  const PyClass* cls = self_ ? context_.classes().pythonClass(self_) : nullptr;
  const syntax::Arguments& parameters = *source_.def->args;
  if (!cls || modules().of(self_) || parameters.args.empty()) return;
  const syntax::Identifier& parameter = parameters.args[0]->arg;
  scope_->set(parameter.text, {file_, parameter.span},
              emitSugared(*makeName(cls->def->name.text, parameter.span), 1));
}

void Emitter::handleMissingReturn() {
  DefContext& def = defs_.back();
  if (exits(graph_->block())) {
    if (!def.merged) def.merged = def.declared ? def.declared : types::noneType();
    return;
  }
  if (def.declared && !def.declared->is(types::TypeKind::None) && !def.declared->isUnknown()) {
    std::string type = def.declared->annotation();
    report(
        CompileError(Rule::MissingReturn, defRange(),
                     fmt::format("'{}' must return {} but its end can be reached without a return",
                                 source_.def->name.text, type))
            .note("return a value on every path, or raise an exception on those that have none"));
    def.merged = def.declared;
    return;
  }
  ir::WithInsertPoint guard(graph_->block());
  try {
    emitReturn(defRange(), nullptr);
  } catch (const CompileError& error) {
    report(error);
  }
}

void Emitter::emitOutput() {
  ir::TypePtr type = defs_.back().merged ? defs_.back().merged : types::unknownType();
  // The conversion to SSA adds the real return values. Until then the graph returns this
  // placeholder.
  Value* placeholder = graph_->insertNode(graph_->createUninitialized(type))->output();
  graph_->registerOutput(placeholder);
  function_.schema.returns.assign(1, ops::Argument{});
  function_.schema.returns[0].type = type;
}

void Emitter::finish() {
  if (auto refused = passes::finishEmitted(*graph_)) report(*refused);
}

}  // namespace ts::compiler
