#include "core/eager/signatures.h"

#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/eager/convert.h"
#include "core/eager/members.h"
#include "core/eager/random.h"
#include "core/eager/tracing.h"
#include "core/interp/interpreter.h"

namespace ts::eager {
namespace {

using types::TypeKind;

// Operators that accept a plain number as second operand although their schema requires a Tensor.
constexpr std::string_view kTakesNumbers[] = {
    "add",       "add_",         "div",           "div_",     "divide",
    "divide_",   "floor_divide", "floor_divide_", "mul",      "mul_",
    "multiply",  "multiply_",    "sub",           "sub_",     "subtract",
    "subtract_", "true_divide",  "true_divide_",  "__iadd__", "__imul__"};

std::optional<ParameterKind> listKind(types::TypePtr element) {
  if (element->is(TypeKind::Optional)) element = element->element();
  switch (element->kind()) {
    case TypeKind::Tensor: return ParameterKind::TensorList;
    case TypeKind::Int: return ParameterKind::IntList;
    case TypeKind::Float: return ParameterKind::FloatList;
    case TypeKind::Bool: return ParameterKind::BoolList;
    case TypeKind::String: return ParameterKind::StringList;
    case TypeKind::Number: return ParameterKind::NumberList;
    default: return std::nullopt;
  }
}

std::optional<ParameterKind> kindOf(const ops::Argument& argument, types::TypePtr type) {
  if (argument.declaredBase == "ScalarType") return ParameterKind::Dtype;
  if (argument.declaredBase == "Layout") return ParameterKind::Layout;
  if (argument.declaredBase == "MemoryFormat") return ParameterKind::MemoryFormat;
  if (argument.declaredBase == "Dimname") return std::nullopt;
  switch (type->kind()) {
    case TypeKind::Tensor: return ParameterKind::Tensor;
    case TypeKind::Number: return ParameterKind::Number;
    case TypeKind::Int: return ParameterKind::Int;
    case TypeKind::Float: return ParameterKind::Float;
    case TypeKind::Complex: return ParameterKind::Complex;
    case TypeKind::Bool: return ParameterKind::Bool;
    case TypeKind::String: return ParameterKind::String;
    case TypeKind::Device: return ParameterKind::Device;
    case TypeKind::Generator: return ParameterKind::Generator;
    case TypeKind::ScalarType: return ParameterKind::Dtype;
    case TypeKind::Layout: return ParameterKind::Layout;
    case TypeKind::MemoryFormat: return ParameterKind::MemoryFormat;
    case TypeKind::List: return listKind(type->element());
    default: return std::nullopt;
  }
}

bool isWrittenOut(const ops::Argument& argument) {
  return argument.keywordOnly && argument.alias && argument.alias->isWrite;
}

// False for overloads that only TorchScript has: of numbers, strings and lists, or of dimension
// names.
bool isPython(const ops::FunctionSchema& schema) {
  if (schema.isVararg || schema.isVarret) return false;
  if (!schema.name.starts_with("aten::")) return true;
  static constexpr std::string_view kScriptOnly[] = {
      "prim_Device", "prim_dtype",  "prim_other",  "Tensor_hacked_twin",
      "Dimname",     "list_Tensor", "hacked_twin", "Dimname_scalar"};
  if (std::ranges::find(kScriptOnly, schema.overload) != std::end(kScriptOnly)) return false;
  auto isTensorLike = [](const ops::Argument& argument) {
    types::TypePtr type = argument.type;
    if (type->is(TypeKind::Optional)) type = type->element();
    if (type->is(TypeKind::List)) type = type->element();
    if (type->is(TypeKind::Optional)) type = type->element();
    return type->is(TypeKind::Tensor);
  };
  for (const ops::Argument& argument : schema.arguments)
    if (argument.name == "dim" && argument.type->str().find("str") != std::string::npos)
      return false;
  return std::ranges::any_of(schema.arguments, isTensorLike) ||
         std::ranges::any_of(schema.returns, isTensorLike);
}

std::optional<Signature> readSignature(const ops::FunctionSchema& schema) {
  Signature signature{&schema, {}};
  bool hasDtype = false, hasDevice = false;
  for (const ops::Argument& argument : schema.arguments) {
    if (isWrittenOut(argument)) {
      ++signature.outs;
      continue;
    }
    types::TypePtr type = argument.type;
    const bool optional = type->is(TypeKind::Optional);
    if (optional) type = type->element();
    std::optional<ParameterKind> kind = kindOf(argument, type);
    // Unsupported argument types such as dimension names and storages.
    if (!kind && !(optional || argument.defaultValue)) return std::nullopt;
    Parameter parameter{&argument, kind.value_or(ParameterKind::String), optional};
    if (argument.broadcastSize && type->is(TypeKind::List))
      parameter.listSize = *argument.broadcastSize;
    signature.parameters.push_back(parameter);
    signature.positional += !argument.keywordOnly;
    hasDtype |= argument.name == "dtype";
    hasDevice |= argument.name == "pin_memory";
  }
  signature.hasOptions = hasDtype && hasDevice;
  return signature;
}

// True if overload `a` must be tried before `b`: at the first difference, it has a Tensor where `b`
// has a number.
bool comesFirst(const Signature& a, const Signature& b) {
  for (size_t i = 0; i < std::min(a.parameters.size(), b.parameters.size()); ++i) {
    const bool left = a.parameters[i].kind == ParameterKind::Tensor,
               right = b.parameters[i].kind == ParameterKind::Tensor;
    if (left == right) continue;
    const Parameter& other = left ? b.parameters[i] : a.parameters[i];
    return other.kind == ParameterKind::Number && left;
  }
  return false;
}

// ---- values

// True for a tensor that can be used as a plain number.
bool isElement(const Value& value) {
  return isTensor(value) && dataOf(value).dim() == 0 && !dataOf(value).requiresGrad();
}

bool toInt(Vm& vm, const Value& given, IValue& result) {
  const Value value = withoutNumpy(vm, given);
  int64_t integer = 0;
  if (value.isBool()) return false;
  if (isElement(value) && tensor::isIntegral(dataOf(value).dtype())) {
    result = elementOf(vm, dataOf(value)).toScalar().to<int64_t>();
    return true;
  }
  if (!vm.asInt(value, integer)) return false;
  result = integer;
  return true;
}

// Converts an element of a list of sizes. While a trace is recorded, any integer tensor element is
// accepted.
bool toSize(Vm& vm, const Value& value, IValue& result) {
  if (!isElement(value) || !recorderOf(vm)) return toInt(vm, value, result);
  result = elementOf(vm, dataOf(value)).toScalar().to<int64_t>();
  return true;
}

bool toFloat(Vm& vm, const Value& given, IValue& result) {
  const Value value = withoutNumpy(vm, given);
  double real = 0;
  if (isElement(value))
    result = elementOf(vm, dataOf(value)).toScalar().to<double>();
  else if (vm.asReal(value, real))
    result = real;
  else
    return false;
  return true;
}

bool toNumber(Vm& vm, const Value& value, IValue& result) {
  tensor::Scalar number;
  if (isElement(value))
    result = elementOf(vm, dataOf(value));
  else if (toScalar(vm, value, number))
    result = number;
  else
    return false;
  return true;
}

const std::vector<Value>* itemsOf(const Value& value) {
  if (auto* list = value.as<List>()) return &list->items;
  if (auto* tuple = value.as<Tuple>()) return &tuple->items;
  return nullptr;
}

template <typename F>
bool toList(const Value& value, types::TypePtr element, F&& convert, IValue& result) {
  const std::vector<Value>* items = itemsOf(value);
  if (!items) return false;
  std::vector<IValue> converted(items->size());
  for (size_t i = 0; i < items->size(); ++i)
    if (!convert((*items)[i], converted[i])) return false;
  result = tensor::makeList(element, std::move(converted));
  return true;
}

bool toTensors(const Value& value, bool takesNone, IValue& result) {
  return toList(
      value, takesNone ? types::optionalOf(types::tensorType()) : types::tensorType(),
      [&](const Value& item, IValue& converted) {
        if (isTensor(item)) converted = dataOf(item);
        return isTensor(item) || (takesNone && item.isNone());
      },
      result);
}

bool broadcastTo(const Parameter& parameter, types::TypePtr element, const IValue& value,
                 IValue& result) {
  if (!parameter.listSize) return false;
  result = tensor::makeList(element,
                            std::vector<IValue>(static_cast<size_t>(parameter.listSize), value));
  return true;
}

// PyTorch 2.6 accepts an integer tensor with one element in place of a list with a known number of
// elements, such as a traced size for `int[2] stride`, but reads an empty list from it.
bool isListOfNothing(const Parameter& parameter, const tensor::Tensor& value) {
  return atLeast(TorchProfile::Torch2_6) && parameter.listSize && value.numel() == 1 &&
         !value.requiresGrad() &&
         (tensor::isIntegral(value.dtype()) || value.dtype() == tensor::DType::Bool);
}

bool convert(Vm& vm, const Parameter& parameter, const Value& value, bool takesNumbers,
             IValue& result) {
  if (value.isNone() && (parameter.takesNone || (parameter.argument->defaultValue &&
                                                 parameter.argument->defaultValue->isNone()))) {
    result = {};
    return true;
  }
  switch (parameter.kind) {
    case ParameterKind::Tensor: {
      if (isTensor(value)) {
        result = dataOf(value);
        return true;
      }
      tensor::Scalar number;
      if (!takesNumbers || !toScalar(vm, value, number)) return false;
      result = wrappedNumber(number);
      return true;
    }
    case ParameterKind::Number: return toNumber(vm, value, result);
    case ParameterKind::Int: return toInt(vm, value, result);
    case ParameterKind::Float: return toFloat(vm, value, result);
    case ParameterKind::Complex: return toNumber(vm, value, result);
    case ParameterKind::Bool:
      if (isElement(value) && dataOf(value).dtype() == tensor::DType::Bool)
        result = elementOf(vm, dataOf(value));
      else if (value.isBool())
        result = value.integerValue() != 0;
      else
        return false;
      return true;
    case ParameterKind::String:
      if (auto* text = value.as<Str>()) result = text->text;
      return value.as<Str>();
    case ParameterKind::Dtype:
      if (!value.as<eval::Dtype>() && !value.is(vm.types.real) && !value.is(vm.types.integer) &&
          !value.is(vm.types.boolean))
        return false;
      result = static_cast<int64_t>(*dtypeArgument(vm, value));
      return true;
    case ParameterKind::Layout:
    case ParameterKind::MemoryFormat:
      if (value.as<eval::Named>()) result = toIValue(vm, value);
      return value.as<eval::Named>();
    case ParameterKind::Device: {
      if (value.as<Str>())
        result = toIValue(vm, vm.call(Value(vm.types.device), {value}));
      else if (value.as<eval::Device>())
        result = toIValue(vm, value);
      else
        return false;
      const std::string& kind = result.toDevice().kind;
      if (kind != "cpu" && kind != "meta")
        vm.raise(vm.types.RuntimeError,
                 "device " + result.toDevice().text() + " is not available: use cpu or meta");
      return true;
    }
    case ParameterKind::Generator: return toGenerator(value, result);
    case ParameterKind::IntList: {
      IValue single;
      if (isTensor(value) && isListOfNothing(parameter, dataOf(value))) {
        result = tensor::makeList(types::intType(), {});
        return true;
      }
      // Only elements of a list may be tensors.
      if (!isTensor(value) && toInt(vm, value, single))
        return broadcastTo(parameter, types::intType(), single, result);
      return toList(
          value, types::intType(),
          [&](const Value& item, IValue& converted) { return toSize(vm, item, converted); },
          result);
    }
    case ParameterKind::FloatList: {
      IValue single;
      if (toFloat(vm, value, single))
        return broadcastTo(parameter, types::floatType(), single, result);
      return toList(
          value, types::floatType(),
          [&](const Value& item, IValue& converted) { return toFloat(vm, item, converted); },
          result);
    }
    case ParameterKind::BoolList:
      return toList(
          value, types::boolType(),
          [](const Value& item, IValue& converted) {
            if (item.isBool()) converted = item.integerValue() != 0;
            return item.isBool();
          },
          result);
    case ParameterKind::StringList:
      return toList(
          value, types::stringType(),
          [](const Value& item, IValue& converted) {
            if (auto* text = item.as<Str>()) converted = text->text;
            return item.as<Str>() != nullptr;
          },
          result);
    case ParameterKind::NumberList:
      return toList(
          value, types::numberType(),
          [&](const Value& item, IValue& converted) { return toNumber(vm, item, converted); },
          result);
    case ParameterKind::TensorList:
      return toTensors(value, parameter.argument->type->str().find("Tensor?") != std::string::npos,
                       result);
  }
  return false;
}

// NumPy's names for the same arguments.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"axis", "dim"}, {"keepdims", "keepdim"}, {"input", "self"}, {"x", "self"},
    {"a", "self"},   {"x1", "self"},          {"x2", "other"}};

bool isName(const ops::Argument& argument, std::string_view keyword) {
  if (argument.name == keyword) return true;
  for (auto [other, name] : kOtherNames)
    if (keyword == other && argument.name == name) return true;
  return argument.name == "dim" && keyword == "dims";
}

struct Binder {
  Vm& vm;
  const CallArgs& args;
  bool takesNumbers;
  Value out;  // Unbound if not given
  bool requiresGrad = false;
  bool asksForGrad = false;  // requires_grad was given
  std::vector<BoundCall::FromTensor> fromTensors = {};
  std::string why = {};  // the first reason why a signature doesn't fit

