#include "core/compiler/evaluated/evaluated_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/eval/vm/state.h"
#include "core/eval/vm/vm.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

namespace {

constexpr std::string_view kResult = "__jitscope_result__";
constexpr std::string_view kError = "__jitscope_error__";
constexpr std::string_view kRaised = "__jitscope_raised__";
constexpr std::string_view kCallee = "__jitscope_callee__";

// "TypeError: ..."
std::string described(eval::Vm& vm, const eval::Value& exception) {
  std::string message;
  try {
    message = vm.toStr(exception);
  } catch (...) {  // its __str__ failed: report the class only
  }
  return exception.object()->cls->name + (message.empty() ? "" : ": " + message);
}

// Runs `work` and returns a Python exception as an error message.
template <typename F>
EvaluationResult guarded(eval::Vm& vm, F&& work) {
  try {
    return {work(), {}};
  } catch (const eval::Raised& raised) {
    return {{}, described(vm, eval::Value(raised.exception))};
  } catch (const eval::UnknownTruth&) {
    return {eval::Value::unknown(), {}};
  } catch (const eval::LimitReached& reached) {
    return {{}, reached.what(), reached};
  }
}

// Code with Unknown arguments takes both branches of each condition, so its share of the fuel is
// small.
constexpr uint64_t kMostForUnknown = 200'000;

// Limits the evaluator's fuel to `most` while the object is alive.
class FuelShare {
 public:
  FuelShare(eval::Vm& vm, uint64_t most) : vm_(vm), before_(vm.state().fuel) {
    vm.state().fuel = start_ = std::max(before_, vm.limits().fuel - most);
  }
  ~FuelShare() { vm_.state().fuel = before_ + (vm_.state().fuel - start_); }

 private:
  eval::Vm& vm_;
  uint64_t before_, start_;
};

bool isMainTest(const syntax::Expr& test) {
  auto* compare = syntax::dynCast<syntax::Compare>(&test);
  if (!compare || compare->ops.size() != 1 || compare->ops[0] != syntax::CompareOperator::Eq)
    return false;
  auto isName = [](const syntax::Expr* expr) {
    auto* name = syntax::dynCast<syntax::Name>(expr);
    return name && name->id == "__name__";
  };
  auto isMain = [](const syntax::Expr* expr) {
    auto* text = syntax::dynCast<syntax::Constant>(expr);
    return text && text->constant == syntax::ConstantKind::Str && text->text == "__main__";
  };
  return (isName(compare->left) && isMain(compare->comparators[0])) ||
         (isMain(compare->left) && isName(compare->comparators[0]));
}

}  // namespace

EvaluatedFile::EvaluatedFile(PyEnvironment& environment, const PyModule& module, Run run)
    : environment_(environment) {
  eval::Vm& vm = environment_.vm();
  module_ = vm.addModule(module.name, module.tree->file, module.tree, module.isPackage);
  module_->isImported = run == Run::ForNames;
  limit_ = guarded(vm, [&] { return vm.runModule(*module_); }).limit;
}

EvaluationResult EvaluatedFile::run(syntax::ModulePtr tree) {
  eval::Vm& vm = environment_.vm();
  const eval::Ref<eval::Module> fragment = vm.fragmentOf(*module_, std::move(tree));
  fragments_.push_back(fragment);
  return guarded(vm, [&] { return vm.runModule(*fragment); });
}

void EvaluatedFile::runMain() {
  for (const syntax::Stmt* stmt : module_->tree->body) {
    auto* test = syntax::dynCast<syntax::If>(stmt);
    if (!test || !isMainTest(*test->test)) continue;
    auto body = std::make_shared<syntax::Module>();
    body->file = module_->tree->file;
    body->body = test->body;
    const EvaluationResult result = run(body);
    if (!limit_) limit_ = result.limit;
  }
}

eval::Value EvaluatedFile::lookup(std::string_view dottedName) {
  eval::Vm& vm = environment_.vm();
  size_t dot = dottedName.find('.');
  return guarded(vm,
                 [&] {
                   eval::Value attribute =
                       vm.moduleAttribute(*module_, vm.intern(dottedName.substr(0, dot)));
                   while (dot != std::string_view::npos && !attribute.isUnbound()) {
                     size_t next = dottedName.find('.', dot + 1);
                     eval::Value inner;
                     vm.tryGetattr(
                         attribute,
                         vm.intern(dottedName.substr(
                             dot + 1, next == std::string_view::npos ? next : next - dot - 1)),
                         inner);
                     attribute = inner;
                     dot = next;
                   }
                   return attribute;
                 })
      .value;
}

