// The gradients of max_pool.
#include "core/kernels/boxing.h"
#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/parallel.h"
#include "core/kernels/pooling.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

// Adds the gradient of each maximum to the element that `indices` name, in its plane.
template <int Rank>
Tensor maxPoolBackward(const Tensor& gradient, const Tensor& input, const IntList&, const IntList&,
                       const IntList&, const IntList&, bool, const Tensor& indices) {
  constexpr const char* name = Rank == 2 ? "max_pool2d_backward" : "max_pool3d_backward";
  const Planes planes = planesOf(name, input, Rank);
  if (gradient.sizes() != indices.sizes())
    fail("{}: the gradient of shape {} doesn't fit indices of shape {}", name,
         tensor::shapeText(gradient.sizes()), tensor::shapeText(indices.sizes()));
  checkSameDType(name, gradient, input);
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, input.sizes(), compute);
  if (!input.isMeta() && input.numel() > 0) {
    const Tensor g = dense(gradient, compute), places = contiguous(indices);
    const int64_t inVolume = planes.in[0] * planes.in[1] * planes.in[2],
                  outVolume = g.numel() / planes.count;
    visitFloat(compute, [&]<typename T>() {
      parallelFor(planes.count, 1 + 16384 / inVolume, [&](int64_t first, int64_t last) {
        std::fill(result.data<T>() + first * inVolume, result.data<T>() + last * inVolume, T(0));
        for (int64_t plane = first; plane < last; ++plane) {
          const int64_t* const at = places.data<int64_t>() + plane * outVolume;
          const T* const from = g.data<T>() + plane * outVolume;
          T* const to = result.data<T>() + plane * inVolume;
          for (int64_t i = 0; i < outVolume; ++i) {
            if (at[i] < 0 || at[i] >= inVolume)
              fail("{}: index {} is outside of a plane of {} elements", name, at[i], inVolume);
            to[at[i]] += from[i];
          }
        }
      });
    });
  }
  return inFormat(toDType(result, input.dtype()), planes);
}

constexpr Kernel kPoolingBackwardKernels[] = {
    {"aten::max_pool2d_with_indices_backward", boxed<maxPoolBackward<2>>},
    {"aten::max_pool2d_with_indices_backward.grad_input", sameOutOf<maxPoolBackward<2>>},
    {"aten::max_pool3d_with_indices_backward", boxed<maxPoolBackward<3>>},
    {"aten::max_pool3d_with_indices_backward.grad_input", sameOutOf<maxPoolBackward<3>>},
};

}  // namespace

std::span<const Kernel> poolingBackwardKernels() { return kPoolingBackwardKernels; }

}  // namespace ts::kernels
