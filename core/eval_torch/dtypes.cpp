// torch.dtype, torch.device, torch.Size, torch.finfo, torch.iinfo and constants such as
// torch.strided.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "core/base/torch_profile.h"
#include "core/eval/builtins/containers.h"
#include "core/eval/builtins/objects.h"
#include "core/eval/vm/signature.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

// category: see categoryOf; -1 for quantized dtypes.
struct DtypeRow {
  const char* name;
  const char* alias;  // the older name; null when there is none
  int category;
  int bits;
};
constexpr DtypeRow kDtypes[] = {
    {"uint8", nullptr, 1, 8},
    {"int8", nullptr, 1, 8},
    {"int16", "short", 1, 16},
    {"int32", "int", 1, 32},
    {"int64", "long", 1, 64},
    {"float16", "half", 2, 16},
    {"float32", "float", 2, 32},
    {"float64", "double", 2, 64},
    {"complex32", "chalf", 3, 32},
    {"complex64", "cfloat", 3, 64},
    {"complex128", "cdouble", 3, 128},
    {"bool", nullptr, 0, 8},
    {"qint8", nullptr, -1, 8},
    {"quint8", nullptr, -1, 8},
    {"qint32", nullptr, -1, 32},
    {"bfloat16", nullptr, 2, 16},
    {"quint4x2", nullptr, -1, 8},
    {"quint2x4", nullptr, -1, 8},
    // PyTorch 2 only
    {"bits1x8", nullptr, -1, 8},
    {"bits2x4", nullptr, -1, 8},
    {"bits4x2", nullptr, -1, 8},
    {"bits8", nullptr, -1, 8},
    {"bits16", nullptr, -1, 16},
    {"float8_e5m2", nullptr, 2, 8},
    {"float8_e4m3fn", nullptr, 2, 8},
    {"float8_e5m2fnuz", nullptr, 2, 8},
    {"float8_e4m3fnuz", nullptr, 2, 8},
    {"uint16", nullptr, 1, 16},
    {"uint32", nullptr, 1, 32},
    {"uint64", nullptr, 1, 64},
};
constexpr size_t kDtypesOf1 = 18;  // the rows that PyTorch 1.13 has

size_t dtypeCount() { return atLeast(TorchProfile::Torch2_6) ? std::size(kDtypes) : kDtypesOf1; }

struct FloatLimits {
  int number;
  int bits;
  double eps, max, smallest, resolution;
};
constexpr FloatLimits kFloatLimits[] = {
    {scalar::Half, 16, 0x1p-10, 65504.0, 0x1p-14, 1e-3},
    {scalar::Float, 32, FLT_EPSILON, FLT_MAX, FLT_MIN, 1e-6},
    {scalar::Double, 64, DBL_EPSILON, DBL_MAX, DBL_MIN, 1e-15},
    {scalar::ComplexFloat, 32, FLT_EPSILON, FLT_MAX, FLT_MIN, 1e-6},
    {scalar::ComplexDouble, 64, DBL_EPSILON, DBL_MAX, DBL_MIN, 1e-15},
    {scalar::BFloat16, 16, 0x1p-7, 0x1.FEp127, 0x1p-126, 1e-2},
};

Dtype& dtypeSelf(Value* args) { return *args[0].as<Dtype>(); }

std::string reprDtype(Vm&, const Value& self) { return "torch." + self.as<Dtype>()->name; }
Value getIsFloating(Vm&, Value* args) { return Value::boolean(isFloating(dtypeSelf(args).number)); }
Value getIsComplex(Vm&, Value* args) { return Value::boolean(isComplex(dtypeSelf(args).number)); }
Value getIsSigned(Vm&, Value* args) {
  const int number = dtypeSelf(args).number;
  return Value::boolean(number != scalar::UInt8 && number != scalar::Bool);
}
Value getItemsize(Vm&, Value* args) {
  return Value::integer(kDtypes[dtypeSelf(args).number].bits / 8);
}
Value reduceDtype(Vm& vm, Value* args) { return vm.str(dtypeSelf(args).name); }

constexpr NativeDef kDtypeMethods[] = {
    {"is_floating_point", "self", getIsFloating, kGetter},
    {"is_complex", "self", getIsComplex, kGetter},
    {"is_signed", "self", getIsSigned, kGetter},
    {"itemsize", "self", getItemsize, kGetter},
    {"__reduce__", "self", reduceDtype},
};
constexpr TypeOps kDtypeOps = {.repr = reprDtype};

// ---- devices

constexpr std::string_view kDeviceTypes[] = {
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip",
    "ve",  "ort",  "mps", "xla", "lazy",   "vulkan", "meta",   "hpu"};

