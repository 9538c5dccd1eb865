// Traced code: calls of functions and modules, whose code is walked in turn.
#include <algorithm>
#include <utility>

#include "core/compiler/trace_lints/trace_walker.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

using diag::Rule;

namespace {

constexpr size_t kMostNestedCalls = 24;  // depth of nested calls

// Source modules of PyTorch whose nn.Modules map tensors to one tensor.
constexpr std::string_view kTensorModules[] = {
    "torch.nn.modules.linear",         "torch.nn.modules.conv",
    "torch.nn.modules.batchnorm",      "torch.nn.modules.instancenorm",
    "torch.nn.modules.normalization",  "torch.nn.modules.dropout",
    "torch.nn.modules.activation",     "torch.nn.modules.pooling",
    "torch.nn.modules.padding",        "torch.nn.modules.sparse",
    "torch.nn.modules.flatten",        "torch.nn.modules.upsampling",
    "torch.nn.modules.pixelshuffle",   "torch.nn.modules.loss",
    "torch.nn.modules.distance",       "torch.nn.modules.fold",
    "torch.nn.modules.channelshuffle",
};

bool isTrue(const TraceValue& value) { return value.truth() == true; }

}  // namespace

const TraceValue* TraceWalker::Arguments::find(size_t position, std::string_view name) const {
  if (position < positional.size()) return &positional[position];
  auto entry = std::ranges::find(keyword, name, [](const auto& pair) { return pair.first; });
  return entry == keyword.end() ? nullptr : &entry->second;
}

bool TraceWalker::Arguments::any(bool (TraceValue::*predicate)() const) const {
  auto holds = [&](const TraceValue& value) { return (value.*predicate)(); };
  return std::ranges::any_of(positional, holds) ||
         std::ranges::any_of(keyword, [&](const auto& pair) { return holds(pair.second); });
}

TraceWalker::Arguments TraceWalker::arguments(const syntax::Call& call) {
  Arguments arguments;
  for (const syntax::Expr* argument : call.args) {
    const auto* star = syntax::dynCast<syntax::Starred>(argument);
    TraceValue value = eval(star ? *star->value : *argument);
    useCaptured(*argument, value);
    if (!star) {
      arguments.positional.push_back(std::move(value));
      continue;
    }
    TraceValue each;
    auto parts = iterate(*star->value, value, each);
    if (parts) {
      arguments.positional.insert(arguments.positional.end(), parts->begin(), parts->end());
    } else {
      arguments.positional.push_back(value.is(TracedKind::Sizes) ? value : each);
      arguments.isComplete = false;
    }
  }
  for (const syntax::Keyword* keyword : call.keywords) {
    TraceValue value = eval(*keyword->value);
    useCaptured(*keyword->value, value);
    if (keyword->arg) {
      arguments.keyword.emplace_back(keyword->arg.text, std::move(value));
    } else {
      arguments.isComplete = false;
    }
  }
  return arguments;
}

TraceValue TraceWalker::call(const syntax::Call& expr) {
  if (const auto* attribute = syntax::dynCast<syntax::Attribute>(expr.func)) {
    TraceValue self = eval(*attribute->value);
    if (self.isTensor() || self.is(TracedKind::Size) || self.is(TracedKind::Sizes) ||
        self.is(TracedKind::Sequence)) {
      return method(expr, self, attribute->attr.text, arguments(expr));
    }
    return invoke(expr, this->attribute(self, attribute->attr.text, *expr.func), arguments(expr));
  }
  TraceValue callee = eval(*expr.func);
  return invoke(expr, callee, arguments(expr));
}

