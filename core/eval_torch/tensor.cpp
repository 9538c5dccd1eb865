// torch.Tensor: attributes and Python operators. Its methods are in operators.cpp.
#include <algorithm>

#include "core/eval/builtins/containers.h"
#include "core/eval_torch/eager.h"
#include "core/eval_torch/torch_state.h"
#include "core/ops/schema.h"

namespace ts::eval {
namespace {

Tensor& self(Value* args) { return *args[0].as<Tensor>(); }

// ---- attributes

Value getShape(Vm& vm, Value* args) { return makeSize(vm, self(args).shape); }
Value getDtype(Vm&, Value* args) {
  return self(args).dtype ? Value(self(args).dtype) : Value::unknown();
}
Value getDevice(Vm&, Value* args) {
  return self(args).device ? Value(self(args).device) : Value::unknown();
}
Value getRequiresGrad(Vm&, Value* args) { return Value::boolean(self(args).requiresGrad); }
Value getNdim(Vm&, Value* args) {
  return Value::integer(static_cast<int64_t>(knownShape(self(args)).size()));
}
Value getGrad(Vm&, Value* args) {
  return self(args).grad.isUnbound() ? Value::none() : self(args).grad;
}
Value getLayout(Vm& vm, Value*) { return namedConstant(vm, "strided"); }
Value getData(Vm& vm, Value* args) {
  Tensor& tensor = self(args);
  Ref<Tensor> result = reshaped(vm, tensor, tensor.shape);
  result->requiresGrad = false;
  result->storage = tensor.storage;
  result->elements = tensor.elements;
  return result;
}
Value getTrue(Vm&, Value*) { return Value::boolean(true); }
Value getFalse(Vm&, Value*) { return Value::boolean(false); }
Value getNone(Vm&, Value*) { return Value::none(); }
Value getIsCpu(Vm&, Value* args) {
  return self(args).device ? Value::boolean(self(args).device->type == "cpu") : Value::unknown();
}
Value getIsCuda(Vm&, Value* args) {
  return self(args).device ? Value::boolean(self(args).device->type == "cuda") : Value::unknown();
}
Value getIsMeta(Vm&, Value* args) {
  return self(args).device ? Value::boolean(self(args).device->type == "meta") : Value::unknown();
}
Value getReversed(Vm& vm, Value* args) {
  Shape shape = knownShape(self(args));
  std::ranges::reverse(shape);
  return reshaped(vm, self(args), std::move(shape));
}
Value getMatrixTransposed(Vm& vm, Value* args) {
  Shape shape = knownShape(self(args));
  if (shape.size() < 2)
    vm.raise(vm.types.RuntimeError, "a tensor of fewer than two dimensions has no mT");
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  return reshaped(vm, self(args), std::move(shape));
}
Value getVersion(Vm&, Value*) { return Value::integer(0); }

// Tensor._make_subclass(cls, data, requires_grad): an instance of cls with the shape of data.
Value makeSubclass(Vm& vm, Value* args) {
  Tensor& data = tensorArgument(vm, args[1]);
  const bool requiresGrad = !args[2].isUnknown() && vm.truth(args[2]);
  auto* cls = args[0].as<Class>();
  if (!cls) vm.raiseTypeError("cls must be a type");
  return tensorOfClass(vm, *cls, data, requiresGrad);
}

Value asSubclass(Vm& vm, Value* args) {
  auto* cls = args[1].as<Class>();
  if (!cls || !cls->isSubclass(vm.types.tensor))
    vm.raiseTypeError("as_subclass needs a class of tensors");
  Tensor& data = tensorArgument(vm, args[0]);
  Ref<Tensor> result = sameElements(vm, data, {});
  result->shape = data.shape;
  result->cls = cls;
  return result;
}

Value deepcopy(Vm& vm, Value* args) {
  Tensor& tensor = self(args);
  Ref<Tensor> result = reshaped(vm, tensor, tensor.shape);
  result->cls = tensor.cls;
  result->requiresGrad = tensor.requiresGrad;
  if (valuesOf(tensor)) {
    std::vector<double> values;
    for (size_t i = 0; i < tensor.elements.size(); ++i) values.push_back(valueAt(tensor, i));
    setValues(*result, std::move(values));
  }
  if (tensor.attributes)
    result->attributes = vm.callMethod(Value(tensor.attributes), "copy").as<Dict>();
  if (auto* memo = args[1].as<Dict>()) {
    vm.touch(*memo);
    memo->set(vm, vm.call(*vm.builtins().find(vm.intern("id")), {args[0]}), result);
  }
  return result;
}

Value registerHook(Vm&, Value*) { return Value::unknown(); }

constexpr NativeDef kTensorMembers[] = {
    {"shape", "self", getShape, kGetter},
    {"dtype", "self", getDtype, kGetter},
    {"device", "self", getDevice, kGetter},
    {"requires_grad", "self", getRequiresGrad, kGetter},
    {"ndim", "self", getNdim, kGetter},
    {"grad", "self", getGrad, kGetter},
    {"_grad", "self", getGrad, kGetter},
    {"grad_fn", "self", getNone, kGetter},
    {"data", "self", getData, kGetter},
    {"layout", "self", getLayout, kGetter},
    {"is_leaf", "self", getTrue, kGetter},
    {"is_cpu", "self", getIsCpu, kGetter},
    {"is_cuda", "self", getIsCuda, kGetter},
    {"is_meta", "self", getIsMeta, kGetter},
    {"is_sparse", "self", getFalse, kGetter},
    {"is_sparse_csr", "self", getFalse, kGetter},
    {"is_quantized", "self", getFalse, kGetter},
    {"is_mkldnn", "self", getFalse, kGetter},
    {"is_nested", "self", getFalse, kGetter},
    {"is_mps", "self", getFalse, kGetter},
    {"is_vulkan", "self", getFalse, kGetter},
    {"is_xpu", "self", getFalse, kGetter},
    {"is_ort", "self", getFalse, kGetter},
    {"is_ipu", "self", getFalse, kGetter},
    {"retains_grad", "self", getFalse, kGetter},
    {"name", "self", getNone, kGetter},
    {"_base", "self", getNone, kGetter},
    {"_backward_hooks", "self", getNone, kGetter},
    {"_version", "self", getVersion, kGetter},
    {"output_nr", "self", getVersion, kGetter},
    {"T", "self", getReversed, kGetter},
    {"H", "self", getReversed, kGetter},
    {"mT", "self", getMatrixTransposed, kGetter},
    {"mH", "self", getMatrixTransposed, kGetter},
    {"_make_subclass",
     "cls, data, require_grad=False, dispatch_strides=False, dispatch_device=False", makeSubclass,
     kStatic},
    {"as_subclass", "self, cls", asSubclass},
    {"__deepcopy__", "self, memo, /", deepcopy, kTakesUnknown},
    {"register_hook", "self, hook", registerHook, kTakesUnknown},
};

bool setAttribute(Vm& vm, const Value& object, Str* name, const Value& value) {
  auto& tensor = *object.as<Tensor>();
  if (name->text == "data") {
    auto* from = value.as<Tensor>();
    tensor.shape = from ? from->shape : std::nullopt;
    tensor.dtype = from ? from->dtype : nullptr;
    tensor.device = from ? from->device : nullptr;
    tensor.storage = from ? from->storage : nullptr;
    if (from) tensor.elements = from->elements;
    return true;
  }
  if (name->text == "requires_grad") {
    if (!value.isUnknown()) tensor.requiresGrad = vm.truth(value);
    return true;
  }
  if (name->text == "grad" || name->text == "_grad") {
    tensor.grad = value;
    return true;
  }
  return name->text == "name" || name->text == "_backward_hooks" || name->text == "grad_fn";
}

// Any other attribute of torch.Tensor is an operator. The class keeps it after the first lookup.
bool findMethod(Vm& vm, Str* name, Value& result) {
  Ref<OperatorFunction> method = tensorMethod(vm, name->text);
  if (!method) return false;
  vm.types.tensor->dict->set(name, method);
  vm.types.tensor->changed();
  result = method;
  return true;
}
Value callNamed(Vm& vm, std::string_view name, std::initializer_list<Value> args);

// The value of an attribute that no member computes; Unbound when its value is not known.
Value valueOfProperty(Vm& vm, const Value& object, const std::string& name) {
  if (name == "real" || name == "imag") return callNamed(vm, name, {object});
  if (name.starts_with("is_")) return Value::boolean(false);  // of other devices
  if (name != "itemsize" && name != "nbytes") return {};
  const Value bytes = vm.getattr(vm.getattr(object, "dtype"), "itemsize");
  if (name == "itemsize") return bytes;
  const Value count = vm.callMethod(object, "numel");
  return bytes.isInt() && count.isInt()
             ? Value::integer(bytes.integerValue() * count.integerValue())
             : Value();
}

// isRunning: the tensor has elements, so that nothing may be Unknown.
template <bool isRunning>
bool getAttribute(Vm& vm, const Value& object, Str* name, Value& result) {
  if (findMethod(vm, name, result)) {
    result = vm.method(result, object);
    return true;
  }
  const ops::PublicName* property = ops::publicName("Tensor." + name->text);
  if (!property || property->kind != ops::NameKind::Property || name->text.starts_with("__"))
    return false;
  result = valueOfProperty(vm, object, name->text);
  if (!result.isUnbound()) return true;
  if (isRunning) vm.raiseGap("JitScope has no 'torch.Tensor." + name->text + "'");
  result = Value::unknown();
  return true;
}
bool getClassAttribute(Vm& vm, const Value& object, Str* name, Value& result) {
  return object.as<Class>()->isSubclass(vm.types.tensor) && findMethod(vm, name, result);
}

// ---- the eager domain: its members come last, and replace others of the same name

const TypeOps& eagerOps(const EagerTorch& eager) {
  static const TypeOps operations = [&] {
    TypeOps ops = eager.tensorOps();
    ops.getattr = getAttribute<true>;
    return ops;
  }();
  return operations;
}
std::span<const NativeDef> eagerMembers(const EagerTorch& eager) {
  static const std::vector<NativeDef> methods = [&] {
    std::vector<NativeDef> all(std::begin(kTensorMembers), std::end(kTensorMembers));
    all.insert(all.end(), eager.tensorMembers().begin(), eager.tensorMembers().end());
    return all;
  }();
  return methods;
}

// ---- operators

constexpr std::string_view kBinaryNames[] = {"add",
                                             "sub",
                                             "mul",
                                             "matmul",
                                             "true_divide",
                                             "remainder",
                                             "pow",
                                             "bitwise_left_shift",
                                             "bitwise_right_shift",
                                             "bitwise_or",
                                             "bitwise_xor",
                                             "bitwise_and",
                                             "floor_divide"};
constexpr std::string_view kCompareNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};

bool isOperand(const Value& value) {
  if (value.isBool() || value.isInt() || value.isFloat()) return true;
  return value.as<Tensor>() || value.as<IntObject>() || value.as<FloatObject>() ||
         value.as<Complex>();
}

Value callNamed(Vm& vm, std::string_view name, std::initializer_list<Value> args) {
  const std::string text(name);
  Ref<OperatorFunction> op = operatorFunction(vm, "torch." + text, "aten::" + text, false);
  return callOperator(vm, *op, CallArgs{args.begin(), args.size(), {}});
}

Value binary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  if (!isOperand(a) || !isOperand(b)) return Value::notImplemented();
  const std::string_view name = kBinaryNames[static_cast<size_t>(op)];
  if (op == BinaryOp::MatMult) return callNamed(vm, name, {a, b});
  return pointwiseBinary(vm, name, a, b);
}
Value inplace(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  if (!isOperand(b)) return Value::notImplemented();
  Value updated = binary(vm, op, a, b);
  auto& tensor = *a.as<Tensor>();
  auto* result = updated.as<Tensor>();
  if (!result || !tensor.storage) return a;
  // Keeps the elements' values when they are known and this tensor owns its storage.
  std::vector<double> values;
  if (valuesOf(*result) && result->elements.size() == tensor.elements.size() &&
      tensor.storage.use_count() == 1)
    for (size_t i = 0; i < result->elements.size(); ++i) values.push_back(valueAt(*result, i));
  forgetValues(tensor);
  if (!values.empty()) setValues(tensor, std::move(values));
  return a;
}
Value unary(Vm& vm, UnaryOp op, const Value& a) {
  if (op == UnaryOp::Pos) return a;
  return pointwiseUnary(vm, op == UnaryOp::Neg ? "neg" : "bitwise_not", a);
}
Value compare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  if (!isOperand(a) || !isOperand(b)) return Value::notImplemented();
  return pointwiseBinary(vm, kCompareNames[static_cast<size_t>(op)], a, b);
}
size_t hash(Vm&, const Value& object) { return std::hash<const void*>()(object.object()); }

