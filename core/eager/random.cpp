#include "core/eager/random.h"

#include <cstring>
#include <random>

#include "core/eager/functions.h"
#include "core/eager/host_journal.h"
#include "core/kernels/copy.h"
#include "core/kernels/random.h"

namespace ts::eager {
namespace {

struct GeneratorObject final : Object {
  GeneratorObject(Class* cls, IValue value)
      : Object(eval::Kind::Native, cls), value(std::move(value)) {}
  IValue value;  // None for the default generator
};

GeneratorObject* objectOf(const Value& value) { return value.asNative<GeneratorObject>(); }
kernels::Generator& generator(Value* args) {
  return kernels::generatorOf(objectOf(args[0])->value);
}

Value makeGenerator(Vm& vm, Class* cls, const CallArgs& args) {
  const Value device = args.all().empty() ? Value::none() : args.values[0];
  if (!device.isNone() && vm.toStr(device) != "cpu")
    vm.raise(vm.types.RuntimeError, "device " + vm.toStr(device) + " is not available");
  return new GeneratorObject(cls, kernels::makeGenerator());
}

// Negative seeds wrap around to unsigned ones.
uint64_t seedArgument(Vm& vm, const Value& value) {
  if (value.isFloat()) return static_cast<uint64_t>(static_cast<int64_t>(value.realValue()));
  return static_cast<uint64_t>(vm.toIndex(value));
}
constexpr uint64_t kSeed = 1;  // of callHost()
uint64_t freshSeed(Vm& vm) {
  const auto make = [] {
    std::random_device device;
    return Value::integer(static_cast<int64_t>((uint64_t{device()} << 21) ^ device()));
  };
  return seedArgument(vm, callHost(vm, kSeed, {}, make));
}

Value manualSeed(Vm& vm, Value* args) {
  generator(args).manualSeed(seedArgument(vm, args[1]));
  return args[0];
}
Value initialSeed(Vm&, Value* args) {
  return Value::integer(static_cast<int64_t>(generator(args).seed()));
}
Value seed(Vm& vm, Value* args) {
  const uint64_t seed = freshSeed(vm);
  generator(args).manualSeed(seed);
  return Value::integer(static_cast<int64_t>(seed));
}
Value device(Vm& vm, Value*) { return eval::torchOf(vm).cpu; }
Value getState(Vm& vm, Value* args) {
  const std::string bytes = generator(args).state();
  const Tensor state =
      tensor::empty(tensor::Dims{static_cast<int64_t>(bytes.size())}, tensor::DType::UInt8);
  std::memcpy(state.data<uint8_t>(), bytes.data(), bytes.size());
  return wrap(vm, state);
}
Value setState(Vm& vm, Value* args) {
  const Tensor state = neededTensor(vm, args[1]);
  if (state.dtype() != tensor::DType::UInt8)
    vm.raiseTypeError("RNG state must be a torch.ByteTensor");
  const Tensor bytes = kernels::contiguous(state);
  guarded(vm, [&] {
    generator(args).setState(
        {reinterpret_cast<const char*>(bytes.data<uint8_t>()), static_cast<size_t>(bytes.numel())});
  });
  return args[0];
}

constexpr NativeDef kGeneratorMembers[] = {
    {"manual_seed", "self, seed, /", manualSeed},
    {"initial_seed", "self", initialSeed},
    {"seed", "self", seed},
    {"get_state", "self", getState},
    {"set_state", "self, new_state, /", setState},
    {"device", "self", device, eval::kGetter},
};
constexpr eval::TypeOps kGeneratorOps = {.make = makeGenerator};

// ---- torch, torch._C

Value defaultGenerator(Vm& vm, Value*) {
  return new GeneratorObject(eval::torchOf(vm).generator, IValue());
}
Value seedAll(Vm& vm, Value* args) {
  kernels::defaultGenerator().manualSeed(seedArgument(vm, args[0]));
  return vm.moduleAttribute(*vm.module("torch"), vm.intern("default_generator"));
}
constexpr NativeDef kRandom[] = {{"manual_seed", "seed", seedAll}};
constexpr NativeDef kRandomC[] = {{"_default_generator", "", defaultGenerator}};

}  // namespace

void defineGenerator(Vm& vm, eval::TorchState& state) {
  state.generator = vm.defineClass(
      {"Generator", "torch._C", eval::Kind::Native, &kGeneratorOps, kGeneratorMembers, false});
}

bool toGenerator(const Value& value, IValue& result) {
  GeneratorObject* object = objectOf(value);
  if (object) result = object->value;
  return object;
}

std::span<const NativeDef> randomFunctions() { return kRandom; }
std::span<const NativeDef> randomCFunctions() { return kRandomC; }

}  // namespace ts::eager
