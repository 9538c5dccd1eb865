#include "core/compiler/trace_lints/trace_hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/compiler/reports/compile_error.h"
#include "core/compiler/trace_lints/trace_walker.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/torch_objects.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

namespace {

constexpr std::string_view kExampleMakers[] = {
    "torch.rand",     "torch.randn",     "torch.zeros",      "torch.ones",       "torch.empty",
    "torch.full",     "torch.arange",    "torch.randint",    "torch.tensor",     "torch.eye",
    "torch.linspace", "torch.rand_like", "torch.randn_like", "torch.zeros_like", "torch.ones_like",
};
constexpr std::string_view kSizedMakers[] = {"torch.rand", "torch.randn", "torch.zeros",
                                             "torch.ones", "torch.empty"};

// Finds the call expression with exactly this span.
struct CallFinder {
  Span span;
  const syntax::Call* call = nullptr;
  void operator()(const syntax::Expr& expr) {
    if (call || expr.span.begin > span.begin || expr.span.end < span.end) return;
    if (expr.span == span && expr.kind == syntax::ExprKind::Call) {
      call = &syntax::as<syntax::Call>(expr);
      return;
    }
    syntax::forEachChild(expr, *this);
  }
  void operator()(const syntax::Stmt& stmt) {
    if (!call && stmt.span.begin <= span.begin && stmt.span.end >= span.end)
      syntax::forEachChild(stmt, *this);
  }
  void operator()(const syntax::Pattern&) {}
};

const syntax::Expr* argument(const syntax::Call& call, size_t position, std::string_view name) {
  for (const syntax::Keyword* keyword : call.keywords) {
    if (keyword->arg.text == name) return keyword->value;
  }
  return position < call.args.size() ? call.args[position] : nullptr;
}

// Returns a flag argument of the call, true by default. An argument that is not a literal gives
// false, which is silent.
bool flag(const syntax::Call& call, size_t position, std::string_view name) {
  const syntax::Expr* value = argument(call, position, name);
  const auto* constant = syntax::dynCast<syntax::Constant>(value);
  return !value || (constant && constant->constant == syntax::ConstantKind::True);
}

void readFlags(const syntax::Call& call, TraceCall& traceCall) {
  traceCall.isStrict = flag(call, 6, "strict");
  traceCall.isChecked = flag(call, 3, "check_trace");
}

// Examples beyond these limits are unknown.
constexpr int kMostNestedExamples = 16;
constexpr size_t kMostExamples = 10'000;

TraceValue exampleOf(const eval::Value& value, int depth, size_t& count) {
  if (depth > kMostNestedExamples || ++count > kMostExamples) return {};
  if (const auto* tensor = value.as<eval::Tensor>()) {
    return TraceValue::of(TracedKind::Tensor,
                          tensor->shape ? static_cast<int>(tensor->shape->size()) : -1);
  }
  const std::vector<eval::Value>* items = nullptr;
  if (const auto* tuple = value.as<eval::Tuple>()) items = &tuple->items;
  if (const auto* list = value.as<eval::List>()) items = &list->items;
  if (!items) return {};
  std::vector<TraceValue> elements;
  for (const eval::Value& item : *items) elements.push_back(exampleOf(item, depth + 1, count));
  return TraceValue::sequence(std::move(elements), value.as<eval::List>() != nullptr);
}

TraceValue exampleOf(const eval::Value& value) {
  size_t count = 0;
  return exampleOf(value, 0, count);
}

struct SourceExamples {
  PyEnvironment& environment;
  const PyModule& module;

  // Returns the value of a module variable that is assigned exactly once.
  const syntax::Expr* valueOf(std::string_view name) const {
    const syntax::Expr* match = nullptr;
    for (const syntax::Stmt* stmt : module.tree->body) {
      const auto* assign = syntax::dynCast<syntax::Assign>(stmt);
      if (!assign) continue;
      for (const syntax::Expr* target : assign->targets) {
        const auto* variable = syntax::dynCast<syntax::Name>(target);
        if (!variable || variable->id != name) continue;
        if (match) return nullptr;
        match = assign->value;
      }
    }
    return match;
  }

  TraceValue read(const syntax::Expr& expr, int depth = 0) const {
    if (depth > 8) return {};
    if (const auto* name = syntax::dynCast<syntax::Name>(&expr)) {
      const syntax::Expr* value = valueOf(name->id);
      return value ? read(*value, depth + 1) : TraceValue();
    }
    if (expr.kind == syntax::ExprKind::Tuple || expr.kind == syntax::ExprKind::List) {
      std::vector<TraceValue> elements;
      for (const syntax::Expr* part : syntax::as<syntax::Sequence>(expr).elts)
        elements.push_back(read(*part, depth + 1));
      return TraceValue::sequence(std::move(elements), expr.kind == syntax::ExprKind::List);
    }
    const auto* call = syntax::dynCast<syntax::Call>(&expr);
    PyRef maker = call ? environment.evaluate(module.scope, *call->func) : nullptr;
    if (!maker || maker->kind != PyKind::External ||
        std::ranges::find(kExampleMakers, maker->name) == std::end(kExampleMakers))
      return {};
    bool isSized = std::ranges::find(kSizedMakers, maker->name) != std::end(kSizedMakers);
    bool areNumbers = isSized && !call->args.empty() &&
                      std::ranges::all_of(call->args, [](const syntax::Expr* size) {
                        return size->kind == syntax::ExprKind::Constant;
                      });
    return TraceValue::of(TracedKind::Tensor,
                          areNumbers ? static_cast<int>(call->args.size()) : -1);
  }
};

}  // namespace

