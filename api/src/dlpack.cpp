// Tensors by DLPack, version 0: the layout of DLManagedTensor is that of dlpack.h (dmlc/dlpack).
#include <memory>

#include "api/src/objects.h"
#include "api/src/tensor_memory.h"

struct DLManagedTensor {
  struct {
    void* data;
    struct {
      int32_t kind, index;
    } device;
    int32_t rank;
    struct {
      uint8_t code, bits;
      uint16_t lanes;
    } dtype;
    int64_t* sizes;
    int64_t* strides;
    uint64_t offset;  // in bytes
  } tensor;
  void* context;
  void (*deleter)(DLManagedTensor* self);
};

namespace ts::api {
namespace {

constexpr int32_t kCpu = 1, kCudaHost = 3;  // both are memory of the process

struct DtypeRow {
  uint8_t code, bits;
  tensor::DType dtype;
};
constexpr DtypeRow kDtypes[] = {
    {0, 8, tensor::DType::Int8},         {0, 16, tensor::DType::Int16},
    {0, 32, tensor::DType::Int32},       {0, 64, tensor::DType::Int64},
    {1, 8, tensor::DType::UInt8},        {2, 16, tensor::DType::Float16},
    {2, 32, tensor::DType::Float32},     {2, 64, tensor::DType::Float64},
    {4, 16, tensor::DType::BFloat16},    {5, 64, tensor::DType::Complex64},
    {5, 128, tensor::DType::Complex128}, {6, 8, tensor::DType::Bool},
};

tensor::DType dtypeOf(const DLManagedTensor& managed) {
  const auto& dtype = managed.tensor.dtype;
  for (const DtypeRow& row : kDtypes)
    if (row.code == dtype.code && row.bits == dtype.bits && dtype.lanes == 1) return row.dtype;
  failAsArgument("DLPack's type with code {}, {} bits and {} lanes is not a dtype of tensors",
                 dtype.code, dtype.bits, dtype.lanes);
}

// A tensor for another library, with its own sizes and strides.
struct Exported {
  DLManagedTensor managed;
  tensor::Tensor tensor;
  Dims sizes, strides;
};

}  // namespace
}  // namespace ts::api

using namespace ts;
using namespace ts::api;

jitscope_error* jitscope_tensor_from_dlpack(DLManagedTensor* managed, jitscope_value** tensor) {
  return guarded([&] {
    const auto& held = needed(managed, "managed").tensor;
    needed(tensor, "tensor");
    if (held.device.kind != kCpu && held.device.kind != kCudaHost)
      failAsArgument("the tensor is on DLPack's device {} and not on the CPU", held.device.kind);
    if (held.rank < 0) failAsArgument("the tensor has {} dimensions", held.rank);
    const auto rank = static_cast<size_t>(held.rank);
    auto result = std::make_unique<jitscope_value>();
    const BorrowedMemory memory = {
        .data = held.data == nullptr ? nullptr : static_cast<std::byte*>(held.data) + held.offset,
        .dtype = dtypeOf(*managed),
        .sizes = {held.sizes, rank},
        .strides = held.strides == nullptr ? std::span<const int64_t>()
                                           : std::span<const int64_t>(held.strides, rank)};
    result->value = borrowTensor(memory, [managed] {
      if (managed->deleter != nullptr) managed->deleter(managed);
    });
    *tensor = result.release();
  });
}

jitscope_error* jitscope_tensor_to_dlpack(const jitscope_value* tensor, DLManagedTensor** managed) {
  return guarded([&] {
    const tensor::Tensor held = tensorOf(tensor);
    needed(managed, "managed");
    if (held.device() != tensor::Device::Cpu)
      failAsArgument("the tensor is on {} and not on the CPU", tensor::nameOf(held.device()));
    if (held.requiresGrad())
      tensor::fail("Can't export tensors that require gradient, use tensor.detach()");
    if (held.impl()->isConj) tensor::fail("Can't export tensors with the conjugate bit set");
    auto exported = std::make_unique<Exported>();
    exported->tensor = held;
    exported->sizes = held.sizes();
    exported->strides = held.strides();
    auto& out = exported->managed.tensor;
    out.data = held.numel() == 0 ? nullptr : held.bytes();
    out.device = {kCpu, 0};
    out.rank = static_cast<int32_t>(held.dim());
    for (const DtypeRow& row : kDtypes)
      if (row.dtype == held.dtype()) out.dtype = {row.code, row.bits, 1};
    out.sizes = exported->sizes.data();
    out.strides = exported->strides.data();
    out.offset = 0;
    exported->managed.context = exported.get();
    exported->managed.deleter = [](DLManagedTensor* self) {
      delete static_cast<Exported*>(self->context);
    };
    *managed = &exported.release()->managed;
  });
}