  // The value of the keyword argument for this parameter, or null.
  const Value* named(const ops::Argument& argument) const {
    for (size_t i = 0; i < args.names.size(); ++i)
      if (isName(argument, args.names[i]->text)) return &args.values[args.positional + i];
    return nullptr;
  }

  bool refuse(std::string reason) {
    if (why.empty()) why = std::move(reason);
    return false;
  }

  void noteTensors(const Parameter& parameter, size_t argument, const Value& value) {
    const bool isNumber = parameter.kind == ParameterKind::Int ||
                          parameter.kind == ParameterKind::Float ||
                          parameter.kind == ParameterKind::Number;
    if (isNumber && isTensor(value)) fromTensors.push_back({argument, -1, dataOf(value)});
    const std::vector<Value>* items =
        parameter.kind == ParameterKind::IntList ? itemsOf(value) : nullptr;
    for (size_t i = 0; items && i < items->size(); ++i)
      if (isTensor((*items)[i]))
        fromTensors.push_back({argument, static_cast<int>(i), dataOf((*items)[i])});
  }

  bool bindOuts(const Signature& signature, Stack& stack) {
    if (!signature.outs) return true;
    if (signature.outs == 1 && isTensor(out)) {
      stack.emplace_back(dataOf(out));
      return true;
    }
    const std::vector<Value>* items = itemsOf(out);
    if (!items || items->size() != signature.outs)
      return refuse("out must contain " + std::to_string(signature.outs) + " tensors");
    for (const Value& item : *items) {
      if (!isTensor(item)) return refuse("out must contain only tensors");
      stack.emplace_back(dataOf(item));
    }
    return true;
  }

