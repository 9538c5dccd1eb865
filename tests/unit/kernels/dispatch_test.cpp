#include "core/kernels/dispatch.h"

#include <gtest/gtest.h>

#include "core/ops/schema.h"
#include "core/tensor/error.h"

namespace ts::kernels {
namespace {

using tensor::Device;
using tensor::DType;
using tensor::IValue;
using tensor::Tensor;

// Two numbers of a device whose kernels know that its memory is an array.
Tensor onDevice(float first, float second) {
  const auto memory = std::make_shared<std::vector<float>>(std::vector{first, second});
  return tensor::onStorage(tensor::deviceStorage(Device::Cuda, 8, memory), DType::Float32,
                           tensor::Dims{2}, tensor::Dims{1}, 0);
}
const std::vector<float>& numbersOf(const Tensor& tensor) {
  return *static_cast<const std::vector<float>*>(tensor.storage()->owner().get());
}

void negative(Stack& stack) {
  const std::vector<float>& numbers = numbersOf(stack.back().toTensor());
  stack.back() = IValue(onDevice(-numbers[0], -numbers[1]));
}
void registerNegative() {
  static constexpr Kernel kKernels[] = {{"aten::neg", negative}};
  registerKernels(Device::Cuda, kKernels);
}

Stack call(std::string_view name, Stack arguments) {
  dispatch(*ops::schema(Symbol::intern(name), ""), arguments);
  return arguments;
}

TEST(Dispatch, TheDeviceOfTheArgumentsChoosesTheKernel) {
  registerNegative();
  const Tensor result = call("aten::neg", {IValue(onDevice(1, -2))})[0].toTensor();
  EXPECT_EQ(result.device(), Device::Cuda);
  EXPECT_EQ(numbersOf(result), (std::vector<float>{-1, 2}));
  EXPECT_EQ(result.bytes(), nullptr);
  const Tensor own = call("aten::neg", {IValue(tensor::scalarTensor(3.0F))})[0].toTensor();
  EXPECT_EQ(own.device(), Device::Cpu);
  EXPECT_EQ(*own.data<float>(), -3);
  const Tensor meta = tensor::emptyMeta(tensor::Dims{2}, DType::Float32);
  EXPECT_EQ(call("aten::neg", {IValue(meta)})[0].toTensor().device(), Device::Meta);
}

TEST(Dispatch, AnOperatorThatTheDeviceLacksNamesBoth) {
  registerNegative();
  try {
    call("aten::exp", {IValue(onDevice(1, 2))});
    FAIL();
  } catch (const tensor::Error& error) {
    EXPECT_EQ(error.kind, tensor::ErrorKind::NotImplemented);
    EXPECT_STREQ(error.what(), "aten::exp has no kernel for tensors on cuda");
  }
}

TEST(Dispatch, TensorsInListsHaveADeviceToo) {
  registerNegative();
  const Tensor parts[] = {tensor::scalarTensor(1.0F), onDevice(1, 2)};
  EXPECT_THROW(call("aten::cat", {tensor::makeTensorList(parts), IValue(int64_t{0})}),
               tensor::Error);
}

TEST(Dispatch, AStorageOfADeviceIsNotResized) {
  const Tensor held = onDevice(1, 2);
  EXPECT_THROW(tensor::resizeTo(held, tensor::Dims{50}), tensor::Error);
  EXPECT_EQ(held.sizes(), tensor::Dims{2});
}

}  // namespace
}  // namespace ts::kernels