Value makeDevice(Vm& vm, Class* cls, const CallArgs& args) {
  Value given[2];
  size_t count = std::min<size_t>(args.all().size(), 2);
  for (size_t i = 0; i < count; ++i) given[i] = args.values[i];
  if (given[0].isUnknown() || given[1].isUnknown()) return Value::unknown();
  if (auto* device = given[0].as<Device>()) return Value(device);
  int64_t number = 0;
  if (count == 1 && vm.asInt(given[0], number)) return new Device(cls, "cuda", number);
  auto* text = given[0].as<Str>();
  if (!text)
    vm.raiseTypeError("device(): a device is given by a string, not by " +
                      vm.classOf(given[0])->name);
  std::string type = text->text;
  std::optional<int64_t> index;
  if (count == 2 && !given[1].isNone()) index = vm.toIndex(given[1]);
  if (size_t colon = type.find(':'); colon != type.npos) {
    std::string digits = type.substr(colon + 1);
    if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos ||
        digits.size() > 9)
      vm.raise(vm.types.RuntimeError, "Invalid device string: '" + type + "'");
    index = std::stoll(digits);
    type.resize(colon);
  }
  if (std::ranges::find(kDeviceTypes, type) == std::end(kDeviceTypes))
    vm.raise(vm.types.RuntimeError, "no device has the type '" + type + "'");
  return new Device(cls, std::move(type), index);
}

std::string reprDevice(Vm&, const Value& self) {
  auto& device = *self.as<Device>();
  return "device(type='" + device.type + "'" +
         (device.index ? ", index=" + std::to_string(*device.index) : "") + ")";
}
std::string strDevice(Vm&, const Value& self) {
  auto& device = *self.as<Device>();
  return device.type + (device.index ? ":" + std::to_string(*device.index) : "");
}
size_t hashDevice(Vm&, const Value& self) {
  auto& device = *self.as<Device>();
  return std::hash<std::string>()(device.type) * 31 +
         static_cast<size_t>(device.index.value_or(-1));
}
Value compareDevices(Vm&, CompareOp op, const Value& a, const Value& b) {
  auto *left = a.as<Device>(), *right = b.as<Device>();
  if (!left || !right || (op != CompareOp::Eq && op != CompareOp::Ne))
    return Value::notImplemented();
  return Value::boolean((left->type == right->type && left->index == right->index) ==
                        (op == CompareOp::Eq));
}
Value getType(Vm& vm, Value* args) { return vm.str(args[0].as<Device>()->type); }
Value getIndex(Vm&, Value* args) {
  auto& index = args[0].as<Device>()->index;
  return index ? Value::integer(*index) : Value::none();
}
constexpr NativeDef kDeviceMethods[] = {{"type", "self", getType, kGetter},
                                        {"index", "self", getIndex, kGetter}};
constexpr TypeOps kDeviceOps = {.make = makeDevice,
                                .repr = reprDevice,
                                .str = strDevice,
                                .hash = hashDevice,
                                .compare = compareDevices};

// ---- torch.Size

std::string reprSize(Vm& vm, const Value& self) {
  return "torch.Size([" + joinRepr(vm, self.as<Tuple>()->items) + "])";
}
// Slices, sums and repetitions of a torch.Size are torch.Size, too.
Value asSize(Vm& vm, Value value) {
  auto* tuple = value.as<Tuple>();
  return tuple ? Value(new Tuple(torchOf(vm).size, tuple->items)) : value;
}
Value sizeItem(Vm& vm, const Value& self, const Value& index) {
  Value item = vm.types.tuple->ops->getitem(vm, self, index);
  return index.as<Slice>() ? asSize(vm, item) : item;
}
Value sizeBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  return asSize(vm, vm.types.tuple->ops->binary(vm, op, a, b));
}
Value sizeNumel(Vm& vm, Value* args) {
  int64_t product = 1;
  for (const Value& item : args[0].as<Tuple>()->items) product *= intArgument(vm, item);
  return Value::integer(product);
}
constexpr NativeDef kSizeMethods[] = {{"numel", "self, /", sizeNumel}};

// ---- finfo, iinfo

struct NumberInfo final : Object {
  NumberInfo(Class* cls, int number) : Object(Kind::Native, cls), number(number) {}
  int number;
};