bool truth(Vm& vm, const Value& object) {
  auto& tensor = *object.as<Tensor>();
  if (tensor.elements.size() == 1 && valuesOf(tensor)) return valueAt(tensor, 0) != 0;
  if (tensor.shape) {
    const int64_t count = numberOfElements(*tensor.shape);
    if (count == 0) return false;
    if (count > 1)
      vm.raise(vm.types.RuntimeError,
               "Boolean value of Tensor with more than one value is ambiguous");
  }
  throw UnknownTruth{};
}

int64_t len(Vm& vm, const Value& object) {
  const Shape& shape = knownShape(*object.as<Tensor>());
  if (shape.empty()) vm.raiseTypeError("len() of a 0-d tensor");
  if (shape[0] < 0) throw UnknownTruth{};
  return shape[0];
}

Value getitem(Vm& vm, const Value& object, const Value& index) {
  return indexTensor(vm, *object.as<Tensor>(), index);
}
void setitem(Vm&, const Value& object, const Value&, const Value&) {
  forgetValues(*object.as<Tensor>());
}

bool contains(Vm&, const Value&, const Value&) { throw UnknownTruth{}; }

Value iter(Vm& vm, const Value& object) {
  auto& tensor = *object.as<Tensor>();
  if (!tensor.shape || (!tensor.shape->empty() && tensor.shape->front() < 0))
    return Value::unknown();
  if (tensor.shape->empty()) vm.raiseTypeError("iteration over a 0-d tensor");
  std::vector<Value> rows;
  if (tensor.shape->front() > (1 << 16)) return Value::unknown();
  for (int64_t i = 0; i < tensor.shape->front(); ++i)
    rows.push_back(indexTensor(vm, tensor, Value::integer(i)));
  return vm.iter(Value(vm.list(std::move(rows))));
}

