// Traced code: operators, tensor methods and functions of Python's library.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/compiler/resolve/known_names.h"
#include "core/compiler/trace_lints/trace_results.h"
#include "core/compiler/trace_lints/trace_walker.h"
#include "core/ops/schema.h"

namespace ts::compiler {

using diag::Rule;
using operator_facts::Baked;
using operator_facts::OperatorFacts;

namespace {

template <size_t N>
bool contains(const std::string_view (&names)[N], std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

// Functions that copy data out of Python values and so cut the trace.
constexpr std::string_view kConstructors[] = {
    "torch.tensor",       "torch.as_tensor",  "torch.from_numpy", "torch.FloatTensor",
    "torch.DoubleTensor", "torch.IntTensor",  "torch.LongTensor", "torch.BoolTensor",
    "torch.HalfTensor",   "torch.ByteTensor", "torch.Tensor",     "torch.scalar_tensor",
};
constexpr std::string_view kDropouts[] = {"dropout",   "alpha_dropout", "dropout1d",
                                          "dropout2d", "dropout3d",     "feature_alpha_dropout"};
// Python functions that return a different value in each call.
constexpr std::string_view kPythonRandom[] = {"random.", "numpy.random.", "secrets.", "uuid."};
constexpr std::string_view kTimes[] = {"time.time", "time.time_ns", "time.perf_counter",
                                       "time.monotonic"};
// Functions of torch.nn.functional for which a number stands for a tuple of it. A trace makes a
// tensor of a size, which they refuse in place of the tuple.
struct TupleParameter {
  std::string_view function;
  size_t position;
  std::string_view name;
};
constexpr TupleParameter kTupleParameters[] = {
    {"avg_pool1d", 1, "kernel_size"},
    {"avg_pool1d", 2, "stride"},
    {"avg_pool1d", 3, "padding"},
    {"avg_pool2d", 1, "kernel_size"},
    {"avg_pool2d", 2, "stride"},
    {"avg_pool2d", 3, "padding"},
    {"avg_pool3d", 1, "kernel_size"},
    {"avg_pool3d", 2, "stride"},
    {"avg_pool3d", 3, "padding"},
    {"max_pool1d", 1, "kernel_size"},
    {"max_pool1d", 2, "stride"},
    {"max_pool1d", 3, "padding"},
    {"max_pool1d", 4, "dilation"},
    {"max_pool2d", 1, "kernel_size"},
    {"max_pool2d", 2, "stride"},
    {"max_pool2d", 3, "padding"},
    {"max_pool2d", 4, "dilation"},
    {"max_pool3d", 1, "kernel_size"},
    {"max_pool3d", 2, "stride"},
    {"max_pool3d", 3, "padding"},
    {"max_pool3d", 4, "dilation"},
    {"lp_pool1d", 2, "kernel_size"},
    {"lp_pool1d", 3, "stride"},
    {"lp_pool2d", 2, "kernel_size"},
    {"lp_pool2d", 3, "stride"},
    {"adaptive_avg_pool1d", 1, "output_size"},
    {"adaptive_avg_pool2d", 1, "output_size"},
    {"adaptive_avg_pool3d", 1, "output_size"},
    {"adaptive_max_pool1d", 1, "output_size"},
    {"adaptive_max_pool2d", 1, "output_size"},
    {"adaptive_max_pool3d", 1, "output_size"},
    {"unfold", 1, "kernel_size"},
    {"unfold", 2, "dilation"},
    {"unfold", 3, "padding"},
    {"unfold", 4, "stride"},
    {"fold", 1, "output_size"},
    {"fold", 2, "kernel_size"},
    {"fold", 3, "dilation"},
    {"fold", 4, "padding"},
    {"fold", 5, "stride"},
    {"conv1d", 3, "stride"},
    {"conv1d", 4, "padding"},
    {"conv1d", 5, "dilation"},
    {"conv2d", 3, "stride"},
    {"conv2d", 4, "padding"},
    {"conv2d", 5, "dilation"},
    {"conv3d", 3, "stride"},
    {"conv3d", 4, "padding"},
    {"conv3d", 5, "dilation"},
    {"conv_transpose1d", 3, "stride"},
    {"conv_transpose1d", 4, "padding"},
    {"conv_transpose1d", 5, "output_padding"},
    {"conv_transpose1d", 7, "dilation"},
    {"conv_transpose2d", 3, "stride"},
    {"conv_transpose2d", 4, "padding"},
    {"conv_transpose2d", 5, "output_padding"},
    {"conv_transpose2d", 7, "dilation"},
    {"conv_transpose3d", 3, "stride"},
    {"conv_transpose3d", 4, "padding"},
    {"conv_transpose3d", 5, "output_padding"},
    {"conv_transpose3d", 7, "dilation"},
};
// The name of what a trace keeps of a tensor; empty for other facts.
std::string_view metadataOf(const OperatorFacts* facts) {
  if (!facts) return {};
  switch (facts->bakes) {
    case Baked::Rank: return "number of dimensions";
    case Baked::DType: return "dtype";
    case Baked::Device: return "device";
    default: return {};
  }
}

// The result of a function of torch; ranks are known for operators.
OperatorResult resultOfFunction(std::string_view name, const std::string& op,
                                const OperatorCall& call) {
  if (!op.empty()) return resultOfOperator(op, call);
  const ops::PublicName* publicName = ops::publicName(name);
  if (!publicName || publicName->kind != ops::NameKind::Function) return {};
  const auto schema = ops::parseSchema(publicName->target);
  if (!schema || schema->returns.size() != 1) return {};
  const types::TypePtr type = schema->returns[0].type;
  if (type->is(types::TypeKind::Tensor)) return {OperatorResult::Kind::Tensor, {}};
  const bool isList =
      type->is(types::TypeKind::List) && type->contained()[0]->is(types::TypeKind::Tensor);
  return {isList ? OperatorResult::Kind::TensorList : OperatorResult::Kind::Other, {}};
}

// True when the trace fixes how many tensors the operator returns: its numbers are not sizes of
// traced tensors.
bool fixesLength(const OperatorFacts* facts, std::span<const TraceValue> numbers) {
  return facts && facts->bakes == Baked::Length &&
         std::ranges::all_of(numbers,
                             [](const TraceValue& value) { return value.is(TracedKind::Plain); });
}

TraceValue tensorList(bool isLengthFixed) {
  TraceValue list = TraceValue::of(TracedKind::TensorList);
  list.hasOwnLength = !isLengthFixed;
  return list;
}

std::string_view lastPart(std::string_view name) { return name.substr(name.rfind('.') + 1); }

}  // namespace

void TraceWalker::number(const syntax::Expr& at, const syntax::Expr& source,
                         const TraceValue& value, std::string_view type) {
  if (!value.isComputed() && !value.is(TracedKind::Size)) return;
  report(Rule::TracedNumber, at,
         "'" + quoted(source) + "' becomes a Python " + std::string(type) +
             ", and the trace keeps its value for the example",
         value.is(TracedKind::Size)
             ? "use the size as it is: PyTorch keeps track of it while it traces"
             : "compute with the tensor itself");
}

bool TraceWalker::isPythonRandom(std::string_view name) {
  return contains(kTimes, name) || std::ranges::any_of(kPythonRandom, [&](std::string_view prefix) {
           return name.starts_with(prefix);
         });
}

TraceValue TraceWalker::external(const syntax::Call& expr, std::string_view name,
                                 const Arguments& arguments) {
  if (name.starts_with("builtins.")) return builtin(expr, name.substr(9), arguments);
  if (name.starts_with("torch.")) return torchFunction(expr, name, arguments);
  if (name.starts_with("math.")) {
    for (size_t i = 0; i < arguments.positional.size() && i < expr.args.size(); ++i)
      number(*expr.args[i], *expr.args[i], arguments.positional[i], "float");
    return arguments.positional.empty() || arguments.positional[0].is(TracedKind::Unknown)
               ? TraceValue()
               : TraceValue::plain();
  }
  if (isPythonRandom(name)) {
    report(Rule::TracedPythonRandomness, expr,
           "'" + std::string(name) +
               "' returns a different value in each call, and the trace keeps the first",
           "use a function of torch, such as torch.rand(), which a trace repeats");
    return {};
  }
  if (name.starts_with("numpy.")) {
    for (size_t i = 0; i < arguments.positional.size() && i < expr.args.size(); ++i) {
      if (!arguments.positional[i].isComputed() && !arguments.positional[i].is(TracedKind::Sizes))
        continue;
      report(Rule::TracedArray, *expr.args[i],
             "'" + quoted(*expr.args[i]) +
                 "' is converted to NumPy, and the trace keeps its value for the example",
             "use the function of torch in its place");
    }
  }
  return {};
}

void TraceWalker::checkTupleParameter(const syntax::Call& expr, std::string_view function,
                                      const Arguments& arguments) {
  if (!arguments.isComplete) return;
  for (const TupleParameter& parameter : kTupleParameters) {
    if (parameter.function != function) continue;
    const TraceValue* value = arguments.find(parameter.position, parameter.name);
    if (!value || !value->is(TracedKind::Size)) continue;
    std::string message = fmt::format(
        "the argument '{}' is a size of a traced tensor, which torch.jit.trace makes "
        "a tensor: '{}' ",
        parameter.name, function);
    // An empty list is the default of `stride` in operators of pooling.
    const bool isDropped = atLeast(TorchProfile::Torch2_6) && parameter.name == "stride" &&
                           function.find("_pool") != std::string_view::npos;
    message += isDropped ? "ignores it and uses the kernel size" : "raises here";
    return report(Rule::TracedSizeArgument, expr, std::move(message),
                  "pass a tuple of sizes, one for each dimension",
                  isDropped ? diag::Severity::Warning : diag::Severity::Error);
  }
}

void TraceWalker::checkDevices(const syntax::Call& expr, const Arguments& arguments) {
  if (!arguments.isComplete) return;
  const auto look = [&](const syntax::Expr& argument, const TraceValue& value) {
    if (value.is(TracedKind::Metadata) && value.what == "device")
      report(Rule::TracedDevice, argument,
             "the trace keeps '" + quoted(argument) + "', the device of the example, as a constant",
             "make the tensor from another one, by new_zeros(), zeros_like() or type_as(), or "
             "script the function that makes it");
  };
  for (size_t i = 0; i < expr.args.size() && i < arguments.positional.size(); ++i)
    look(*expr.args[i], arguments.positional[i]);
  for (const syntax::Keyword* keyword : expr.keywords)
    if (const TraceValue* value = arguments.find(SIZE_MAX, keyword->arg.text))
      look(*keyword->value, *value);
}

TraceValue TraceWalker::torchFunction(const syntax::Call& expr, std::string_view name,
                                      const Arguments& arguments) {
  if (name.ends_with(".is_tracing")) return TraceValue::plain(eval::Value::boolean(true));
  if (name.ends_with(".is_scripting")) return TraceValue::plain(eval::Value::boolean(false));
  if (name == "torch.jit.trace" || name == "torch.jit.trace_module") {
    report(Rule::NestedTrace, expr,
           "a trace can't be made inside another: torch.jit.trace raises here",
           "trace it before, and call the result");
    return {};
  }
  if (name == "torch.Size")
    return arguments.positional.empty() ? TraceValue() : arguments.positional[0];
  if (name == "torch.is_tensor" && !arguments.positional.empty() &&
      arguments.positional[0].isTensor())
    return TraceValue::plain(eval::Value::boolean(true));
  if (contains(kConstructors, name)) {
    checkDevices(expr, arguments);
    bool isOfSizes = name == "torch.Tensor" && !arguments.positional.empty() &&
                     arguments.positional[0].is(TracedKind::Size);
    if (arguments.anyTraced() && !isOfSizes) {
      report(Rule::TracedConstructor, expr,
             "'" + std::string(name) +
                 "' creates a tensor from Python values, and the trace keeps it as a constant",
             "use torch.stack() for tensors, and torch.full() or torch.arange() for sizes");
    }
    return arguments.anyTraced() ? TraceValue() : TraceValue::of(TracedKind::Fresh);
  }
  std::string_view last = lastPart(name);
  bool isFunctional = name.starts_with("torch.nn.functional.");
  checkTupleParameter(expr, last, arguments);
  bool isDropout = isFunctional && contains(kDropouts, last);
  const TraceValue* training = isDropout ? arguments.find(2, "training") : nullptr;
  const TraceValue* probability = isDropout ? arguments.find(1, "p") : nullptr;
  bool isOff = probability && probability->truth() == false;
  bool drops = isDropout && !isOff && arguments.isComplete &&
               (training ? training->truth() == true
                         : last != "alpha_dropout" && last != "feature_alpha_dropout");
  const std::string op = operatorOf(name);
  if (!op.empty()) checkDevices(expr, arguments);
  const OperatorFacts* facts = op.empty() ? nullptr : operator_facts::factsOf(op);
  const bool draws = facts && facts->kind == operator_facts::Kind::Random && !isFunctional;
  if (call_.isChecked && (draws || drops)) {
    report(Rule::TracedRandomness, expr,
           "'" + std::string(name) +
               "' draws new random numbers in each call, so PyTorch can't compare the trace with "
               "the function",
           drops ? "give it training=self.training, and call eval() before tracing"
                 : "pass the random numbers in, or trace with check_trace=False");
  }
  const OperatorResult result = resultOfFunction(
      name, op, {nullptr, arguments.positional, arguments.keyword, arguments.isComplete});
  switch (result.kind) {
    case OperatorResult::Kind::Tensor:
    case OperatorResult::Kind::Tensors: {
      bool isUnknown = std::ranges::any_of(arguments.positional, [](const TraceValue& value) {
        return value.is(TracedKind::Unknown);
      });
      return computedResult(result, isUnknown ? TracedKind::Unknown : TracedKind::Fresh, nullptr,
                            arguments);
    }
    case OperatorResult::Kind::TensorList: {
      const TraceValue* input = arguments.find(0, "input");
      const auto numbers =
          std::span(arguments.positional).subspan(arguments.positional.empty() ? 0 : 1);
      return input && input->is(TracedKind::Tensor) ? tensorList(fixesLength(facts, numbers))
                                                    : TraceValue();
    }
    case OperatorResult::Kind::Other: return {};
  }
  return {};
}

TraceValue TraceWalker::method(const syntax::Call& expr, const TraceValue& self,
                               std::string_view name, const Arguments& arguments) {
  const syntax::Expr& source = *syntax::as<syntax::Attribute>(*expr.func).value;
  if (self.is(TracedKind::Sequence)) {
    // append() and other methods change the list, so its elements become unknown.
    if (const auto* variable = syntax::dynCast<syntax::Name>(&source))
      activation_->variables[variable->id] = {};
    return {};
  }
  if (self.is(TracedKind::Sizes))
    return name == "numel" ? TraceValue::of(TracedKind::Size) : TraceValue();
  const std::string op = "aten::" + std::string(name);
  checkDevices(expr, arguments);
  if (const TraceValue* other = arguments.find(0, "other");
      name == "to" && arguments.isComplete && self.isTensor() && other && other->isTensor())
    report(Rule::TracedDevice, expr,
           "the trace keeps the device of the example's tensor, and its dtype, as constants of "
           "to()",
           "type_as() asks for both at each call");
  const OperatorFacts* facts = operator_facts::factsOf(op);
  const Baked baked = facts ? facts->bakes : Baked::Nothing;
  if (baked == Baked::Number) {
    number(expr, source, self, "number");
    return TraceValue::plain();
  }
  if (self.is(TracedKind::Size)) return {};
  if (baked == Baked::List) {
    if (self.isComputed()) {
      report(Rule::TracedArray, expr,
             "'" + quoted(source) + "' becomes a " +
                 (name == "tolist" ? "Python list" : "NumPy array") +
                 ", and the trace keeps its value for the example",
             "compute with the tensor itself");
    }
    return {};
  }
  bool isTraced = self.is(TracedKind::Tensor);
  if (baked == Baked::Size) {
    if (!isTraced) return {};
    return TraceValue::of(name == "size" && arguments.positional.empty() &&
                                  arguments.keyword.empty()
                              ? TracedKind::Sizes
                              : TracedKind::Size);
  }
  if (const std::string_view metadata = metadataOf(facts); !metadata.empty())
    return isTraced ? TraceValue::metadata(metadata) : TraceValue();
  if (isTraced && baked == Baked::Resized) {
    report(Rule::TracedResize, expr,
           "the trace does not record '" + std::string(name) + "', and loses its connection to '" +
               quoted(source) + "'",
           "use reshape(), narrow() or an index");
    return {};
  }
  const TraceValue* data = baked == Baked::Data ? arguments.find(0, "data") : nullptr;
  if (data && arguments.anyTraced() && !data->isTensor()) {
    report(Rule::TracedConstructor, expr,
           "'" + std::string(name) +
               "' creates a tensor from Python values, and the trace keeps it as a constant",
           "use new_full() or torch.stack()");
    return {};
  }
  if (call_.isChecked && facts && facts->kind == operator_facts::Kind::Random) {
    report(Rule::TracedRandomness, expr,
           "'" + std::string(name) +
               "' draws new random numbers in each call, so PyTorch can't compare the trace with "
               "the function",
           "pass the random numbers in, or trace with check_trace=False");
  }
  const OperatorResult result =
      resultOfOperator(op, {&self, arguments.positional, arguments.keyword, arguments.isComplete});
  switch (result.kind) {
    case OperatorResult::Kind::Tensor:
    case OperatorResult::Kind::Tensors:
      return computedResult(result, self.is(TracedKind::Captured) ? TracedKind::Fresh : self.kind,
                            &self, arguments);
    case OperatorResult::Kind::TensorList:
      return isTraced ? tensorList(fixesLength(facts, arguments.positional)) : TraceValue();
    case OperatorResult::Kind::Other: return {};
  }
  return {};
}

TraceValue TraceWalker::computedResult(const OperatorResult& result, TracedKind otherwise,
                                       const TraceValue* self, const Arguments& arguments) const {
  TraceValue outcome = computed(otherwise, self, arguments);
  outcome.rank = result.rank();
  if (result.kind != OperatorResult::Kind::Tensors) return outcome;
  std::vector<TraceValue> each(result.ranks.size(), outcome);
  for (size_t i = 0; i < each.size(); ++i) each[i].rank = result.ranks[i];
  TraceValue all = TraceValue::sequence(std::move(each), false);
  all.fields = result.fields;
  return all;
}

}  // namespace ts::compiler
