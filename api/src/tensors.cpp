// Tensors, and operators by name.
#include <algorithm>
#include <cstring>
#include <limits>

#include "api/src/objects.h"
#include "api/src/tensor_memory.h"
#include "core/autodiff/node.h"
#include "core/autodiff/tape.h"
#include "core/interp/interpreter.h"
#include "core/ops/schema.h"

namespace ts::api {

using tensor::Tensor;

namespace {

tensor::DType dtypeOf(int64_t number) {
  const auto dtype = tensor::dtypeFromNumber(number);
  if (!dtype) failAsArgument("{} is not a dtype", number);
  return *dtype;
}

std::span<const int64_t> dimsOf(const int64_t* numbers, size_t rank, const char* name) {
  if (rank == 0) return {};
  return {&needed(numbers, name), rank};
}

// The bytes from the first element to the end of the last one.
size_t extentOf(std::span<const int64_t> sizes, std::span<const int64_t> strides, size_t itemSize) {
  int64_t last = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0) failAsArgument("size {} is negative: {}", i, sizes[i]);
    if (strides[i] < 0) failAsArgument("stride {} is negative: {}", i, strides[i]);
    int64_t reach = 0;
    if (__builtin_mul_overflow(std::max<int64_t>(sizes[i] - 1, 0), strides[i], &reach) ||
        __builtin_add_overflow(last, reach, &last))
      failAsArgument("the sizes and strides exceed the address space");
  }
  if (tensor::product(sizes) == 0) return 0;
  if (static_cast<uint64_t>(last) >= std::numeric_limits<int64_t>::max() / itemSize)
    failAsArgument("the sizes and strides exceed the address space");
  return (static_cast<size_t>(last) + 1) * itemSize;
}

// Null for a tensor without elements.
void* elementsOf(const Tensor& tensor) {
  if (tensor.impl()->isConj)
    failAsArgument("the tensor is a conjugated view: call aten::resolve_conj first");
  return tensor.numel() == 0 ? nullptr : tensor.bytes();
}

const ops::FunctionSchema& overloadFor(std::string_view name, const std::vector<IValue>& positional,
                                       const std::vector<std::pair<std::string, IValue>>& named,
                                       interp::Stack& bound) {
  const size_t dot = name.find('.');
  const std::string_view overload = dot == name.npos ? "" : name.substr(dot + 1);
  std::vector<const ops::FunctionSchema*> candidates;
  for (const ops::FunctionSchema* schema : ops::schemasOf(Symbol::intern(name.substr(0, dot))))
    if (dot == name.npos || schema->overload == overload) candidates.push_back(schema);
  // Operators that the library lacks come last.
  std::stable_partition(
      candidates.begin(), candidates.end(),
      [](const ops::FunctionSchema* schema) { return interp::findOperator(*schema) != nullptr; });
  std::string reason;
  for (const ops::FunctionSchema* schema : candidates) {
    try {
      bound = interp::bindArguments(*schema, positional, named);
      return *schema;
    } catch (const tensor::Error& error) {
      reason += fmt::format("{}{}", reason.empty() ? "" : "\n", error.what());
    }
  }
  if (reason.empty()) failAsArgument("this version of PyTorch has no operator {}", name);
  throw tensor::Error(tensor::ErrorKind::Type, reason);
}

}  // namespace

Tensor borrowTensor(const BorrowedMemory& memory, std::function<void()> release) {
  const size_t itemSize = tensor::sizeOf(memory.dtype);
  const Dims contiguous = memory.strides.data() == nullptr ? tensor::contiguousStrides(memory.sizes)
                                                           : Dims(memory.strides);
  const size_t bytes = extentOf(memory.sizes, contiguous, itemSize);
  if (bytes > 0 && memory.data == nullptr) failAsArgument("data is NULL");
  // The parts of a complex number are aligned as numbers are.
  const size_t alignment = tensor::sizeOf(tensor::realOf(memory.dtype));
  if (reinterpret_cast<uintptr_t>(memory.data) % alignment != 0)
    failAsArgument("data is not aligned to {} bytes, as {} has to be", alignment,
                   tensor::nameOf(memory.dtype));
  // The owner exists before it gets the memory, so that a failure here releases nothing.
  struct Owner {
    ~Owner() {
      if (release) release();
    }
    std::function<void()> release;
  };
  const auto owner = std::make_shared<Owner>();
  const Tensor tensor =
      tensor::onStorage(tensor::borrowed(static_cast<std::byte*>(memory.data), bytes, owner),
                        memory.dtype, memory.sizes, contiguous, 0);
  owner->release = std::move(release);
  return tensor;
}

}  // namespace ts::api

using namespace ts;
using namespace ts::api;