std::string reprOfTensor(Vm& vm, const Value& object) {
  auto& tensor = *object.as<Tensor>();
  std::string text = "tensor(...";
  if (tensor.device && tensor.device->type != "cpu")
    text += ", device='" + vm.toStr(Value(tensor.device)) + "'";
  text += ", size=";
  if (!tensor.shape) {
    text += "?";
  } else {
    text += "(";
    for (size_t i = 0; i < tensor.shape->size(); ++i)
      text += (i ? ", " : "") + ((*tensor.shape)[i] < 0 ? "?" : std::to_string((*tensor.shape)[i]));
    text += tensor.shape->size() == 1 ? ",)" : ")";
  }
  if (tensor.dtype && tensor.dtype != torchOf(vm).defaultDtype)
    text += ", dtype=torch." + tensor.dtype->name;
  if (tensor.requiresGrad) text += ", requires_grad=True";
  return text + ")";
}
// A tensor of one element formats like that element, another tensor like str().
std::string format(Vm& vm, const Value& object, std::string_view spec) {
  auto& tensor = *object.as<Tensor>();
  if (tensor.elements.size() == 1 && valuesOf(tensor))
    return vm.format(elementValue(vm, tensor, 0), spec);
  if (!spec.empty()) throw UnknownTruth{};
  return vm.toStr(object);
}