TraceValue TraceWalker::invoke(const syntax::Call& expr, const TraceValue& callee,
                               Arguments arguments) {
  if (!callee.is(TracedKind::Object)) return {};
  PyEnvironment& environment = context_.environment();
  if (const auto* method = callee.value.as<eval::Method>()) {
    auto* function = method->function.as<eval::Function>();
    if (!function) return {};
    const PyFunction* source = environment.functionOf(*function);
    // random.random is a method of the module's global generator.
    if (source->module && isPythonRandom(source->module->name + "."))
      return external(expr, quoted(*expr.func), arguments);
    if (source->module && source->module->name == "torch.autograd.function" && source->def &&
        source->def->name.text == "apply" && arguments.anyTraced())
      report(Rule::TracedPythonFunction, expr,
             "'" + quoted(*expr.func) +
                 "' stays a call of Python code in the trace, which can't be saved",
             "call plain operators in the traced code, or register an operator in C++");
    arguments.positional.insert(arguments.positional.begin(), fromValue(method->self, true));
    return invokeFunction(*source, std::move(arguments));
  }
  if (const eval::Object* object = callee.value.object();
      object && object->kind == eval::Kind::Instance && !callee.value.asNative<eval::Dispatch>()) {
    return invokeModule(expr, callee.value, std::move(arguments));
  }
  PyRef object = callee.object;
  if (!object && !callee.value.isUnbound()) object = environment.fromValue(callee.value);
  if (!object) return {};
  switch (object->kind) {
    case PyKind::External: return external(expr, object->name, arguments);
    case PyKind::Function: {
      const PyFunction& function = *object->function;
      if (function.module && (function.module->name.starts_with("torch.") ||
                              isPythonRandom(function.module->name + "."))) {
        return external(expr, function.qualifiedName, arguments);
      }
      return invokeFunction(function, std::move(arguments));
    }
    case PyKind::Dispatch: {
      // max_pool2d is a dispatch to max_pool2d_with_indices or to _max_pool2d.
      constexpr std::string_view kFunctional = "torch.nn.functional.";
      const PyRef without = object->elements[1];
      const std::string_view name =
          without->kind == PyKind::Function ? without->function->qualifiedName : without->name;
      if (!name.starts_with(kFunctional) || name[kFunctional.size()] != '_') return {};
      return external(expr,
                      std::string(kFunctional) + std::string(name.substr(kFunctional.size() + 1)),
                      arguments);
    }
    default: return {};
  }
}

TraceValue TraceWalker::invokeModule(const syntax::Call& expr, const eval::Value& module,
                                     Arguments arguments) {
  eval::Object* object = module.object();
  const eval::Class& cls = *object->cls;
  if (isScripted(module)) return {};
  if (!eval::derivesFromNnModule(cls)) return {};
  bool isOfTorch = cls.moduleName.starts_with("torch.");
  if (isOfTorch && cls.name == "Sequential" && arguments.positional.size() == 1) {
    TraceValue sequence = TraceValue::of(TracedKind::Object), each;
    sequence.value = module;
    auto parts = iterate(*expr.func, sequence, each);
    if (!parts) return {};
    TraceValue value = arguments.positional[0];
    for (const TraceValue& part : *parts) {
      if (!part.is(TracedKind::Object)) return {};
      Arguments element;
      element.positional.push_back(std::move(value));
      value = invoke(expr, part, std::move(element));
    }
    return value;
  }
  if (isOfTorch) return libraryModule(expr, module, arguments);
  TraceValue forward = member(module, "forward");
  return forward.value.as<eval::Method>() ? invoke(expr, forward, std::move(arguments))
                                          : TraceValue();
}

TraceValue TraceWalker::libraryModule(const syntax::Call& expr, const eval::Value& module,
                                      const Arguments& arguments) {
  const eval::Class& cls = *module.object()->cls;
  if (std::ranges::find(kTensorModules, cls.moduleName) == std::end(kTensorModules)) return {};
  if (cls.name == "MultiheadAttention" || isTrue(member(module, "return_indices"))) return {};
  bool drops = cls.moduleName == "torch.nn.modules.dropout";
  bool normalizes = cls.moduleName == "torch.nn.modules.batchnorm" ||
                    (cls.moduleName == "torch.nn.modules.instancenorm" &&
                     isTrue(member(module, "track_running_stats")));
  if ((drops || normalizes) && !call_.self.isUnbound() && isTrue(member(module, "training")) &&
      !trainingReported_) {
    TraceValue p = member(module, "p");
    if (!drops || p.truth() != false) {
      trainingReported_ = true;
      report(Rule::TracedTraining, expr,
             drops ? "the module is traced in training mode, and the trace will always drop values"
                   : "the module is traced in training mode, and the trace will always use the "
                     "statistics of each batch",
             "call eval() on the module before tracing it: a trace has no train() and eval()");
    }
  }
  if (call_.self.isUnbound()) {
    TraceValue weight = member(module, "weight");
    if (weight.isTensor() && weight.requiresGrad) {
      weight.kind = TracedKind::Captured;
      useCaptured(*expr.func, weight);
    }
  }
  if (cls.name == "Identity" && !arguments.positional.empty()) return arguments.positional[0];
  int rank = -1;
  bool keepsRank = drops || normalizes || cls.moduleName == "torch.nn.modules.linear" ||
                   cls.moduleName == "torch.nn.modules.activation" ||
                   cls.moduleName == "torch.nn.modules.conv" ||
                   cls.moduleName == "torch.nn.modules.normalization";
  if (keepsRank && arguments.positional.size() == 1) rank = arguments.positional[0].rank;
  TraceValue value = computed(TracedKind::Unknown, nullptr, arguments);
  if (value.is(TracedKind::Tensor)) value.rank = rank;
  return value;
}

