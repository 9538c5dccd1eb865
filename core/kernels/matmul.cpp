// matmul, mm, bmm, mv, dot and similar operators, linear.
#include "core/kernels/matmul.h"

#include "core/kernels/families.h"
#include "core/kernels/gemm.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce_runs.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {
namespace {

namespace rules = shape_rules;
using tensor::shapeText;

void checkOneType(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype())
    fail("expected scalar type {} but found {}", scalarTypeName(a.dtype()),
         scalarTypeName(b.dtype()));
}

void checkNoBool(std::string_view name, const Tensor& a) {
  if (a.dtype() == DType::Bool && a.numel() > 0) fail("\"{}\" not implemented for 'Bool'", name);
}

Tensor computed(const Tensor& tensor) {
  const DType dtype = computeDType(tensor.dtype());
  return tensor.dtype() == dtype ? tensor : dense(tensor, dtype);
}

// Returns the product; the shapes must already match.
Tensor product(const Tensor& a, const Tensor& b) {
  return toDType(batchedProduct(computed(a), computed(b)), a.dtype());
}

Tensor mv(const Tensor& matrix, const Tensor& vector) {
  if (matrix.dim() != 2 || vector.dim() != 1)
    fail("vector + matrix @ vector expected, got 1, {}, {}", matrix.dim(), vector.dim());
  if (matrix.size(1) != vector.size(0))
    fail("size mismatch, got {}, {}x{},{}", matrix.size(0), matrix.size(0), matrix.size(1),
         vector.size(0));
  checkOneType(matrix, vector);
  checkNoBool("addmv_impl_cpu", matrix);
  return squeeze(product(matrix, unsqueeze(vector, 1)), 1);
}

Tensor dotOf(const Tensor& a, const Tensor& b) {
  if (a.dim() != 1 || b.dim() != 1)
    fail("1D tensors expected, but got {}D and {}D tensors", a.dim(), b.dim());
  if (a.dtype() != b.dtype())
    fail("dot : expected both vectors to have same dtype, but found {} and {}",
         scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  if (a.numel() != b.numel())
    fail(
        "inconsistent tensor size, expected tensor [{0}] and src [{1}] to have the same number of "
        "elements, but got {0} and {1} elements respectively",
        a.numel(), b.numel());
  checkNoBool("dot", a);
  if (a.dtype() == DType::Float32 || a.dtype() == DType::Float64) {
    const Tensor result = tensor::emptyBeside(a, Dims{}, a.dtype());
    if (result.isMeta() || b.isMeta()) return result;
    const Tensor x = contiguous(a), y = contiguous(b);
    visitFloat(a.dtype(), [&]<typename T>() {
      inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
        *result.data<T>() =
            static_cast<T>(sumOfPairs<kBytes>([](auto& to, const auto& left, const auto& right)
                                                  TS_INLINED_LAMBDA { to = left * right; },
                                              x.data<T>(), y.data<T>(), x.numel()));
      });
    });
    return result;
  }
  return reshape(product(unsqueeze(a, 0), unsqueeze(b, 1)), Dims{});
}

Tensor dot(const Tensor& a, const Tensor& b) { return dotOf(a, b); }

Tensor vdot(const Tensor& a, const Tensor& b) { return dotOf(conjugated(a), b); }

Tensor outer(const Tensor& a, const Tensor& b) {
  if (a.dim() != 1) fail("outer: Expected 1-D argument self, but got {}-D", a.dim());
  if (b.dim() != 1) fail("outer: Expected 1-D argument vec2, but got {}-D", b.dim());
  return apply(formulas::mul, {unsqueeze(a, 1), b});
}

Tensor inner(const Tensor& a, const Tensor& b) {
  if (a.dim() == 0 || b.dim() == 0) return apply(formulas::mul, {a, b});
  checkOneType(a, b);
  if (a.size(-1) != b.size(-1))
    fail("inner() the last dimension must match on both input tensors but got shapes {} and {}",
         shapeText(a.sizes()), shapeText(b.sizes()));
  Dims sizes = a.sizes();
  sizes.resize(sizes.size() - 1);
  for (size_t i = 0; i + 1 < b.sizes().size(); ++i) sizes.push_back(b.sizes()[i]);
  auto rows = [](const Tensor& t) {
    const int64_t k = t.size(-1);
    return reshape(t, Dims{k == 0 ? tensor::product(std::span<const int64_t>(t.sizes()).first(
                                        t.sizes().size() - 1))
                                  : t.numel() / k,
                           k});
  };
  return reshape(product(rows(a), transpose(rows(b), 0, 1)), sizes);
}

