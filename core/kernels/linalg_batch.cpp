#include <algorithm>

#include "core/kernels/copy.h"
#include "core/kernels/linalg.h"
#include "core/kernels/parallel.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"
#include "core/tensor/gap.h"

namespace ts::kernels::linalg {

using tensor::shapeText;

Tensor Batch::tensor(DType dtype) const { return toDType(transpose(columns, -2, -1), dtype); }

void checkMatrices(const char* name, const Tensor& a, bool square) {
  if (a.dim() < 2) fail("{}: The input tensor A must have at least 2 dimensions.", name);
  if (square && a.size(-1) != a.size(-2))
    fail("{}: A must be batches of square matrices, but they are {} by {} matrices", name,
         a.size(-2), a.size(-1));
  if (a.isMeta()) tensor::failAsGap("{} on meta isn't available in JitScope yet", name);
  if (tensor::isComplex(a.dtype()))
    tensor::failAsGap("{} of complex matrices isn't available in JitScope yet", name);
  if (!tensor::isFloating(a.dtype()))
    fail("{}: Expected a floating point or complex tensor as input. Got {}", name,
         scalarTypeName(a.dtype()));
  if (a.dtype() == DType::Float16 || a.dtype() == DType::BFloat16)
    fail("{}: Low precision dtypes not supported. Got {}", name, scalarTypeName(a.dtype()));
  if (a.size(-1) > INT32_MAX || a.size(-2) > INT32_MAX)
    fail("{}: matrices of shape {} are too large", name, shapeText(a.sizes()));
}

Dims leadOf(const Tensor& a) {
  Dims lead = a.sizes();
  lead.resize(lead.size() - 2);
  return lead;
}
Dims with(Dims lead, std::initializer_list<int64_t> last) {
  for (int64_t size : last) lead.push_back(size);
  return lead;
}

Batch emptyBatch(const Dims& lead, int64_t rows, int64_t cols, DType dtype) {
  Batch batch;
  batch.columns = tensor::empty(with(lead, {cols, rows}), dtype);
  batch.count = tensor::product(lead);
  batch.rows = static_cast<lapack_int>(rows);
  batch.cols = static_cast<lapack_int>(cols);
  return batch;
}

// Returns a copy, which LAPACK may overwrite.
Batch batchOf(const Tensor& a) {
  useOneBlasThread();
  const Batch batch = emptyBatch(leadOf(a), a.size(-2), a.size(-1), a.dtype());
  copyInto(transpose(batch.columns, -2, -1), a);
  return batch;
}

Tensor identity(const Dims& lead, int64_t n, DType dtype) {
  const Tensor result = tensor::empty(with(lead, {n, n}), dtype);
  fill(result, 0);
  visitFloat(dtype, [&]<typename T>() {
    for (int64_t i = 0; i < result.numel() / std::max<int64_t>(1, n * n); ++i)
      for (int64_t k = 0; k < n; ++k) result.data<T>()[i * n * n + k * n + k] = 1;
  });
  return result;
}

}  // namespace ts::kernels::linalg
