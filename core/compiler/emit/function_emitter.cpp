#include "core/compiler/emit/function_emitter.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/checks/declaration_checks.h"
#include "core/compiler/checks/eager_script_lints.h"
#include "core/compiler/checks/folded_constants.h"
#include "core/compiler/checks/frontend_check.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/expressions.h"
#include "core/compiler/emit/function_bodies.h"
#include "core/compiler/emit/module_value.h"
#include "core/compiler/emit/statements.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/passes/convert_to_ssa.h"
#include "core/passes/pipeline.h"
#include "core/shapes/check.h"

namespace ts::compiler {

using diag::Rule;
using ir::Value;

namespace {

// True for a function that a text defines: torch.jit reads source from files.
bool hasNoSource(const PyFunction& function) {
  return function.evaluated && function.module->tree->file->origin();
}

void emitDef(Emission& emission);
void inferState(Emission& emission, ops::FunctionSchema& schema);
void emitFormals(Emission& emission, const ops::FunctionSchema& signature);
void bindClass(Emission& emission);
void handleMissingReturn(Emission& emission);
void emitOutput(Emission& emission);
void finish(Emission& emission);

}  // namespace

bool emitBody(Emission& emission) {
  size_t before = emission.context().sink().size();
  if (!emission.source().marks.drop && !emission.source().module->importer &&
      !hasNoSource(emission.source()))
    checkFunction(*emission.source().module->tree, *emission.source().def,
                  emission.context().sink());
  if (emission.context().sink().size() > before) emission.fail();
  {
    const Emission::EnteredScope entered(emission, emission.graph().block(), /*startsDef=*/true);
    emitDef(emission);
  }
  bool wanted = emission.context().purpose() == Purpose::Graphs;
  if (!emission.hasFailed() && wanted) finish(emission);
  // Library code is not linted. A Sequential is checked where it is called.
  if (!emission.hasFailed() && !wanted && !emission.source().module->name.starts_with("torch.")) {
    auto tell = [&](const diag::Diagnostic& problem) { emission.context().report(problem); };
    auto summaryOf = [&](const ir::Function* callee) {
      auto entry = emission.bodies().shapes().find(callee);
      return entry == emission.bodies().shapes().end() ? nullptr : &entry->second;
    };
    if (auto summary = shapes::check(emission.graph(), summaryOf, tell); !summary.isEmpty())
      emission.bodies().shapes()[&emission.function()] = std::move(summary);
    checkEagerScriptLints(emission.graph(), tell);
    checkFoldedConstants(emission.graph(), tell);
    checkTensorTypes(emission.context().problems(), emission.source());
    for (const diag::Diagnostic& match : emission.walk.lints) tell(match);
    // Errors about leaving a with statement are found only when control flow is converted to SSA.
    if (auto refused =
            emission.walk.hasWith ? passes::convertToSsa(emission.graph()) : std::nullopt)
      emission.report(*refused);
  }
  if (emission.hasFailed() || !wanted) emission.function().graph = nullptr;
  return !emission.hasFailed();
}

namespace {

void emitDef(Emission& emission) {
  auto signature = emission.context().annotations().signature(emission.source(), emission.self());
  for (size_t i = 0; i < signature.firstDefaultError; ++i)
    emission.report(CompileError(signature.errors[i]));
  for (const ops::Argument& argument : signature.schema.arguments) {
    if (argument.type->isUnknown()) emission.fail();
  }
  inferState(emission, signature.schema);
  if (signature.hasReturn) emission.def().declared = signature.schema.returns[0].type;
  emission.function().schema = std::move(signature.schema);
  // An unused function takes Any for each parameter, and its body is not compiled.
  if (emission.source().marks.drop) {
    for (ops::Argument& argument : emission.function().schema.arguments)
      argument.type = types::anyType();
  }
  if (hasNoSource(emission.source())) {
    emission.report(
        CompileError(
            Rule::NothingToScript, emission.defRange(),
            fmt::format("torch.jit can't get the source of '{}'", emission.source().def->name.text))
            .note("a text that exec() runs is in no file: write the function into one"));
    emission.def().merged = emission.def().declared;
    return emitOutput(emission);
  }
  emitFormals(emission, emission.function().schema);
  if (emission.source().marks.drop) {
    SourceRange at = emission.defRange();
    NamedValue message(
        at, emission.constant(types::Constant::string("Cannot call @unused methods"), at));
    emitException(emission, at,
                  ExceptionValue("builtins.RuntimeError").call(emission, at, {{message}, {}}, 1));
  } else {
    if (emission.source().marks.classMethod) bindClass(emission);
    emitStatements(emission, emission.source().def->body);
  }
  handleMissingReturn(emission);
  emitOutput(emission);
  for (size_t i = signature.firstDefaultError; i < signature.errors.size(); ++i)
    emission.report(CompileError(signature.errors[i]));
}

// The state that __setstate__ takes has the type that __getstate__ returns, unless it is annotated.
void inferState(Emission& emission, ops::FunctionSchema& schema) {
  if (!emission.self() || schema.name != "__setstate__" || schema.arguments.size() != 2) return;
  ops::Argument& state = schema.arguments[1];
  ir::Function* getState = emission.self()->method("__getstate__");
  if (!state.inferred || !getState) return;
  emission.context().functions().ensureCompiled(getState);
  if (getState->schema.returns.empty()) return;
  state.type = getState->schema.returns[0].type;
  state.inferred = false;
  if (state.type->isUnknown()) emission.fail();
}

void emitFormals(Emission& emission, const ops::FunctionSchema& signature) {
  const syntax::Arguments& parameters = *emission.source().def->args;
  std::vector<const syntax::Arg*> formals(parameters.args.begin(), parameters.args.end());
  formals.insert(formals.end(), parameters.kwonlyargs.begin(), parameters.kwonlyargs.end());
  size_t count = std::min(formals.size(), signature.arguments.size());
  for (size_t i = 0; i < count; ++i) {
    const ops::Argument& argument = signature.arguments[i];
    Value* input = emission.graph().addInput();
    bool isSelf = i == 0 && emission.self();
    if (isSelf || isMeaningful(argument.name)) input->setDebugName(argument.name);
    input->setType(isSelf ? emission.self() : argument.type);
    ConcreteModule* module = isSelf ? emission.modules().types().of(emission.self()) : nullptr;
    SugaredPtr variable = module ? std::make_shared<ModuleValue>(input, module) : simple(input);
    emission.scope().set(argument.name, {emission.file(), formals[i]->arg.span}, variable);
  }
  for (const syntax::Arg* lost : parameters.posonlyargs) {
    SourceRange declared{emission.file(), lost->arg.span};
    std::string name(lost->arg.text);
    emission.scope().setMissingError(name, [=](SourceRange use) {
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
    if (variadic) poison(emission, std::string(variadic->arg.text));
  }
}

void bindClass(Emission& emission) {
  const PyClass* cls =
      emission.self() ? emission.context().classes().pythonClass(emission.self()) : nullptr;
  const syntax::Arguments& parameters = *emission.source().def->args;
  if (!cls || emission.modules().types().of(emission.self()) || parameters.args.empty()) return;
  const syntax::Identifier& parameter = parameters.args[0]->arg;
  emission.scope().set(
      parameter.text, {emission.file(), parameter.span},
      emitSugared(emission, *emission.makeName(cls->def->name.text, parameter.span), 1));
}

void handleMissingReturn(Emission& emission) {
  DefContext& def = emission.def();
  if (emission.exits(emission.graph().block())) {
    if (!def.merged) def.merged = def.declared ? def.declared : types::noneType();
    return;
  }
  if (def.declared && !def.declared->is(types::TypeKind::None) && !def.declared->isUnknown()) {
    std::string type = def.declared->annotation();
    emission.report(
        CompileError(Rule::MissingReturn, emission.defRange(),
                     fmt::format("'{}' must return {} but its end can be reached without a return",
                                 emission.source().def->name.text, type))
            .note("return a value on every path, or raise an exception on those that have none"));
    def.merged = def.declared;
    return;
  }
  ir::WithInsertPoint guard(emission.graph().block());
  try {
    emitReturn(emission, emission.defRange(), nullptr);
  } catch (const CompileError& error) {
    emission.report(error);
  }
}

void emitOutput(Emission& emission) {
  ir::TypePtr type = emission.def().merged ? emission.def().merged : types::unknownType();
  // The conversion to SSA adds the real return values. Until then the graph returns this
  // placeholder.
  Value* placeholder =
      emission.graph().insertNode(emission.graph().createUninitialized(type))->output();
  emission.graph().registerOutput(placeholder);
  emission.function().schema.returns.assign(1, ops::Argument{});
  emission.function().schema.returns[0].type = type;
}

void finish(Emission& emission) {
  if (auto refused = passes::finishEmitted(emission.graph())) emission.report(*refused);
}

}  // namespace

}  // namespace ts::compiler