// torch.Tensor(2, 3), torch.Tensor([1, 2]), torch.Tensor()
Value make(Vm& vm, Class* cls, const CallArgs& args) {
  TorchState& state = torchOf(vm);
  Value value;
  const Value first = args.positional ? args.values[0] : Value();
  if (first.as<List>() || (first.as<Tuple>() && !vm.isInstance(first, state.size)) ||
      first.as<Tensor>())
    value = tensorOf(vm, first, state.defaultDtype, nullptr);
  else if (first.isUnknown())
    value = anyTensor(vm);
  else if (first.isUnbound())
    value = makeTensor(vm, Shape{0}, state.defaultDtype);
  else
    value =
        makeTensor(vm, shapeArgument(vm, vm.tuple({args.values, args.values + args.positional})),
                   state.defaultDtype);
  value.as<Tensor>()->cls = cls;
  return value;
}

// int(tensor), float(tensor) and similar conversions.
Value toInteger(Vm&, Value* args) {
  Tensor& tensor = self(args);
  if (!valuesOf(tensor) || tensor.elements.size() != 1) return Value::unknown();
  return Value::integer(static_cast<int64_t>(valueAt(tensor, 0)));
}
Value toReal(Vm&, Value* args) {
  Tensor& tensor = self(args);
  if (!valuesOf(tensor) || tensor.elements.size() != 1) return Value::unknown();
  return Value::real(valueAt(tensor, 0));
}
constexpr NativeDef kConversions[] = {{"__int__", "self", toInteger},
                                      {"__index__", "self", toInteger},
                                      {"__float__", "self", toReal}};