jitscope_error* jitscope_tensor_zeros(jitscope_dtype dtype, size_t rank, const int64_t* sizes,
                                      jitscope_value** tensor) {
  return guarded([&] {
    const Tensor made = tensor::empty(dimsOf(sizes, rank, "sizes"), dtypeOf(dtype));
    if (made.numel() > 0)
      std::memset(made.bytes(), 0, static_cast<size_t>(made.numel()) * made.itemSize());
    give(made, tensor);
  });
}

jitscope_error* jitscope_tensor_borrow(void* data, jitscope_dtype dtype, size_t rank,
                                       const int64_t* sizes, const int64_t* strides,
                                       void (*deleter)(void* context), void* context,
                                       jitscope_value** tensor) {
  return guarded([&] {
    needed(tensor, "tensor");
    // Made before the memory is taken over: a failure behind that would release it.
    auto result = std::make_unique<jitscope_value>();
    result->value = borrowTensor(
        {.data = data,
         .dtype = dtypeOf(dtype),
         .sizes = dimsOf(sizes, rank, "sizes"),
         .strides = strides == nullptr ? std::span<const int64_t>() : std::span(strides, rank)},
        deleter == nullptr ? std::function<void()>() : [=] { deleter(context); });
    *tensor = result.release();
  });
}

jitscope_error* jitscope_tensor_shape(const jitscope_value* tensor, jitscope_dtype* dtype,
                                      size_t* rank, const int64_t** sizes,
                                      const int64_t** strides) {
  return guarded([&] {
    const Tensor held = tensorOf(tensor);
    if (dtype != nullptr) *dtype = static_cast<jitscope_dtype>(held.dtype());
    if (rank != nullptr) *rank = held.sizes().size();
    if (sizes != nullptr) *sizes = held.sizes().data();
    if (strides != nullptr) *strides = held.strides().data();
  });
}

jitscope_error* jitscope_tensor_data(const jitscope_value* tensor, const void** data) {
  return guarded([&] {
    needed(data, "data");
    *data = elementsOf(tensorOf(tensor));
  });
}
jitscope_error* jitscope_tensor_mutable_data(const jitscope_value* tensor, void** data) {
  return guarded([&] {
    const Tensor held = tensorOf(tensor);
    needed(data, "data");
    void* const elements = elementsOf(held);
    held.countWrite();
    *data = elements;
  });
}

jitscope_error* jitscope_tensor_requires_grad(const jitscope_value* tensor, int* result) {
  return guarded([&] {
    const Tensor held = tensorOf(tensor);
    needed(result, "result");
    *result = held.requiresGrad() ? 1 : 0;
  });
}
jitscope_error* jitscope_tensor_set_requires_grad(const jitscope_value* tensor, int required) {
  return guarded([&] {
    const Tensor held = tensorOf(tensor);
    if (required != 0 && !tensor::isFloating(held.dtype()) && !tensor::isComplex(held.dtype()))
      tensor::fail("only Tensors of floating point and complex dtype can require gradients");
    const autodiff::History* history = autodiff::historyOf(held);
    if (history != nullptr && history->node != nullptr && (required != 0) != held.requiresGrad())
      tensor::fail("you can only change requires_grad flags of leaf variables.");
    held.impl()->requiresGrad = required != 0;
  });
}
jitscope_error* jitscope_tensor_grad(const jitscope_value* tensor, jitscope_value** gradient) {
  return guarded([&] {
    const autodiff::History* history = autodiff::historyOf(tensorOf(tensor));
    give(history == nullptr ? IValue() : IValue(history->grad), gradient);
  });
}
jitscope_error* jitscope_tensor_set_grad(const jitscope_value* tensor,
                                         const jitscope_value* gradient) {
  return guarded([&] {
    const Tensor held = tensorOf(tensor);
    if (valueOf(gradient, "gradient").isNone()) {
      if (autodiff::History* history = autodiff::historyOf(held)) history->grad = Tensor();
      return;
    }
    const Tensor given = tensorOf(gradient, "gradient");
    if (given.sizes() != held.sizes() || given.dtype() != held.dtype())
      tensor::fail("assigned grad has data of a different size or type");
    autodiff::makeHistory(held).grad = given;
  });
}

jitscope_error* jitscope_call(jitscope_runtime* runtime, const char* op,
                              const jitscope_value* const* arguments, size_t size,
                              const char* const* names, size_t named, jitscope_value** result) {
  return guarded([&] {
    const EnteredThread entered(needed(runtime, "runtime").runtime().profile);
    needed(op, "op");
    std::vector<IValue> positional = valuesOf(arguments, size, "arguments");
    const auto keywords = takeNamed(positional, names, named);
    interp::Stack stack;
    const ops::FunctionSchema& schema = overloadFor(op, positional, keywords, stack);
    autodiff::call(schema, stack);
    give(stack.size() == 1 ? std::move(stack[0])
         : stack.empty()   ? IValue()
                           : tensor::makeTuple(std::move(stack)),
         result);
  });
}
