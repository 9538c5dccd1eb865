#include "core/kernels/overlap.h"

#include "core/tensor/error.h"

namespace ts::kernels {

using tensor::Tensor;

void assertNoInternalOverlap(const Tensor& written) {
  for (size_t i = 0; i < written.sizes().size(); ++i)
    if (written.strides()[i] == 0 && written.sizes()[i] > 1)
      tensor::fail(
          "unsupported operation: more than one element of the written-to tensor refers to a "
          "single memory location. "
          "Please clone() the tensor before performing the operation.");
}

void assertNoPartialOverlap(const Tensor& written, const Tensor& read) {
  if (written.same(read) || written.storage() != read.storage() || written.isMeta()) return;
  if (written.numel() == 0 || read.numel() == 0) return;
  // Like PyTorch, does not check tensors with gaps.
  if (!written.isNonOverlappingAndDense() || !read.isNonOverlappingAndDense()) return;
  const std::byte *a = written.bytes(), *b = read.bytes();
  const std::byte* aEnd = a + static_cast<size_t>(written.numel()) * written.itemSize();
  const std::byte* bEnd = b + static_cast<size_t>(read.numel()) * read.itemSize();
  const bool areSame = a == b && aEnd == bEnd && written.strides() == read.strides();
  if (!areSame && a < bEnd && b < aEnd)
    tensor::fail(
        "unsupported operation: some elements of the input tensor and the written-to tensor refer "
        "to a single memory "
        "location. Please clone() the tensor before performing the operation.");
}

}  // namespace ts::kernels