constexpr TypeOps kTensorOps = {
    .make = make,
    .getattr = getAttribute<false>,
    .setattr = setAttribute,
    .repr = reprOfTensor,
    .format = format,
    .hash = hash,
    .compare = compare,
    .binary = binary,
    .inplace = inplace,
    .unary = unary,
    .truth = truth,
    .len = len,
    .getitem = getitem,
    .setitem = setitem,
    .contains = contains,
    .iter = iter,
};

}  // namespace

Tensor::~Tensor() {
  if (domain) domain->forget(*this);
}

Ref<Tensor> tensorOfClass(Vm& vm, Class& cls, const Tensor& data, bool requiresGrad) {
  Ref<Tensor> result = new Tensor(&cls);
  result->shape = data.shape;
  result->dtype = data.dtype;
  result->device = data.device;
  result->storage = data.storage;
  result->elements = data.elements;
  result->requiresGrad = requiresGrad;
  if (requiresGrad && result->dtype && categoryOf(result->dtype->number) < 2)
    vm.raise(vm.types.RuntimeError,
             "Only Tensors of floating point and complex dtype can require gradients");
  return result;
}

void initTensor(Vm& vm, TorchState& state) {
  // torch.Tensor.add: the metaclass finds operators lazily.
  static const TypeOps metaOps = [&] {
    TypeOps ops = *vm.types.type->ops;
    ops.getattr = getClassAttribute;
    return ops;
  }();
  state.tensorMeta =
      vm.defineClass({"_TensorMeta", "torch._C", Kind::Class, &metaOps, {}}, {vm.types.type});
  static const std::vector<NativeDef> members = [] {
    std::vector<NativeDef> all(std::begin(kTensorMembers), std::end(kTensorMembers));
    all.insert(all.end(), std::begin(kConversions), std::end(kConversions));
    return all;
  }();
  Class* tensor = state.eager
                      ? vm.defineClass({"Tensor", "torch", Kind::Tensor, &eagerOps(*state.eager),
                                        eagerMembers(*state.eager)})
                      : vm.defineClass({"Tensor", "torch", Kind::Tensor, &kTensorOps, members});
  tensor->cls = state.tensorMeta;
  tensor->instancesHaveDict = true;
  vm.types.tensor = tensor;
  // Adds it to the class's dict, so that super() finds it too.
  auto add = [&](std::string_view name) {
    Str* key = vm.intern(name);
    if (tensor->dict->find(key)) return;
    if (Ref<OperatorFunction> method = tensorMethod(vm, name)) tensor->dict->set(key, method);
  };
  for (auto rules : {viewRules(), mathRules()})
    for (const NativeDef& rule : rules) add(rule.name);
  tensor->changed();
}

}  // namespace ts::eval
