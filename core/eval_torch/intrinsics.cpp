#include "core/eval_torch/intrinsics.h"

#include <cstdint>
#include <span>

#include "core/eval_torch/torch_state.h"

namespace ts::eval {

namespace {

// Functions that go through the parts of their argument. Those of Unknown have no end.
Value unknownOfUnknown(Vm&, Function&, Value* slots) {
  return slots[0].isUnknown() ? Value::unknown() : Value();
}

// The numbers of a generator, drawn one by one. A program that is only looked at does not need
// many.
constexpr int64_t kMostDrawn = 4096;
Value unknownIfLarge(Vm& vm, Function&, Value* slots) {
  if (torchOf(vm).eager) return {};
  int64_t count = 1;
  const auto add = [&](const Value& size) {
    if (!size.isInt() || __builtin_mul_overflow(count, size.integerValue(), &count))
      count = INT64_MAX;
  };
  if (const auto* sizes = slots[1].as<Tuple>())
    for (const Value& size : sizes->items) add(size);
  else if (!slots[1].isNone())
    add(slots[1]);
  return count > kMostDrawn ? Value::unknown() : Value();
}

constexpr IntrinsicRow kLimited[] = {
    {"copy", "copy", unknownOfUnknown},
    {"copy", "deepcopy", unknownOfUnknown},
    {"numpy._generator", "Generator._filled", unknownIfLarge},
    {"numpy.random", "RandomState._filled", unknownIfLarge},
};

}  // namespace

Intrinsic findIntrinsic(const Code& code) {
  if (!code.module || !code.module->isLibrary) return nullptr;
  for (auto rows : {moduleIntrinsics(), layerIntrinsics(), std::span<const IntrinsicRow>(kLimited)})
    for (const IntrinsicRow& row : rows)
      if (row.function == code.qualname->text && row.module == code.module->name) return row.call;
  return nullptr;
}

}  // namespace ts::eval