  bool bind(const Signature& signature, Stack& stack) {
    if ((signature.outs > 0) != !out.isUnbound()) return refuse("it does not accept out");
    if (asksForGrad && !signature.hasOptions && !signature.outs)
      return refuse("got an unexpected keyword argument 'requires_grad'");
    stack.clear();
    fromTensors.clear();
    size_t used = 0, names = 0;
    for (size_t i = 0; i < signature.parameters.size(); ++i) {
      const Parameter& parameter = signature.parameters[i];
      const ops::Argument& argument = *parameter.argument;
      IValue value;
      if (i < signature.positional && used < args.positional) {
        // If the function has only one list of ints, it may be passed as several numbers.
        const bool isLast = i + 1 == signature.positional;
        const bool spreads = parameter.kind == ParameterKind::IntList && isLast && i <= 1 &&
                             isFree(signature, i) && !itemsOf(args.values[used]) &&
                             !args.values[used].isNone() &&
                             !(parameter.listSize && isTensor(args.values[used]));
        if (spreads) {
          std::vector<IValue> items;
          for (; used < args.positional; ++used) {
            if (isTensor(args.values[used]))
              fromTensors.push_back({i, static_cast<int>(items.size()), dataOf(args.values[used])});
            items.emplace_back();
            if (!toInt(vm, args.values[used], items.back()))
              return refuse(wrong(argument, args.values[used]));
          }
          if (parameter.listSize && items.size() == 1)
            items.resize(static_cast<size_t>(parameter.listSize), items[0]);
          value = tensor::makeList(types::intType(), std::move(items));
        } else if (!convert(vm, parameter, args.values[used], takesNumbers, value)) {
          return refuse(wrong(argument, args.values[used]));
        } else {
          noteTensors(parameter, i, args.values[used++]);
        }
        if (named(argument))
          return refuse("got several values for argument '" + argument.name + "'");
      } else if (const Value* keyword = named(argument)) {
        ++names;
        if (!convert(vm, parameter, *keyword, takesNumbers, value))
          return refuse(wrong(argument, *keyword));
        noteTensors(parameter, i, *keyword);
      } else if (argument.defaultValue) {
        value = defaultOf(signature, argument, stack);
      } else if (parameter.takesNone && parameter.kind == ParameterKind::Generator) {
        return refuse("it needs a generator");
      } else {
        return refuse("missing 1 required positional arguments: \"" +
                      std::string(argument.name == "self" ? "input" : argument.name) + "\"");
      }
      stack.push_back(std::move(value));
    }
    if (used < args.positional)
      return refuse("takes " + std::to_string(signature.positional) + " positional arguments but " +
                    std::to_string(args.positional) + " were given");
    if (names < args.names.size())
      for (Str* name : args.names)
        if (std::ranges::none_of(signature.parameters, [&](const Parameter& each) {
              return isName(*each.argument, name->text);
            }))
          return refuse("got an unexpected keyword argument '" + name->text + "'");
    return bindOuts(signature, stack);
  }