void TraceWalker::run() {
  Arguments inputs;
  if (!call_.self.isUnbound()) inputs.positional.push_back(fromValue(call_.self, true));
  inputs.positional.insert(inputs.positional.end(), call_.inputs.begin(), call_.inputs.end());
  // Parameter defaults are evaluated in an activation of the function itself.
  Activation outermost{call_.function, {}, false, {}, nullptr};
  activation_ = &outermost;
  invokeFunction(*call_.function, std::move(inputs));
}

void checkTrace(CompileContext& context, const TraceCall& call) {
  if (call.function && call.function->def) TraceWalker(context, call).run();
}

namespace {

bool isModule(const eval::Value& value) {
  const eval::Object* object = value.object();
  return object && object->kind == eval::Kind::Instance && eval::derivesFromNnModule(*object->cls);
}

eval::Dict* dictOf(eval::Vm& vm, const eval::Value& instance, std::string_view name) {
  const eval::Object* object = instance.object();
  const eval::Value* value =
      object && object->attributes ? object->attributes->find(vm.intern(name)) : nullptr;
  return value ? value->as<eval::Dict>() : nullptr;
}

// Returns why a module or one of its submodules cannot be traced; empty when it can.
std::string whyNotTraced(eval::Vm& vm, const eval::Value& instance, int depth = 0) {
  if (!isModule(instance) || depth > 200) return {};
  std::map<const eval::Object*, std::string> seen;
  std::string why;
  for (const char* members : {"_parameters", "_buffers"}) {
    eval::Dict* dict = dictOf(vm, instance, members);
    if (!dict) continue;
    dict->each([&](const eval::Value& key, const eval::Value& value) {
      const auto* name = key.as<eval::Str>();
      if (!name || !value.object() || value.isNone() || value.isUnknown()) return;
      const auto [first, isNew] = seen.try_emplace(value.object(), name->text);
      if (!isNew)
        why = fmt::format("'{}' and '{}' of a '{}' are one tensor", first->second, name->text,
                          instance.object()->cls->name);
    });
  }
  const eval::Dict* hooks = dictOf(vm, instance, "_backward_hooks");
  if (hooks && hooks->count > 0)
    why = fmt::format("a '{}' has backward hooks", instance.object()->cls->name);
  if (eval::Dict* inner = why.empty() ? dictOf(vm, instance, "_modules") : nullptr) {
    inner->each([&](const eval::Value&, const eval::Value& value) {
      if (why.empty()) why = whyNotTraced(vm, value, depth + 1);
    });
  }
  return why;
}

// Returns why torch.jit.trace refuses the arguments before it runs anything; empty when it accepts
// them.
std::string whyRefused(eval::Vm& vm, const eval::JitEvent& event) {
  if (!event.method.empty() && !event.object.isUnknown() && !isModule(event.object))
    return "torch.jit.trace_module takes a module";
  const auto* bound = event.object.as<eval::Method>();
  if (bound && isModule(bound->self)) {
    const auto* function = bound->function.as<eval::Function>();
    if (function && function->name->text != "forward")
      return fmt::format(
          "'{}' is a method of a module: torch.jit.trace_module(module, {{'{}': inputs}}) traces "
          "it",
          function->name->text, function->name->text);
    return whyNotTraced(vm, bound->self);
  }
  return whyNotTraced(vm, event.object);
}

}  // namespace

void checkTraceEvent(CompileContext& context, const PyModule& module, const eval::JitEvent& event) {
  if (const std::string why = whyRefused(context.environment().vm(), event); !why.empty()) {
    context.report(CompileError(diag::Rule::NotTraceable, event.at, "torch.jit.trace refuses this")
                       .note(why)
                       .diagnostic);
    return;
  }
  TraceCall traceCall;
  traceCall.at = event.at;
  for (const eval::Value& input : event.inputs) traceCall.inputs.push_back(exampleOf(input));
  CallFinder finder{event.at.span};
  for (const syntax::Stmt* stmt : module.tree->body) finder(*stmt);
  if (finder.call) readFlags(*finder.call, traceCall);

  eval::Vm& vm = context.environment().vm();
  eval::Value callee = event.object;
  if (const eval::Object* object = callee.object();
      object && object->kind == eval::Kind::Instance) {
    const eval::Value* method =
        object->cls->lookup(vm.intern(event.method.empty() ? "forward" : event.method));
    if (!method) return;
    traceCall.self = callee;
    callee = *method;
  } else if (const auto* method = callee.as<eval::Method>()) {
    traceCall.self = method->self;
    callee = method->function;
  }
  if (auto* function = callee.as<eval::Function>())
    traceCall.function = context.environment().functionOf(*function);
  checkTrace(context, traceCall);
}

void checkTraceSource(CompileContext& context, const PyModule& module, const syntax::Call& call) {
  const syntax::Expr* callee = argument(call, 0, "func");
  const syntax::Expr* examples = argument(call, 1, "example_inputs");
  if (!callee || !examples) return;
  PyRef object = context.environment().evaluate(module.scope, *callee);
  if (!object || object->kind != PyKind::Function) return;
  TraceCall traceCall;
  traceCall.at = {module.tree->file.get(), call.span};
  traceCall.function = object->function;
  TraceValue inputs = SourceExamples{context.environment(), module}.read(*examples);
  if (inputs.is(TracedKind::Sequence) && !inputs.isList) {
    traceCall.inputs = inputs.elements;
  } else {
    traceCall.inputs.push_back(std::move(inputs));
  }
  readFlags(call, traceCall);
  checkTrace(context, traceCall);
}

}  // namespace ts::compiler
