// Products with an added tensor: addmv, addr, addbmm, baddbmm, _addmm_activation.
#include <cmath>

#include "core/kernels/families.h"
#include "core/kernels/gemm.h"
#include "core/kernels/loops.h"
#include "core/kernels/matmul.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

// Returns beta * self + alpha * product, computed in the compute dtype. With beta 0, self is not
// read.
Tensor combined(const Tensor& self, const Tensor& product, const Scalar& beta, const Scalar& alpha,
                DType dtype) {
  const Tensor start = expand(self, product.sizes());
  const DType compute = computeDType(dtype);
  const Tensor result = tensor::emptyBeside(product, product.sizes(), compute);
  if (result.isMeta()) return toDType(result, dtype);
  const Tensor added = dense(product, compute);
  visitNumber(compute, [&]<typename T>() {
    const T scale = beta.to<T>(), factor = alpha.to<T>();
    if (scale != T(0)) copyInto(result, start);
    T* to = result.data<T>();
    const T* from = added.data<T>();
    for (int64_t i = 0; i < result.numel(); ++i)
      to[i] = (scale == T(0) ? T(0) : scale * to[i]) + factor * from[i];
  });
  return toDType(result, dtype);
}

// Converts operands to the compute dtype, so that the result is rounded only once.
Tensor wide(const Tensor& tensor) { return toDType(tensor, computeDType(tensor.dtype())); }

Tensor addmv(const Tensor& self, const Tensor& matrix, const Tensor& vector, const Scalar& beta,
             const Scalar& alpha) {
  if (matrix.dim() != 2 || vector.dim() != 1 || self.dim() > 1)
    fail("vector + matrix @ vector expected, got {}, {}, {}", self.dim(), matrix.dim(),
         vector.dim());
  const bool fits =
      matrix.size(1) == vector.size(0) && (self.numel() == 1 || self.size(0) == matrix.size(0));
  if (!fits)
    fail("size mismatch, got {}, {}x{},{}", self.dim() ? self.size(0) : 1, matrix.size(0),
         matrix.size(1), vector.size(0));
  checkSameDType("product", matrix, vector);
  const DType dtype = computeDType(matrix.dtype());
  const Tensor result = tensor::emptyBeside(matrix, Dims{matrix.size(0)}, dtype);
  const Tensor start = expand(self, result.sizes());
  if (result.isMeta()) return toDType(result, matrix.dtype());
  const auto read = [&](const Tensor& t) { return t.impl()->isConj ? clone(wide(t)) : wide(t); };
  const Tensor x = read(matrix), y = read(vector);
  visitNumber(dtype, [&]<typename T>() {
    const T scale = beta.to<T>();
    if (scale != T(0)) copyInto(result, start);
    gemm<T>(alpha.to<T>(), {x.data<T>(), x.size(0), x.size(1), x.stride(0), x.stride(1)},
            {y.data<T>(), y.size(0), 1, y.stride(0), 1}, scale, result.data<T>(), 1);
  });
  return toDType(result, matrix.dtype());
}

Tensor addr(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
            const Scalar& alpha) {
  if (a.dim() != 1 || b.dim() != 1)
    fail("addr: Expected 1-D vectors, but got {}-D and {}-D ones", a.dim(), b.dim());
  const DType dtype = tensor::promote(tensor::promote(self.dtype(), a.dtype()), b.dtype());
  // A float factor is rejected for integers, because it would be truncated.
  for (const Scalar* scalar : {&beta, &alpha}) {
    if (!tensor::isFloating(dtype) && !tensor::isComplex(dtype) && !scalar->isInt() &&
        !scalar->isBool())
      fail(
          "For integral input tensors, argument beta and alpha must not be a floating point "
          "number.");
    if (scalar->isBool() && dtype != DType::Bool)
      fail("Boolean beta and alpha are only supported for Boolean results.");
  }
  auto as = [&](const Tensor& t) { return toDType(t, computeDType(dtype)); };
  const Tensor product = mm(unsqueeze(as(a), 1), unsqueeze(as(b), 0));
  return combined(self, product, beta, alpha, dtype);
}