Value makeInfo(Vm& vm, Class* cls, const CallArgs& args) {
  TorchState& state = torchOf(vm);
  Value chosen = args.all().empty() ? Value(state.defaultDtype) : args.values[0];
  if (chosen.isUnknown()) return chosen;
  auto* dtype = chosen.as<Dtype>();
  const bool wantsFloat = cls->isSubclass(state.finfo);
  if (!dtype)
    vm.raiseTypeError(cls->name + "(): a dtype is needed, not " + vm.classOf(chosen)->name);
  const int category = categoryOf(dtype->number);
  if (wantsFloat != (category >= 2))
    vm.raiseTypeError("torch." + cls->name + "() has nothing for torch." + dtype->name);
  return new NumberInfo(cls, dtype->number);
}
const FloatLimits& floatLimits(Value* args) {
  const int number = static_cast<NumberInfo*>(args[0].object())->number;
  for (const FloatLimits& row : kFloatLimits)
    if (row.number == number) return row;
  return kFloatLimits[0];
}
template <double FloatLimits::*kField, int kSign = 1>
Value floatLimit(Vm&, Value* args) {
  return Value::real(kSign * (floatLimits(args).*kField));
}
Value infoBits(Vm& vm, Value* args) {
  auto* info = static_cast<NumberInfo*>(args[0].object());
  return Value::integer(info->cls->isSubclass(torchOf(vm).finfo) ? floatLimits(args).bits
                                                                 : kDtypes[info->number].bits);
}
Value infoDtype(Vm& vm, Value* args) {
  return vm.str(kDtypes[static_cast<NumberInfo*>(args[0].object())->number].name);
}
Value intLimit(const Value& self, bool highest) {
  const int number = static_cast<NumberInfo*>(self.object())->number;
  const int bits = kDtypes[number].bits;
  if (number == scalar::UInt8 || number == scalar::Bool) return Value::integer(highest ? 255 : 0);
  const int64_t top = static_cast<int64_t>((uint64_t{1} << (bits - 1)) - 1);
  return Value::integer(highest ? top : -top - 1);
}
Value intMax(Vm&, Value* args) { return intLimit(args[0], true); }
Value intMin(Vm&, Value* args) { return intLimit(args[0], false); }

constexpr NativeDef kFinfoMethods[] = {
    {"bits", "self", infoBits, kGetter},
    {"dtype", "self", infoDtype, kGetter},
    {"eps", "self", floatLimit<&FloatLimits::eps>, kGetter},
    {"max", "self", floatLimit<&FloatLimits::max>, kGetter},
    {"min", "self", floatLimit<&FloatLimits::max, -1>, kGetter},
    {"tiny", "self", floatLimit<&FloatLimits::smallest>, kGetter},
    {"smallest_normal", "self", floatLimit<&FloatLimits::smallest>, kGetter},
    {"resolution", "self", floatLimit<&FloatLimits::resolution>, kGetter},
};
constexpr NativeDef kIinfoMethods[] = {
    {"bits", "self", infoBits, kGetter},
    {"dtype", "self", infoDtype, kGetter},
    {"max", "self", intMax, kGetter},
    {"min", "self", intMin, kGetter},
};
constexpr TypeOps kInfoOps = {.make = makeInfo};

// ---- constants

constexpr TypeOps kNamedOps = {.repr = reprNamed};

struct ConstantRow {
  const char* name;
  Class* TorchState::*cls;
};
constexpr ConstantRow kConstants[] = {
    {"strided", &TorchState::layout},
    {"sparse_coo", &TorchState::layout},
    {"sparse_csr", &TorchState::layout},
    {"sparse_csc", &TorchState::layout},
    {"sparse_bsr", &TorchState::layout},
    {"sparse_bsc", &TorchState::layout},
    {"_mkldnn", &TorchState::layout},
    {"contiguous_format", &TorchState::memoryFormat},
    {"preserve_format", &TorchState::memoryFormat},
    {"channels_last", &TorchState::memoryFormat},
    {"channels_last_3d", &TorchState::memoryFormat},
    {"per_tensor_affine", &TorchState::qscheme},
    {"per_channel_affine", &TorchState::qscheme},
    {"per_tensor_symmetric", &TorchState::qscheme},
    {"per_channel_symmetric", &TorchState::qscheme},
    {"per_channel_affine_float_qparams", &TorchState::qscheme},
};

// ---- random number generators: the static domain never draws numbers

Value makeGenerator(Vm&, Class* cls, const CallArgs&) { return new Instance(cls); }
Value sameGenerator(Vm&, Value* args) { return args[0]; }
Value unknownSeed(Vm&, Value*) { return Value::unknown(); }
Value generatorDevice(Vm& vm, Value*) { return torchOf(vm).cpu; }
constexpr NativeDef kGeneratorMethods[] = {
    {"manual_seed", "self, seed, /", sameGenerator, kTakesUnknown},
    {"set_state", "self, state, /", sameGenerator, kTakesUnknown},
    {"get_state", "self", unknownSeed},
    {"initial_seed", "self", unknownSeed},
    {"seed", "self", unknownSeed},
    {"device", "self", generatorDevice, kGetter},
};
constexpr TypeOps kGeneratorOps = {.make = makeGenerator};

}  // namespace