// rankText: added to the text for an operand that is not a matrix.
[[noreturn]] void failOnMatrices(const rules::Violation& violation, const Tensor& a,
                                 const Tensor& b, std::string_view first,
                                 std::string_view rankText) {
  if (violation.condition == rules::Condition::Rank)
    fail("{} must be a matrix{}", violation.operand == 0 ? first : "mat2", rankText);
  fail("mat1 and mat2 shapes cannot be multiplied ({}x{} and {}x{})", a.size(0), a.size(1),
       b.size(0), b.size(1));
}

}  // namespace

Tensor mm(const Tensor& a, const Tensor& b) {
  if (const auto fit = rules::matrixProduct(a.sizes(), b.sizes(), 2); !fit)
    failOnMatrices(fit.violation, a, b, "self", "");
  checkOneType(a, b);
  checkNoBool("addmm_impl_cpu_", a);
  return product(a, b);
}

void checkBatches(const Tensor& a, const Tensor& b) {
  const auto fit = rules::matrixProduct(a.sizes(), b.sizes(), 3);
  if (fit) return;
  if (fit.violation.condition == rules::Condition::Rank)
    fail("batch{} must be a 3D tensor", fit.violation.operand + 1);
  fail("Expected size for first two dimensions of batch2 tensor to be: [{}, {}] but got: [{}, {}].",
       a.size(0), a.size(2), b.size(0), b.size(1));
}

Tensor bmm(const Tensor& a, const Tensor& b) {
  checkBatches(a, b);
  checkOneType(a, b);
  checkNoBool("bmm", a);
  return product(a, b);
}

Tensor matmul(const Tensor& a, const Tensor& b) {
  const int64_t p = a.dim(), q = b.dim();
  if (p == 0 || q == 0)
    fail("both arguments to matmul need to be at least 1D, but they are {}D and {}D", p, q);
  if (p == 1 && q == 1) return dot(a, b);
  if (p == 2 && q == 1) return mv(a, b);
  if (p == 1 && q == 2) return squeeze(mm(unsqueeze(a, 0), b), 0);
  if (p == 2 && q == 2) return mm(a, b);
  if (p >= 3 && q <= 2) {  // the batch becomes rows of a single matrix
    Dims sizes = a.sizes();
    sizes.resize(sizes.size() - 1);
    const int64_t rows = tensor::product(sizes);
    const Tensor matrix = reshape(a, Dims{rows, a.size(-1)});
    if (q == 2) sizes.push_back(b.size(1));
    return reshape(q == 1 ? mv(matrix, b) : mm(matrix, b), sizes);
  }
  const Tensor x = p == 1 ? unsqueeze(a, 0) : a, y = q == 1 ? unsqueeze(b, 1) : b;
  auto batchOf = [](const Tensor& t) {
    return std::span<const int64_t>(t.sizes()).first(t.sizes().size() - 2);
  };
  const Dims batch = tensor::broadcastShapes(batchOf(x), batchOf(y));
  auto batched = [&](const Tensor& t) {
    Dims sizes = batch;
    sizes.push_back(t.size(-2));
    sizes.push_back(t.size(-1));
    return expand(t, sizes);
  };
  if (!rules::matmul(x.sizes(), y.sizes())) {
    const int64_t count = tensor::product(batch);
    fail(
        "Expected size for first two dimensions of batch2 tensor to be: [{}, {}] but got: [{}, "
        "{}].",
        count, x.size(-1), count, y.size(-2));
  }
  checkOneType(a, b);
  checkNoBool("bmm", a);
  Tensor result = product(batched(x), batched(y));
  if (q == 1) return squeeze(result, -1);
  return p == 1 ? squeeze(result, -2) : result;
}