Tensor baddbmm(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
               const Scalar& alpha) {
  checkBatches(a, b);
  checkSameDType("product", a, b);
  if (atLeast(TorchProfile::Torch2_6)) checkSameDType("sum", self, a);
  if (a.dtype() == DType::Bool) fail("\"baddbmm\" not implemented for 'Bool'");
  return combined(self, bmm(wide(a), wide(b)), beta, alpha, a.dtype());
}

Tensor addbmm(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
              const Scalar& alpha) {
  checkBatches(a, b);
  checkSameDType("product", a, b);
  checkSameDType("sum", self, a);
  if (a.dtype() == DType::Bool) fail("\"addbmm\" not implemented for 'Bool'");
  // The sum over the batch equals one product with longer rows and columns.
  const Tensor rows =
      reshape(permute(wide(a), Dims{1, 0, 2}), Dims{a.size(1), a.size(0) * a.size(2)});
  const Tensor columns = reshape(wide(b), Dims{b.size(0) * b.size(1), b.size(2)});
  return combined(self, mm(rows, columns), beta, alpha, self.dtype());
}

// As in PyTorch, addmv_ and baddbmm_ require the dtype of self; addbmm_ may change the shape of
// self.
Tensor addmv_(const Tensor& self, const Tensor& matrix, const Tensor& vector, const Scalar& beta,
              const Scalar& alpha) {
  checkSameDType("in place", self, matrix);
  return giveInPlace(self, addmv(self, matrix, vector, beta, alpha));
}
Tensor baddbmm_(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
                const Scalar& alpha) {
  checkSameDType("in place", self, a);
  return giveInPlace(self, baddbmm(self, a, b, beta, alpha));
}
Tensor addbmm_(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
               const Scalar& alpha) {
  const Tensor result = addbmm(self, a, b, beta, alpha);
  if (self.sizes() != result.sizes()) tensor::resizeTo(self, result.sizes());
  return giveInPlace(self, result);
}

// `out` must have the operands' dtype. With an empty batch PyTorch does not check the dtype.
void addbmmOut(Stack& stack) {
  const Tensor batch = stack[stack.size() - 5].toTensor();
  (batch.dim() == 3 && batch.size(0) == 0 ? anyOutOf<addbmm> : sameOutOf<addbmm>)(stack);
}

Tensor addmmActivation(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
                       const Scalar& alpha, bool useGelu) {
  const Tensor sum = addmm(self, a, b, beta, alpha);
  checkFloating("_addmm_activation", sum.dtype());
  if (sum.isMeta()) return sum;
  const Tensor result = dense(sum, computeDType(sum.dtype()));
  visitFloat(result.dtype(), [&]<typename T>() {
    T* x = result.data<T>();
    for (int64_t i = 0; i < result.numel(); ++i)
      x[i] = useGelu ? x[i] / 2 * (1 + std::erf(x[i] * T(M_SQRT1_2))) : x[i] < 0 ? T(0) : x[i];
  });
  return toDType(result, self.dtype());
}

constexpr Kernel kMatmulAddedKernels[] = {
    {"aten::addmv", boxed<addmv>},
    {"aten::addmv_", boxed<addmv_>},
    {"aten::addmv.out", sameOutOf<addmv>},
    {"aten::addr", boxed<addr>},
    {"aten::addr_", inPlaceOf<addr>},
    {"aten::addr.out", outOf<addr>},
    {"aten::addbmm", boxed<addbmm>},
    {"aten::addbmm_", boxed<addbmm_>},
    {"aten::addbmm.out", addbmmOut},
    {"aten::baddbmm", boxed<baddbmm>},
    {"aten::baddbmm_", boxed<baddbmm_>},
    {"aten::baddbmm.out", sameOutOf<baddbmm>},
    {"aten::_addmm_activation", boxed<addmmActivation>},
    {"aten::_addmm_activation.out", sameOutOf<addmmActivation>},
};

}  // namespace

std::span<const Kernel> matmulAddedKernels() { return kMatmulAddedKernels; }

}  // namespace ts::kernels
