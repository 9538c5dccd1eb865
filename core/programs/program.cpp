#include "core/programs/program.h"

#include <fmt/format.h>

#include "core/diag/diagnostic.h"
#include "core/driver/module_search.h"
#include "core/eager/eager.h"
#include "core/eager/jit.h"
#include "core/eager/torch.h"
#include "core/eval/bytecode/bytecode.h"
#include "core/eval/vm/state.h"
#include "core/programs/original_source.h"
#include "core/source/library_path.h"
#include "core/syntax/parser.h"

namespace ts::programs {
namespace {

constexpr std::string_view kArguments = "__jitscope_arguments__";
constexpr std::string_view kTarget = "__jitscope_target__";

std::string topOf(const driver::Target& target) {
  if (target.kind != driver::TargetKind::PythonFile) return ".";
  DiskFileSystem disk;
  return driver::moduleNameOf(disk, target.path).top;
}

bool isUserCode(SourceRange range) { return range && !isEmbedded(range.file->path()); }

bool isPython(const driver::Target& target) {
  return target.kind == driver::TargetKind::PythonFile ||
         target.kind == driver::TargetKind::PythonModule;
}

driver::Workspace workspaceOf(const driver::Target& target) {
  auto disk = std::make_shared<DiskFileSystem>();
  return driver::Workspace(disk, driver::optionsFor(*disk, target));
}

}  // namespace

Request requestOf(driver::Target target, const std::optional<std::string>& init,
                  const std::vector<std::string>& inputs,
                  const std::optional<std::string>& example) {
  const std::string first = inputs.empty() ? "" : inputs[0];
  Request request{std::move(target), init, first, example.value_or(first)};
  if (!inputs.empty()) request.laterInputs = {inputs.begin() + 1, inputs.end()};
  return request;
}

Failure failureOf(eval::Vm& vm, eval::ExceptionObject& exception) {
  const runtime::Runtime::Scope scope(eager::runtimeOf(vm));
  Failure failure;
  failure.className = exception.cls->name;
  if (const diag::Diagnostic* problem = exception.diagnostic.get()) {
    failure.message = fmt::format("{} [{}]", problem->message, diag::code(problem->rule));
    if (isUserCode(problem->range)) failure.at = problem->range;
  } else {
    try {
      failure.message = vm.toStr(eval::Value(&exception));
    } catch (const eval::Raised&) {
    }
    // An exception of compiled code has a stack above its own message.
    while (!failure.message.empty() && failure.message.back() == '\n') failure.message.pop_back();
    if (const size_t line = failure.message.rfind('\n'); line != failure.message.npos)
      failure.message.erase(0, line + 1);
  }
  for (const auto& place : exception.traceback) {  // innermost first
    if (failure.at) break;
    if (isUserCode(place.at)) failure.at = place.at;
  }
  return failure;
}

Failure failureOf(eval::Vm& vm, const eval::GapReached& gap) {
  Failure failure = failureOf(vm, *gap.exception);
  failure.isMissingPart = true;
  return failure;
}

driver::FoundArguments findInit(Request& request, const std::string& workspace) {
  if (request.init || !isPython(request.target)) return {};
  const driver::Workspace files = workspaceOf(request.target);
  driver::FoundArguments arguments =
      driver::findArguments(files.snapshot(), request.target, workspace);
  request.init = arguments.arguments;
  request.initSource = arguments.source;
  return arguments;
}

driver::FoundExample findExample(Request& request, const std::string& workspace) {
  if (!request.inputs.empty() || !request.example.empty() || !isPython(request.target)) return {};
  const driver::Workspace files = workspaceOf(request.target);
  driver::FoundExample found = driver::findExample(files.snapshot(), request.target, workspace);
  request.inputs = request.example = found.arguments;
  return found;
}

TargetProgram::TargetProgram(const Request& request, bool jit, uint64_t fuel,
                             runtime::Options options)
    : evaluator_(topOf(request.target), request.mayWrite ? "" : "writing files needs --allow-write",
                 fuel, options) {
  const Scope scope(runtime());
  vm().stop = request.stop;
  eager::eagerOf(vm()).isJitOff = !jit;
  try {
    seed(0);
    load(request);
    if (request.evaluates) setEvaluating();
  } catch (const eval::Raised& raised) {
    failure_ = failureOf(vm(), *raised.exception);
  } catch (const eval::GapReached& gap) {
    failure_ = failureOf(vm(), gap);
  } catch (const eval::LimitReached& reached) {
    failure_ =
        Failure{{}, fmt::format("the limit on {} was reached while it was loaded", reached.limit)};
  } catch (const Failure& failure) {
    failure_ = failure;
  }
}

// The arguments are evaluated in an empty module.
void TargetProgram::loadArchive(const std::string& path) {
  diag::Sink problems;
  syntax::ModulePtr tree =
      syntax::parse(std::make_shared<SourceFile>("<archive>", "import torch\n"), problems);
  module_ = vm().addModule("__main__", tree->file, tree);
  vm().runModule(*module_);
  eager::jitOf(vm()).isOriginal = isOriginalThere;
  target_ = vm().call(lookup("torch.jit", "load"), {vm().str(path)});
}

void TargetProgram::load(const Request& request) {
  const driver::Target& target = request.target;
  if (target.kind == driver::TargetKind::Archive) return loadArchive(target.path);
  if (target.kind == driver::TargetKind::Onnx)
    throw Failure{{}, target.path + ": only tsviz reads ONNX files"};
  if (target.kind == driver::TargetKind::PythonModule) {
    vm().import(target.path);
    module_ = vm().module(target.path);
    if (!module_) throw Failure{{}, "the module `" + target.path + "` is not on the import paths"};
  } else {
    parsed_ = evaluator_.snapshot().parse(target.path);
    if (!parsed_->error.empty()) throw Failure{{}, target.path + ": " + parsed_->error};
    if (!parsed_->problems.empty()) {
      const diag::Diagnostic& first = parsed_->problems.front();
      throw Failure{"SyntaxError", first.message, first.range};
    }
    const driver::ModuleName name =
        driver::moduleNameOf(evaluator_.snapshot().files(), target.path);
    module_ = vm().addModule(name.dotted, parsed_->file, parsed_->tree, name.isPackage);
    vm().runModule(*module_);
  }
  target_ = find(target.name);
  auto* cls = target_.as<eval::Class>();
  const eval::Value base = lookup("torch.nn", "Module");
  if (!request.init && !(cls && base.as<eval::Class>() && cls->isSubclass(base.as<eval::Class>())))
    return;
  module_->globals->set(vm().intern(kTarget), target_);
  target_ =
      run(fmt::format("{}({})", kTarget, request.init.value_or("")), request.init.value_or(""));
}

void TargetProgram::setEvaluating() {
  eval::Value method;
  if (!vm().tryGetattr(target_, vm().intern("eval"), method))
    throw Failure{{}, "the target is not a module, so it has no eval()"};
  vm().call(method);
}

eval::Value TargetProgram::find(std::string_view dottedName) {
  eval::Value value;
  for (size_t begin = 0; begin != dottedName.npos;) {
    const size_t dot = dottedName.find('.', begin);
    eval::Str* name =
        vm().intern(dottedName.substr(begin, dot == dottedName.npos ? dot : dot - begin));
    eval::Value next;
    if (begin == 0)
      next = vm().moduleAttribute(*module_, name);
    else
      vm().tryGetattr(value, name, next);
    if (next.isUnbound())
      throw Failure{{}, fmt::format("{1} does not define `{0}`", dottedName, module_->name)};
    value = std::move(next);
    begin = dot == dottedName.npos ? dot : dot + 1;
  }
  return value;
}

// Evaluates code in the globals of the target's file, where `torch` is added if missing.
// expression: the part of the code that the user wrote, for error messages.
eval::Value TargetProgram::run(const std::string& code, std::string_view expression) {
  auto file =
      std::make_shared<SourceFile>("<arguments>", fmt::format("{} = ({})\n", kArguments, code));
  diag::Sink problems;
  syntax::ModulePtr tree = syntax::parse(file, problems);
  if (problems.size() > 0)
    throw Failure{"SyntaxError",
                  fmt::format("`{}`: {}", expression, problems.diagnostics()[0].message)};
  const eval::Ref<eval::Module> piece = vm().fragmentOf(*module_, std::move(tree));
  evaluated_.push_back(piece);
  eval::Str* torch = vm().intern("torch");
  const bool hasTorch = module_->globals->find(torch) != nullptr;
  if (!hasTorch) module_->globals->set(torch, eval::Value(vm().module("torch")));
  vm().runModule(*piece);
  if (!hasTorch) module_->globals->erase(torch);
  eval::Str* name = vm().intern(kArguments);
  const eval::Value result = *module_->globals->find(name);
  module_->globals->erase(name);
  return result;
}

Arguments TargetProgram::evaluate(const std::string& source) {
  const Scope scope(runtime());
  const eval::Value instance =
      run(fmt::format("(lambda *args, **kwargs: (args, kwargs))({})", source), source);
  const std::vector<eval::Value>& parts = instance.as<eval::Tuple>()->items;
  Arguments arguments{parts[0].as<eval::Tuple>()->items, {}};
  parts[1].as<eval::Dict>()->each([&](const eval::Value& name, const eval::Value& value) {
    arguments.names.push_back(name.as<eval::Str>());
    arguments.values.push_back(value);
  });
  return arguments;
}

bool TargetProgram::isModule() {
  const Scope scope(runtime());
  auto* base = lookup("torch.nn", "Module").as<eval::Class>();
  return target_.isObject() && !target_.as<eval::Class>() && base && vm().isInstance(target_, base);
}

bool TargetProgram::isTraining() {
  const Scope scope(runtime());
  eval::Value training;
  return isModule() && vm().tryGetattr(target_, vm().intern("training"), training) &&
         vm().truth(training);
}

void TargetProgram::seed(int64_t number) {
  const Scope scope(runtime());
  vm().call(lookup("torch", "manual_seed"), {eval::Value::integer(number)});
  vm().call(lookup("random", "seed"), {eval::Value::integer(number)});
}

SourceRange TargetProgram::definition() {
  auto* function = target_.as<eval::Function>();
  if (function && function->code->def)
    return {function->module->source.get(), function->code->def->name.span};
  eval::Class* cls = vm().classOf(target_);
  if (cls->definition && cls->module)
    return {cls->module->source.get(), cls->definition->name.span};
  return {};
}

void TargetProgram::setFuel(uint64_t fuel) {
  vm().state().fuel = vm().limits().fuel - std::min(fuel, vm().limits().fuel);
}

eval::Value TargetProgram::lookup(std::string_view module, std::string_view name) {
  const Scope scope(runtime());
  return vm().moduleAttribute(*vm().module(module), vm().intern(name));
}

CompiledCallee compiledCallee(eval::Vm& vm, const eval::Value& callee) {
  const runtime::Runtime::Scope scope(eager::runtimeOf(vm));
  eval::Value value;
  if (!vm.tryGetattr(callee, vm.intern("_c"), value)) return {};
  const auto* handle = value.asNative<eager::Handle>();
  if (!handle) return {};
  CompiledCallee compiled{handle->function, handle->object, handle->events};
  if (!compiled.function && handle->object) {
    ir::Function* method = handle->object->type->method("forward");
    if (method) eager::jitOf(vm).unit().ensureCompiled(method);
    compiled.function = method;
  }
  if (compiled.function && !compiled.function->graph) compiled.function = nullptr;
  return compiled;
}

}  // namespace ts::programs