Tensor addmm(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
             const Scalar& alpha) {
  if (const auto fit = rules::matrixProduct(a.sizes(), b.sizes(), 2); !fit)
    failOnMatrices(fit.violation, a, b, "mat1",
                   fmt::format(", got {}-D tensor", fit.violation.actual));
  if (self.dtype() != b.dtype()) fail("self and mat2 must have the same dtype");
  if (a.dtype() != b.dtype())
    fail("expected mat1 and mat2 to have the same dtype, but got: {} != {}",
         tensor::nameOf(a.dtype()), tensor::nameOf(b.dtype()));
  checkNoBool("addmm_impl_cpu_", a);
  const Dims sizes{a.size(0), b.size(1)};
  const Tensor start = expand(self, sizes);
  const DType dtype = computeDType(a.dtype());
  const Tensor result = tensor::emptyBeside(a, sizes, dtype);
  if (result.isMeta()) return toDType(result, self.dtype());
  const Tensor x = contiguous(computed(a).impl()->isConj ? clone(a) : computed(a));
  const Tensor y = computed(b).impl()->isConj ? clone(b) : computed(b);
  visitNumber(dtype, [&]<typename T>() {
    const T scale = beta.to<T>();
    if (scale != T(0)) copyInto(result, start);
    gemm<T>(alpha.to<T>(), {x.data<T>(), x.size(0), x.size(1), x.stride(0), x.stride(1)},
            {y.data<T>(), y.size(0), y.size(1), y.stride(0), y.stride(1)}, scale, result.data<T>(),
            sizes[1]);
  });
  return toDType(result, self.dtype());
}

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  if (weight.dim() == 1) {
    const Tensor result = matmul(input, weight);
    if (!bias.defined()) return result;
    if (bias.dim() != 0)
      fail("a one-dimensional weight needs a 0-d bias, not a bias of shape {}",
           shapeText(bias.sizes()));
    fail("mat2 must be a matrix, got 1-D tensor");
  }
  if (weight.dim() > 2)
    fail("t() expects a tensor with <= 2 dimensions, but self is {}D", weight.dim());
  const Tensor columns = transpose(weight, 0, 1);
  if (!bias.defined()) return matmul(input, columns);
  if (input.dim() == 0)
    fail("both arguments to matmul need to be at least 1D, but they are 0D and {}D", weight.dim());
  Dims sizes = input.sizes();
  const int64_t features = sizes.back();
  sizes.resize(sizes.size() - 1);
  const Tensor rows = reshape(input, Dims{tensor::product(sizes), features});
  sizes.push_back(columns.dim() == 2 ? columns.size(1) : 0);
  const Tensor result = addmm(bias, rows, columns, 1, 1);
  return input.dim() == 2 ? result : reshape(result, sizes);
}

namespace {

// With a 0-d operand, inner is a multiplication, and `out` may have another dtype.
void innerOut(Stack& stack) {
  auto isNumber = [&](size_t fromTop) {
    return stack[stack.size() - fromTop].toTensor().dim() == 0;
  };
  (isNumber(3) || isNumber(2) ? outOf<inner> : sameOutOf<inner>)(stack);
}

constexpr Kernel kMatmulKernels[] = {
    {"aten::matmul", boxed<matmul>},
    {"aten::matmul.out", sameOutOf<matmul>},
    {"aten::linalg_matmul", boxed<matmul>},
    {"aten::linalg_matmul.out", sameOutOf<matmul>},
    {"aten::mm", boxed<mm>},
    {"aten::mm.out", sameOutOf<mm>},
    {"aten::bmm", boxed<bmm>},
    {"aten::bmm.out", sameOutOf<bmm>},
    {"aten::mv", boxed<mv>},
    {"aten::mv.out", sameOutOf<mv>},
    {"aten::dot", boxed<dot>},
    {"aten::dot.out", sameOutOf<dot>},
    {"aten::vdot", boxed<vdot>},
    {"aten::vdot.out", sameOutOf<vdot>},
    {"aten::outer", boxed<outer>},
    {"aten::outer.out", outOf<outer>},
    {"aten::ger", boxed<outer>},
    {"aten::ger.out", outOf<outer>},
    {"aten::inner", boxed<inner>},
    {"aten::inner.out", innerOut},
    {"aten::addmm", boxed<addmm>},
    {"aten::addmm_", inPlaceOf<addmm>},
    {"aten::addmm.out", sameOutOf<addmm>},
    {"aten::linear", boxed<linear>},
    {"aten::linear.out", sameOutOf<linear>},
};

}  // namespace

std::span<const Kernel> matmulKernels() { return kMatmulKernels; }

}  // namespace ts::kernels