  // True if the parameter is the only one besides self.
  static bool isFree(const Signature& signature, size_t i) {
    return i == 0 || signature.parameters[0].argument->name == "self";
  }

  std::string wrong(const ops::Argument& argument, const Value& value) {
    return "argument '" + std::string(argument.name == "self" ? "input" : argument.name) +
           "' must be " + argument.type->str() + ", not " + vm.classOf(value)->name;
  }

  // The default of an argument. For new tensors, PyTorch's Python functions fill in dtype and
  // device.
  IValue defaultOf(const Signature& signature, const ops::Argument& argument, const Stack& stack) {
    if (signature.hasOptions) {
      const bool hasSelf = !stack.empty() && signature.parameters[0].kind == ParameterKind::Tensor;
      if (argument.name == "device")
        return hasSelf ? tensor::makeDevice(nameOf(stack[0].toTensor().device()))
                       : tensor::makeDevice("cpu");
      if (argument.name == "pin_memory") return false;
      if (argument.name == "layout" && hasSelf) return int64_t{0};
      if (argument.name == "dtype" && argument.defaultValue->isNone()) {
        if (hasSelf) return static_cast<int64_t>(stack[0].toTensor().dtype());
      }
    }
    return interp::valueOf(*argument.defaultValue);
  }
};

std::string givenTypes(Vm& vm, const CallArgs& args) {
  std::string text = "(";
  for (size_t i = 0; i < args.all().size(); ++i) {
    if (i) text += ", ";
    if (i >= args.positional) text += args.names[i - args.positional]->text + "=";
    text += vm.classOf(args.values[i])->name;
  }
  return text + ")";
}

}  // namespace