bool isFloating(int number) { return kDtypes[number].category == 2; }
bool isComplex(int number) { return kDtypes[number].category == 3; }
int categoryOf(int number) { return kDtypes[number].category; }

int promote(int a, int b) {
  if (a == b) return a;
  const int left = categoryOf(a), right = categoryOf(b);
  if (left < 0 || right < 0) return -1;
  if (left != right) {
    const int higher = left > right ? a : b, lower = left > right ? b : a;
    // A double keeps its precision in a complex result.
    if (categoryOf(higher) == 3 && lower == scalar::Double) return scalar::ComplexDouble;
    if (higher == scalar::ComplexHalf && (lower == scalar::Float || lower == scalar::BFloat16))
      return scalar::ComplexFloat;
    return higher;
  }
  if (left == 1) {
    // uint8 only fits into a larger signed type.
    const int other = a == scalar::UInt8 ? b : a;
    if (a == scalar::UInt8 || b == scalar::UInt8)
      return other == scalar::Int8 ? scalar::Int16 : other;
    return std::max(a, b);
  }
  if (a == scalar::BFloat16 || b == scalar::BFloat16) {
    const int other = a == scalar::BFloat16 ? b : a;
    return other == scalar::Half ? scalar::Float : other;
  }
  return std::max(a, b);
}

Value dtypeOf(Vm& vm, int number) { return torchOf(vm).dtypes[number]; }

Value namedConstant(Vm& vm, std::string_view name) {
  TorchState& state = torchOf(vm);
  for (size_t i = 0; i < dtypeCount(); ++i)
    if (name == kDtypes[i].name || (kDtypes[i].alias && name == kDtypes[i].alias))
      return state.dtypes[i];
  if (name == "legacy_contiguous_format") name = "contiguous_format";
  for (const ConstantRow& row : kConstants) {
    if (name != row.name) continue;
    Ref<Named>& held = state.named[row.name];
    if (!held) held = new Named(state.*row.cls, std::string("torch.") + row.name);
    return held;
  }
  return {};
}

Value makeSize(Vm& vm, const std::optional<Shape>& shape) {
  if (!shape) return Value::unknown();
  std::vector<Value> items;
  items.reserve(shape->size());
  for (int64_t size : *shape) items.push_back(size < 0 ? Value::unknown() : Value::integer(size));
  return new Tuple(torchOf(vm).size, std::move(items));
}

void initDtypes(Vm& vm, TorchState& state) {
  vm.types.dtype =
      vm.defineClass({"dtype", "torch", Kind::Dtype, &kDtypeOps, kDtypeMethods, false});
  for (size_t i = 0; i < dtypeCount(); ++i)
    state.dtypes.emplace_back(new Dtype(vm.types.dtype, kDtypes[i].name, static_cast<int>(i)));
  state.defaultDtype = state.dtypes[scalar::Float];
  vm.types.device =
      vm.defineClass({"device", "torch", Kind::Device, &kDeviceOps, kDeviceMethods, false});
  state.cpu = new Device(vm.types.device, "cpu", std::nullopt);
  static const TypeOps sizeOps = [&] {
    TypeOps ops = *vm.types.tuple->ops;
    ops.repr = reprSize;
    ops.getitem = sizeItem;
    ops.binary = sizeBinary;
    return ops;
  }();
  state.size =
      vm.defineClass({"Size", "torch", Kind::Tuple, &sizeOps, kSizeMethods}, {vm.types.tuple});
  state.layout = vm.defineClass({"layout", "torch", Kind::Named, &kNamedOps, {}, false});
  state.memoryFormat =
      vm.defineClass({"memory_format", "torch", Kind::Named, &kNamedOps, {}, false});
  state.qscheme = vm.defineClass({"qscheme", "torch", Kind::Named, &kNamedOps, {}, false});
  state.finfo = vm.defineClass({"finfo", "torch", Kind::Native, &kInfoOps, kFinfoMethods, false});
  state.iinfo = vm.defineClass({"iinfo", "torch", Kind::Native, &kInfoOps, kIinfoMethods, false});
  state.generator =
      vm.defineClass({"Generator", "torch._C", Kind::Instance, &kGeneratorOps, kGeneratorMethods});
}

}  // namespace ts::eval