bool TraceWalker::isScripted(const eval::Value& object) {
  return std::ranges::any_of(
      context_.environment().vm().jitEvents, [&](const eval::JitEvent& event) {
        return event.use == eval::JitUse::Script && event.object.same(object);
      });
}

// The result of an operation: traced as soon as one operand is.
TraceValue TraceWalker::computed(TracedKind otherwise, const TraceValue* self,
                                 const Arguments& arguments) const {
  if ((self && self->holdsTraced()) || arguments.anyTraced())
    return TraceValue::of(TracedKind::Tensor);
  if (self && self->is(TracedKind::State)) return TraceValue::of(TracedKind::State);
  return TraceValue::of(otherwise);
}

bool TraceWalker::bind(Activation& activation, Arguments& arguments) {
  const PyFunction& function = *activation.function;
  const syntax::Arguments& parameters = *function.def->args;
  std::vector<const syntax::Arg*> all(parameters.posonlyargs.begin(), parameters.posonlyargs.end());
  all.insert(all.end(), parameters.args.begin(), parameters.args.end());
  size_t count = arguments.positional.size();
  if (count > all.size() && !parameters.vararg) return false;
  auto byDefault = [&](const syntax::Expr* value) {
    const auto* constant = syntax::dynCast<syntax::Constant>(value);
    return constant ? eval(*constant) : TraceValue();
  };
  auto keyword = [&](std::string_view name) -> const TraceValue* {
    return arguments.find(count, name);
  };
  size_t firstDefault = all.size() - std::min(all.size(), parameters.defaults.size());
  for (size_t i = 0; i < all.size(); ++i) {
    TraceValue& variable = activation.variables[all[i]->arg.text];
    if (!arguments.isComplete) continue;
    if (i < count) {
      variable = arguments.positional[i];
    } else if (const TraceValue* named = keyword(all[i]->arg.text)) {
      variable = *named;
    } else if (i >= firstDefault) {
      variable = byDefault(parameters.defaults[i - firstDefault]);
    } else {
      return false;
    }
  }
  for (size_t i = 0; i < parameters.kwonlyargs.size(); ++i) {
    const syntax::Arg* parameter = parameters.kwonlyargs[i];
    const TraceValue* named = keyword(parameter->arg.text);
    if (arguments.isComplete)
      activation.variables[parameter->arg.text] =
          named ? *named : byDefault(parameters.kwDefaults[i]);
  }
  if (parameters.vararg) {
    TraceValue& rest = activation.variables[parameters.vararg->arg.text];
    if (arguments.isComplete) {
      std::vector<TraceValue> elements;
      for (size_t i = all.size(); i < count; ++i) elements.push_back(arguments.positional[i]);
      rest = TraceValue::sequence(std::move(elements), false);
    }
  }
  if (parameters.kwarg) activation.variables[parameters.kwarg->arg.text] = {};
  return true;
}

TraceValue TraceWalker::invokeFunction(const PyFunction& function, Arguments arguments) {
  // A trace records a call of a script function, which may branch.
  if (function.evaluated && isScripted(function.evaluated)) return {};
  if (function.marks.script || function.marks.unknown || !function.def || !function.module)
    return {};
  if (function.def->kind != syntax::StmtKind::FunctionDef || stack_.size() >= kMostNestedCalls)
    return {};
  if (std::ranges::find(stack_, &function) != stack_.end()) return {};
  if (function.module->name.starts_with("torch.")) return {};
  Activation activation{&function, {}, false, {}, nullptr};
  if (!bind(activation, arguments)) return {};
  Activation* caller = std::exchange(activation_, &activation);
  stack_.push_back(&function);
  walk(function.def->body);
  if (stack_.size() == 1) checkResult(activation);
  stack_.pop_back();
  activation_ = caller;
  if (!activation.isDead && activation.result)
    activation.result = join(*activation.result, TraceValue::plain(eval::Value::none()));
  return activation.result.value_or(activation.isDead ? TraceValue()
                                                      : TraceValue::plain(eval::Value::none()));
}

}  // namespace ts::compiler