OperatorInfo readSignatures(const std::string& op) {
  OperatorInfo info;
  info.takesNumbers = std::ranges::find(kTakesNumbers, baseOf(op)) != std::end(kTakesNumbers);
  std::vector<Signature> all;
  for (const ops::FunctionSchema* schema : ops::schemasOf(Symbol::intern(op))) {
    if (!isPython(*schema)) continue;
    if (std::optional<Signature> signature = readSignature(*schema))
      all.push_back(std::move(*signature));
  }
  // Insertion sort is stable for overloads without an order.
  for (Signature& signature : all) {
    auto at = info.signatures.end();
    while (at != info.signatures.begin() && comesFirst(signature, *(at - 1))) --at;
    info.signatures.insert(at, std::move(signature));
  }
  return info;
}

BoundCall bindCall(Vm& vm, const OperatorInfo& info, std::string_view function,
                   const CallArgs& all) {
  // Arguments that every function accepts in addition to those of its schema.
  std::vector<Value> values(all.values, all.values + all.positional);
  std::vector<Str*> names;
  Value out;
  bool requiresGrad = false, asksForGrad = false;
  for (size_t i = 0; i < all.names.size(); ++i) {
    const Value& value = all.values[all.positional + i];
    const std::string& name = all.names[i]->text;
    if (name == "out") {
      if (!value.isNone()) out = value;
    } else if (name == "requires_grad") {
      requiresGrad = vm.truth(value);
      asksForGrad = true;
    } else if (name != "names" || !value.isNone()) {
      names.push_back(all.names[i]);
      values.push_back(value);
    }
  }
  const CallArgs args{values.data(), all.positional, names};
  Binder bound{vm, args, info.takesNumbers, out, requiresGrad, asksForGrad};
  BoundCall call;
  for (const Signature& signature : info.signatures) {
    if (!bound.bind(signature, call.stack)) continue;
    call.signature = &signature;
    call.requiresGrad = bound.requiresGrad;
    call.fromTensors = std::move(bound.fromTensors);
    return call;
  }
  const size_t fitting =
      std::ranges::count_if(info.signatures, [&](const Signature& each) { return !each.outs; });
  if (fitting <= 1) vm.raiseTypeError(std::string(function) + "(): " + bound.why);
  vm.raiseTypeError(std::string(function) +
                    "() received an invalid combination of arguments - got " +
                    givenTypes(vm, args));
}

}  // namespace ts::eager