EvaluationResult EvaluatedFile::runText(std::string text, std::string_view expression) {
  auto file = std::make_shared<SourceFile>("<arguments>", std::move(text));
  diag::Sink problems;
  syntax::ModulePtr tree = syntax::parse(file, problems);
  if (problems.size() > 0)
    return {
        {},
        fmt::format("`{}` is not valid Python: {}", expression, problems.diagnostics()[0].message)};
  return run(tree);
}

eval::Value EvaluatedFile::takeGlobal(std::string_view name) {
  eval::Vm& vm = environment_.vm();
  const eval::Value* match = module_->globals->find(vm.intern(name));
  eval::Value value = match ? *match : eval::Value::unknown();
  module_->globals->erase(vm.intern(name));
  return value;
}

EvaluationResult EvaluatedFile::evaluate(std::string_view expression) {
  EvaluationResult done = runText(fmt::format("{} = ({})\n", kResult, expression), expression);
  if (!done.error.empty()) return done;
  return {takeGlobal(kResult), {}};
}

std::string EvaluatedFile::exceptionOf(std::string_view expression) {
  const std::string text = fmt::format("try: ({})\nexcept BaseException as {}: {} = {}\n",
                                       expression, kError, kRaised, kError);
  if (const EvaluationResult done = runText(text, expression); !done.error.empty())
    return done.error;
  const eval::Value raised = takeGlobal(kRaised);
  return raised.object() ? described(environment_.vm(), raised) : std::string();
}

EvaluationResult EvaluatedFile::call(const eval::Value& callee, std::string_view arguments) {
  eval::Vm& vm = environment_.vm();
  module_->globals->set(vm.intern(kCallee), callee);
  EvaluationResult evaluationResult = evaluate(fmt::format("{}({})", kCallee, arguments));
  module_->globals->erase(vm.intern(kCallee));
  return evaluationResult;
}

namespace {

// The parameters of a callee that have no default.
struct Required {
  std::vector<std::string_view> positional;  // without self
  std::vector<std::string_view> keywords;
  bool isKnown = false;  // the callee is written in Python
};

Required requiredBy(eval::Vm& vm, const eval::Value& callee) {
  auto* cls = callee.as<eval::Class>();
  auto* bound = callee.as<eval::Method>();
  const eval::Value* called = cls ? cls->lookup(vm.intern("__init__")) : nullptr;
  if (bound) called = &bound->function;
  if (!called && !cls) called = &callee;
  const auto* function = called ? called->as<eval::Function>() : nullptr;
  if (!function) return {};
  Required required;
  required.isKnown = true;
  const syntax::Arguments& parameters = *function->code->parameters;
  for (const auto& list : {parameters.posonlyargs, parameters.args})
    for (const auto* parameter : list) required.positional.push_back(parameter->arg.text);
  required.positional.resize(required.positional.size() - parameters.defaults.size());
  // The call passes self.
  if ((cls || bound) && !required.positional.empty())
    required.positional.erase(required.positional.begin());
  for (size_t i = 0; i < parameters.kwonlyargs.size(); ++i)
    if (!parameters.kwDefaults[i]) required.keywords.push_back(parameters.kwonlyargs[i]->arg.text);
  return required;
}

}  // namespace

EvaluationResult callWithUnknown(eval::Vm& vm, const eval::Value& callee, uint64_t fuel) {
  const Required required = requiredBy(vm, callee);
  if (!required.isKnown) return {};
  const std::vector<eval::Value> values(required.positional.size() + required.keywords.size(),
                                        eval::Value::unknown());
  std::vector<eval::Str*> names;
  for (const std::string_view name : required.keywords) names.push_back(vm.intern(name));
  eval::CallArgs arguments{values.data(), required.positional.size(), names};
  FuelShare share(vm, fuel);
  return guarded(vm, [&] { return vm.call(callee, arguments); });
}

std::vector<std::string> requiredParameters(eval::Vm& vm, const eval::Value& callee) {
  const Required required = requiredBy(vm, callee);
  std::vector<std::string> names(required.positional.begin(), required.positional.end());
  names.insert(names.end(), required.keywords.begin(), required.keywords.end());
  return names;
}

eval::Value EvaluatedFile::callUnknown(const eval::Value& value) {
  if (!value.as<eval::Class>()) return {};
  return callWithUnknown(environment_.vm(), value, kMostForUnknown).value;
}

}  // namespace ts::compiler
