// Operators as functions: torch.conv2d, Tensor.add, torch.ops.aten.relu. A shape rule computes the
// result of a call; without a rule the schema gives the type only.
#include <algorithm>

#include "core/eval/vm/signature.h"
#include "core/eval_torch/eager.h"
#include "core/eval_torch/operator_rows.h"
#include "core/eval_torch/torch_state.h"
#include "core/ops/schema.h"

namespace ts::eval {
namespace {

using ops::FunctionSchema;

std::string_view baseName(std::string_view op) {
  const size_t colons = op.find("::");
  return colons == op.npos ? op : op.substr(colons + 2);
}

bool isInplace(std::string_view name) {
  return name.size() > 1 && name.ends_with('_') && !name.ends_with("__");
}

// True when a call may select this overload, by the number and names of its arguments.
bool accepts(const FunctionSchema& schema, const CallArgs& args) {
  if (schema.isVararg) return true;
  size_t positional = 0;
  for (const ops::Argument& argument : schema.arguments) positional += !argument.keywordOnly;
  if (args.positional > positional) return false;
  for (Str* name : args.names)
    if (!schema.argumentIndex(name->text)) return false;
  for (size_t i = args.positional; i < schema.arguments.size(); ++i) {
    const ops::Argument& argument = schema.arguments[i];
    if (argument.defaultValue) continue;
    if (std::ranges::none_of(args.names, [&](Str* name) { return name->text == argument.name; }))
      return false;
  }
  return true;
}

Value resultOf(Vm& vm, types::TypePtr type) {
  switch (type->kind()) {
    case types::TypeKind::Tensor: return anyTensor(vm);
    case types::TypeKind::None: return Value::none();
    case types::TypeKind::List: {
      Ref<List> list = vm.list();
      list->unknown = true;
      return list;
    }
    case types::TypeKind::Tuple: {
      std::vector<Value> items;
      for (types::TypePtr item : type->contained()) items.push_back(resultOf(vm, item));
      return vm.tuple(std::move(items));
    }
    default: return Value::unknown();
  }
}

Value bySchema(Vm& vm, const OperatorFunction& function, const CallArgs& args) {
  auto schemas = ops::schemasOf(ts::Symbol::intern(function.op));
  const FunctionSchema* chosen = nullptr;
  for (const FunctionSchema* schema : schemas)
    if (accepts(*schema, args)) {
      chosen = schema;
      break;
    }
  if (!chosen && !schemas.empty()) chosen = schemas.front();
  if (!chosen || chosen->isVarret) return Value::unknown();
  if (chosen->returns.empty()) return Value::none();
  if (chosen->returns.size() == 1) return resultOf(vm, chosen->returns[0].type);
  std::vector<Value> items;
  for (const ops::Argument& item : chosen->returns) items.push_back(resultOf(vm, item.type));
  return vm.tuple(std::move(items));
}

// Binds the parameters of a rule. Returns false when the call doesn't fit the rule's signature, for
// example a call of another overload.
bool bindRule(Vm& vm, const NativeFunction& rule, const CallArgs& args, NativeArguments& values) {
  const NativeSignature& signature = signatureOf(vm, rule);
  // `*size` may also be passed as one keyword argument.
  const Str* rest = signature.varargs && !args.names.empty()
                        ? signature.parameters[signature.positional].name
                        : nullptr;
  auto keyword = rest ? std::ranges::find_if(args.names, [&](Str* name) { return name == rest; })
                      : args.names.end();
  std::vector<Value> moved;
  std::vector<Str*> names;
  CallArgs call = args;
  if (keyword != args.names.end()) {
    const size_t at = static_cast<size_t>(keyword - args.names.begin());
    moved.assign(args.values, args.values + args.positional);
    moved.push_back(args.values[args.positional + at]);
    for (size_t i = 0; i < args.names.size(); ++i) {
      if (i == at) continue;
      moved.push_back(args.values[args.positional + i]);
      names.push_back(args.names[i]);
    }
    call = {moved.data(), args.positional + 1, names};
  }
  if (!canBind(signature, call)) return false;
  bindInto(vm, rule, signature, call, values.begin());
  return true;
}

Value runRule(Vm& vm, const OperatorFunction& function, Value* values) {
  const NativeFunction& rule = *function.rule;
  if (rule.def->call != byRow) return rule.def->call(vm, values);
  const NativeSignature& signature = signatureOf(vm, rule);
  std::vector<std::string_view> names;
  for (const NativeSignature::Parameter& parameter : signature.parameters)
    names.push_back(parameter.name->text);
  return resultByRow(vm, function.op, names, {values, names.size()});
}

// ---- the class of operators

Value call(Vm& vm, const Value& self, const CallArgs& args) {
  return callOperator(vm, *self.as<OperatorFunction>(), args);
}

std::string reprOfFunction(Vm&, const Value& self) {
  auto& function = *self.as<OperatorFunction>();
  const std::string name(baseName(function.op));
  if (function.isMethod) return "<method '" + name + "' of 'torch._C._TensorBase' objects>";
  return "<built-in method " + name + " of type object>";
}

Value getName(Vm& vm, Value* args) {
  return vm.str(std::string(baseName(args[0].as<OperatorFunction>()->op)));
}
Value getModule(Vm& vm, Value* args) {
  const std::string& name = args[0].as<OperatorFunction>()->qualifiedName;
  return vm.str(name.substr(0, name.rfind('.')));
}
Value getDoc(Vm&, Value*) { return Value::none(); }

constexpr NativeDef kFunctionMembers[] = {
    {"__name__", "self", getName, kGetter},
    {"__qualname__", "self", getName, kGetter},
    {"__module__", "self", getModule, kGetter},
    {"__doc__", "self", getDoc, kGetter},
};
// torch.ops.aten.add.Tensor: an overload; it is treated like its operator.
bool getOverload(Vm& vm, const Value& self, Str* name, Value& result) {
  auto& function = *self.as<OperatorFunction>();
  if (!function.qualifiedName.starts_with("torch.ops.") || name->text.starts_with("__"))
    return false;
  result = operatorFunction(vm, function.qualifiedName + "." + name->text, function.op, false);
  return !result.isUnbound();
}
constexpr TypeOps kOverloadOps = {.getattr = getOverload, .call = call, .repr = reprOfFunction};

}  // namespace

Ref<OperatorFunction> operatorFunction(Vm& vm, std::string_view qualifiedName, std::string_view op,
                                       bool isMethod) {
  TorchState& state = torchOf(vm);
  Ref<OperatorFunction>& held = state.operators[std::string(qualifiedName)];
  if (held) return held;
  held = new OperatorFunction(vm.types.operatorFunction, std::string(qualifiedName),
                              std::string(op), isMethod);
  if (auto rule = state.rules.find(baseName(op)); rule != state.rules.end())
    held->rule =
        new NativeFunction(vm.types.nativeFunction, rule->second, std::string(qualifiedName));
  return held;
}

Ref<OperatorFunction> tensorMethod(Vm& vm, std::string_view name) {
  const std::string qualified = "Tensor." + std::string(name);
  const ops::PublicName* publicName = ops::publicName(qualified);
  if (publicName && publicName->kind == ops::NameKind::Property) return nullptr;
  const bool hasRule = torchOf(vm).rules.contains(name);
  if (!publicName && (!hasRule || name.starts_with("__"))) return nullptr;
  if (name.starts_with("__") && !(publicName && !publicName->target.empty())) return nullptr;
  std::string op = publicName && !publicName->target.empty() ? std::string(publicName->target)
                                                             : "aten::" + std::string(name);
  return operatorFunction(vm, qualified, op, true);
}

Value callOperator(Vm& vm, const OperatorFunction& function, const CallArgs& args) {
  if (EagerTorch* eager = torchOf(vm).eager.get()) return eager->callOperator(vm, function, args);
  for (size_t i = 0; i < args.names.size(); ++i) {
    const Value& argument = args.values[args.positional + i];
    if (args.names[i]->text != "out" || argument.isNone()) continue;
    if (auto* tensor = argument.as<Tensor>()) {
      forgetValues(*tensor);
      tensor->shape = std::nullopt;
    }
    return argument;
  }
  NativeArguments values(function.rule ? signatureOf(vm, *function.rule).count() : 0);
  if (function.rule && bindRule(vm, *function.rule, args, values)) {
    try {
      return runRule(vm, function, values.begin());
    } catch (const UnknownTruth&) {
    }
  } else if (isInplace(baseName(function.op)) && args.positional && args.values[0].as<Tensor>()) {
    forgetValues(*args.values[0].as<Tensor>());
    return args.values[0];
  }
  const std::string_view name = baseName(function.op);
  const size_t operands = args.all().size();
  const size_t taken = pointwiseOperands(function.op);
  if (operands >= 1 && taken == 1 && args.values[0].as<Tensor>()) {
    Value result = pointwiseUnary(vm, name, args.values[0]);
    if (operands > 1) result.as<Tensor>()->storage = nullptr;  // such as round(decimals=2)
    return result;
  }
  if (operands >= 2 && taken == 2) {
    const bool unknown = args.values[0].isUnknown() || args.values[1].isUnknown();
    if (!unknown) return pointwiseBinary(vm, name, args.values[0], args.values[1]);
  }
  return bySchema(vm, function, args);
}

void initOperators(Vm& vm, TorchState& state) {
  vm.types.operatorFunction =
      vm.defineClass({"builtin_function_or_method", "builtins", Kind::OperatorFunction,
                      &kOverloadOps, kFunctionMembers, false});
  for (auto rules : {factoryRules(), viewRules(), mathRules(), layerRules()})
    for (const NativeDef& rule : rules) state.rules.emplace(rule.name, &rule);
}

}  // namespace ts::eval
