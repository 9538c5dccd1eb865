// Factory functions: tensors of a given shape, like another tensor, or with a range of numbers.
#include "core/kernels/factory.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/convert.h"
#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/packs.h"
#include "core/kernels/promote.h"
#include "core/kernels/variants.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {

bool isMetaDevice(const IValue& device) {
  if (device.isNone()) return false;
  const std::string& kind = device.toDevice().kind;
  if (kind == "cpu") return false;
  if (kind == "meta") return true;
  fail("the device {} is not available: programs run on the CPU", device.toDevice().text());
}

Tensor makeEmpty(const IntList& size, DType dtype, const IValue& device) {
  return isMetaDevice(device) ? tensor::emptyMeta(size, dtype) : tensor::empty(size, dtype);
}

DType dtypeOfNumber(const Scalar& number) {
  if (number.isReal()) return tensor::defaultDType();
  return number.isComplex() ? tensor::complexOf(tensor::defaultDType()) : number.dtype();
}

// Calls set(i, i as a double) for positions from `begin` to `end`, in vectors: these have no
// conversion of 64-bit integers to double, so that positions in a block have 32 bits.
template <typename F>
static void eachPosition(int64_t begin, int64_t end, const F& set) {
  constexpr int64_t kBlock = 4096;
  inVectors([=]<size_t>() TS_INLINED_LAMBDA {
    for (int64_t first = begin; first < end; first += kBlock) {
      const auto block = static_cast<int32_t>(std::min(kBlock, end - first));
      const auto start = static_cast<double>(first);
      for (int32_t i = 0; i < block; ++i) set(first + i, start + static_cast<double>(i));
    }
  });
}

Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, DType dtype, bool meta) {
  double count = 0;
  if (dtype == DType::Int64) {
    const auto from = numberTo<int64_t>(start), to = numberTo<int64_t>(end),
               by = numberTo<int64_t>(step);
    if (by == 0) fail("step must be nonzero");
    if (by > 0 ? to < from : to > from)
      fail("upper bound and larger bound inconsistent with step sign");
    const __int128 steps = (static_cast<__int128>(to) - from + by - (by > 0 ? 1 : -1)) / by;
    count = static_cast<double>(steps);
  } else {
    const auto from = start.to<double>(), to = end.to<double>(), by = step.to<double>();
    if (!(by > 0 || by < 0) || (tensor::isIntegral(dtype) && numberTo<int64_t>(step) == 0))
      fail("step must be nonzero");
    if (!std::isfinite(from) || !std::isfinite(to)) fail("unsupported range: {} -> {}", from, to);
    if (by > 0 ? to < from : to > from)
      fail("upper bound and larger bound inconsistent with step sign");
    count = std::ceil((to - from) / by);
  }
  if (!(count >= 0 && count <= 0x1p62)) fail("invalid size, possible overflow?");
  const Dims size = {static_cast<int64_t>(count)};
  if (meta) return tensor::emptyMeta(size, dtype);
  const Tensor result = tensor::empty(size, dtype);
  tensor::visit(dtype, [&]<typename T>() {
    if constexpr (isComplexType<T> || std::is_same_v<T, bool>) {
      fail("\"arange_cpu\" not implemented for '{}'", scalarTypeName(dtype));
    } else {
      // Integers are computed in 64 bits, floating point numbers in double.
      using Wide = std::conditional_t<std::is_integral_v<T>, int64_t, double>;
      const Wide from = numberTo<Wide>(start), by = numberTo<Wide>(step);
      T* data = result.data<T>();
      eachPosition(0, size[0], [=](int64_t i, double number) TS_INLINED_LAMBDA {
        if constexpr (std::is_integral_v<T>)
          data[i] = convert<T>(from + by * i);
        else
          data[i] = convert<T>(from + by * number);
      });
    }
  });
  return result;
}

namespace {

using MaybeDType = std::optional<DType>;
using MaybeFormat = std::optional<MemoryFormat>;

Tensor filled(const Tensor& tensor, const Scalar& value) {
  return kernels::fill(tensor, value), tensor;
}

// ---- from a shape

Tensor empty(const IntList& size, MaybeDType dtype, const IValue&, const IValue& device,
             const IValue&, MaybeFormat format) {
  const DType kind = dtype.value_or(tensor::defaultDType());
  const MemoryFormat layout = format.value_or(MemoryFormat::Contiguous);
  if (layout == MemoryFormat::Preserve)
    fail(
        "'torch.preserve_format' is not supported here: a factory has no tensor whose format to "
        "preserve");
  return isMetaDevice(device) ? tensor::emptyMeta(size, kind, layout)
                              : tensor::empty(size, kind, layout);
}
Tensor zeros(const IntList& size, MaybeDType dtype, const IValue&, const IValue& device,
             const IValue&) {
  return filled(makeEmpty(size, dtype.value_or(tensor::defaultDType()), device), 0);
}
Tensor ones(const IntList& size, MaybeDType dtype, const IValue&, const IValue& device,
            const IValue&) {
  return filled(makeEmpty(size, dtype.value_or(tensor::defaultDType()), device), 1);
}
Tensor full(const IntList& size, const Scalar& value, MaybeDType dtype, const IValue&,
            const IValue& device, const IValue&) {
  return filled(makeEmpty(size, dtype.value_or(dtypeOfNumber(value)), device), value);
}
Tensor emptyStrided(const IntList& size, const IntList& stride, MaybeDType dtype, const IValue&,
                    const IValue& device, const IValue&) {
  if (size.size() != stride.size()) fail("mismatch in length of strides and shape");
  return tensor::emptyStrided(size, stride, dtype.value_or(tensor::defaultDType()),
                              isMetaDevice(device));
}
// `layout` has the dimensions in their order in memory, the innermost one last.
Tensor emptyPermuted(const IntList& size, const IntList& layout, MaybeDType dtype, const IValue&,
                     const IValue& device, const IValue&) {
  if (size.size() != layout.size())
    fail(
        "Number of dimensions in size does not match the length of the physical_layout; i.e. "
        "len(size) = {} is not equal to len(physical_layout) = {}",
        size.size(), layout.size());
  Dims strides(size.size(), 0);
  shape_rules::DimSet seen;
  int64_t step = 1;
  for (size_t i = layout.size(); i-- > 0;) {
    const int64_t dim = layout[i];
    if (dim < 0 || dim >= static_cast<int64_t>(size.size()))
      fail("Dimension out of range (expected to be between 0 and {}, but got {} at index {}).",
           size.size() - 1, dim, i);
    const auto at = static_cast<size_t>(dim);
    if (seen.has(at)) fail("Duplicate dim not allowed");
    seen.add(at);
    strides[at] = step;
    step *= std::max<int64_t>(size[at], 1);
  }
  return tensor::emptyStrided(size, strides, dtype.value_or(tensor::defaultDType()),
                              isMetaDevice(device));
}
Tensor scalarTensor(const Scalar& value, MaybeDType dtype, const IValue&, const IValue& device,
                    const IValue&) {
  return filled(makeEmpty({}, dtype.value_or(tensor::defaultDType()), device), value);
}

// ---- like another tensor

Tensor likeSelf(const Tensor& self, MaybeDType dtype, const IValue& device, MaybeFormat format) {
  const DType kind = dtype.value_or(self.dtype());
  if (isMetaDevice(device) && !self.isMeta()) return tensor::emptyMeta(self.sizes(), kind);
  return tensor::emptyLike(self, kind, format.value_or(MemoryFormat::Preserve));
}
Tensor emptyLike(const Tensor& self, MaybeDType dtype, const IValue&, const IValue& device,
                 const IValue&, MaybeFormat format) {
  return likeSelf(self, dtype, device, format);
}
Tensor zerosLike(const Tensor& self, MaybeDType dtype, const IValue&, const IValue& device,
                 const IValue&, MaybeFormat format) {
  return filled(likeSelf(self, dtype, device, format), 0);
}
Tensor onesLike(const Tensor& self, MaybeDType dtype, const IValue&, const IValue& device,
                const IValue&, MaybeFormat format) {
  return filled(likeSelf(self, dtype, device, format), 1);
}
Tensor fullLike(const Tensor& self, const Scalar& value, MaybeDType dtype, const IValue&,
                const IValue& device, const IValue&, MaybeFormat format) {
  return filled(likeSelf(self, dtype, device, format), value);
}

// Creates a tensor of a given shape; dtype and device default to those of self.
Tensor beside(const Tensor& self, const IntList& size, MaybeDType dtype, const IValue& device) {
  const DType kind = dtype.value_or(self.dtype());
  return device.isNone() ? tensor::emptyBeside(self, size, kind) : makeEmpty(size, kind, device);
}
Tensor newEmpty(const Tensor& self, const IntList& size, MaybeDType dtype, const IValue&,
                const IValue& device, const IValue&) {
  return beside(self, size, dtype, device);
}
Tensor newZeros(const Tensor& self, const IntList& size, MaybeDType dtype, const IValue&,
                const IValue& device, const IValue&) {
  return filled(beside(self, size, dtype, device), 0);
}
Tensor newOnes(const Tensor& self, const IntList& size, MaybeDType dtype, const IValue&,
               const IValue& device, const IValue&) {
  return filled(beside(self, size, dtype, device), 1);
}
Tensor newFull(const Tensor& self, const IntList& size, const Scalar& value, MaybeDType dtype,
               const IValue&, const IValue& device, const IValue&) {
  return filled(beside(self, size, dtype, device), value);
}
Tensor newEmptyStrided(const Tensor& self, const IntList& size, const IntList& stride,
                       MaybeDType dtype, const IValue&, const IValue& device, const IValue&) {
  if (size.size() != stride.size()) fail("mismatch in length of strides and shape");
  return tensor::emptyStrided(size, stride, dtype.value_or(self.dtype()),
                              device.isNone() ? self.isMeta() : isMetaDevice(device));
}

// ---- ranges

Tensor arangeStep(const Scalar& start, const Scalar& end, const Scalar& step, MaybeDType dtype,
                  const IValue&, const IValue& device, const IValue&) {
  const bool isWhole = !start.isReal() && !end.isReal() && !step.isReal();
  return arange(start, end, step, dtype.value_or(isWhole ? DType::Int64 : tensor::defaultDType()),
                isMetaDevice(device));
}
Tensor arangeStart(const Scalar& start, const Scalar& end, MaybeDType dtype, const IValue& layout,
                   const IValue& device, const IValue& pin) {
  return arangeStep(start, end, 1, dtype, layout, device, pin);
}
Tensor arangeEnd(const Scalar& end, MaybeDType dtype, const IValue& layout, const IValue& device,
                 const IValue& pin) {
  return arangeStep(0, end, 1, dtype, layout, device, pin);
}
// Uses the dtype of `out`.
Tensor arangeOut(const Scalar& start, const Scalar& end, const Scalar& step, const Tensor& out) {
  return giveOut(out, arange(start, end, step, out.dtype(), out.isMeta()));
}
Tensor arangeEndOut(const Scalar& end, const Tensor& out) { return arangeOut(0, end, 1, out); }

// Returns the elements value(x) for `steps` evenly spaced x. Each x is computed from the nearer
// end.
template <typename F>
Tensor spaced(const Scalar& start, const Scalar& end, int64_t steps, DType dtype, bool meta,
              F value) {
  if (steps < 0) fail("number of steps must be non-negative");
  if (meta) return tensor::emptyMeta(Dims{steps}, dtype);
  const Tensor result = tensor::empty(Dims{steps}, dtype);
  tensor::visit(dtype, [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>) {
      fail("\"linspace_cpu\" not implemented for 'Bool'");
    } else {
      // Integers are spaced as doubles, then truncated.
      using Step = std::conditional_t<std::is_integral_v<T>, double, ComputeType<T>>;
      const Step from = convert<Step>(numberTo<T>(start)), to = convert<Step>(numberTo<T>(end));
      const Step step = steps > 1 ? (to - from) / Step(static_cast<double>(steps - 1)) : Step(0);
      T* data = result.data<T>();
      // From the start up to the middle, then from the end, so that both are exact.
      const int64_t middle = steps == 1 ? 1 : steps / 2;
      const auto last = static_cast<double>(steps - 1);
      eachPosition(0, middle, [=](int64_t i, double number) TS_INLINED_LAMBDA {
        data[i] = convert<T>(value(from + step * Step(number)));
      });
      eachPosition(middle, steps, [=](int64_t i, double number) TS_INLINED_LAMBDA {
        data[i] = convert<T>(value(to - step * Step(last - number)));
      });
    }
  });
  return result;
}
DType spacedDType(const Scalar& start, const Scalar& end, MaybeDType dtype) {
  if (dtype) return *dtype;
  return start.isComplex() || end.isComplex() ? tensor::complexOf(tensor::defaultDType())
                                              : tensor::defaultDType();
}
Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, MaybeDType dtype,
                const IValue&, const IValue& device, const IValue&) {
  return spaced(start, end, steps, spacedDType(start, end, dtype), isMetaDevice(device),
                [](auto at) { return at; });
}
Tensor logspaced(const Scalar& start, const Scalar& end, int64_t steps, double base, DType dtype,
                 bool meta) {
  return spaced(start, end, steps, dtype, meta,
                [base](auto at) { return std::pow(decltype(at)(base), at); });
}
Tensor logspace(const Scalar& start, const Scalar& end, int64_t steps, double base,
                MaybeDType dtype, const IValue&, const IValue& device, const IValue&) {
  return logspaced(start, end, steps, base, spacedDType(start, end, dtype), isMetaDevice(device));
}
Tensor linspaceOut(const Scalar& start, const Scalar& end, int64_t steps, const Tensor& out) {
  return giveOut(out,
                 spaced(start, end, steps, out.dtype(), out.isMeta(), [](auto at) { return at; }));
}
Tensor logspaceOut(const Scalar& start, const Scalar& end, int64_t steps, double base,
                   const Tensor& out) {
  return giveOut(out, logspaced(start, end, steps, base, out.dtype(), out.isMeta()));
}

// Calls F, the kernel of `count` arguments for two numbers, with an overload's tensors.
template <KernelFunction F, size_t count>
void betweenTensors(Stack& stack) {
  const size_t first = stack.size() - count;
  for (size_t i = first; i < first + 2; ++i) {
    if (!stack[i].isTensor()) continue;
    const Tensor end = stack[i].toTensor();
    if (end.dim() != 0)
      fail("start and end have to be 0-dimensional tensors, but one has {} dimension(s)",
           end.dim());
    stack[i] = itemOf(end);
  }
  F(stack);
}

Tensor eyeOf(int64_t rows, int64_t columns, DType dtype, bool meta) {
  if (rows < 0) fail("n must be greater or equal to 0, got {}", rows);
  if (columns < 0) fail("m must be greater or equal to 0, got {}", columns);
  if (meta) return tensor::emptyMeta(Dims{rows, columns}, dtype);
  const Tensor result = filled(tensor::empty(Dims{rows, columns}, dtype), 0);
  kernels::fill(tensor::view(result, Dims{std::min(rows, columns)}, Dims{columns + 1}, 0), 1);
  return result;
}
Tensor eyeRectangle(int64_t rows, int64_t columns, MaybeDType dtype, const IValue&,
                    const IValue& device, const IValue&) {
  return eyeOf(rows, columns, dtype.value_or(tensor::defaultDType()), isMetaDevice(device));
}
Tensor eye(int64_t rows, MaybeDType dtype, const IValue& layout, const IValue& device,
           const IValue& pin) {
  return eyeRectangle(rows, rows, dtype, layout, device, pin);
}
Tensor eyeRectangleOut(int64_t rows, int64_t columns, const Tensor& out) {
  return giveOut(out, eyeOf(rows, columns, out.dtype(), out.isMeta()));
}
Tensor eyeOut(int64_t rows, const Tensor& out) { return eyeRectangleOut(rows, rows, out); }

// The overloads of PyTorch 2.6 whose ends are tensors, and those with `out`.
#define TS_BETWEEN(schema, overload, F, count, outCount)                                          \
  {"aten::" schema "." overload, betweenTensors<boxed<F>, count>, since(TorchProfile::Torch2_6)}, \
  {                                                                                               \
    "aten::" schema "." overload "_out", betweenTensors<boxed<F##Out>, outCount>,                 \
        since(TorchProfile::Torch2_6)                                                             \
  }
#define TS_BETWEEN_TENSORS(schema, F, count, outCount)         \
  TS_BETWEEN(schema, "Tensor_Tensor", F, count, outCount),     \
      TS_BETWEEN(schema, "Tensor_Scalar", F, count, outCount), \
      TS_BETWEEN(schema, "Scalar_Tensor", F, count, outCount)

constexpr Kernel kFactoryKernels[] = {
    {"aten::empty.memory_format", boxed<empty>},
    {"aten::zeros", boxed<zeros>},
    {"aten::ones", boxed<ones>},
    {"aten::full", boxed<full>},
    {"aten::empty_strided", boxed<emptyStrided>},
    {"aten::empty_permuted", boxed<emptyPermuted>, since(TorchProfile::Torch2_6)},
    {"aten::scalar_tensor", boxed<scalarTensor>},
    {"aten::empty_like", boxed<emptyLike>},
    {"aten::zeros_like", boxed<zerosLike>},
    {"aten::ones_like", boxed<onesLike>},
    {"aten::full_like", boxed<fullLike>},
    {"aten::new_empty", boxed<newEmpty>},
    {"aten::new_zeros", boxed<newZeros>},
    {"aten::new_ones", boxed<newOnes>},
    {"aten::new_full", boxed<newFull>},
    {"aten::new_empty_strided", boxed<newEmptyStrided>},
    {"aten::zeros.out", intoOut<boxed<zeros>>},
    {"aten::ones.out", intoOut<boxed<ones>>},
    {"aten::full.out", intoOut<boxed<full>>},
    {"aten::scalar_tensor.out", intoOut<boxed<scalarTensor>>},
    {"aten::empty.out", intoOut<boxed<empty>, true>},
    {"aten::zeros_like.out", intoOut<boxed<zerosLike>, true>},
    {"aten::ones_like.out", intoOut<boxed<onesLike>, true>},
    {"aten::full_like.out", intoOut<boxed<fullLike>, true>},
    {"aten::empty_like.out", intoOut<boxed<emptyLike>, true>},
    {"aten::new_zeros.out", intoOut<boxed<newZeros>>},
    {"aten::new_ones.out", intoOut<boxed<newOnes>>},
    {"aten::new_full.out", intoOut<boxed<newFull>>},
    {"aten::new_empty.out", intoOut<boxed<newEmpty>>},
    {"aten::arange", boxed<arangeEnd>},
    {"aten::arange.start", boxed<arangeStart>},
    {"aten::arange.start_step", boxed<arangeStep>},
    {"aten::arange.out", boxed<arangeEndOut>},
    {"aten::arange.start_out", boxed<arangeOut>},
    {"aten::linspace", boxed<linspace>},
    {"aten::linspace.out", boxed<linspaceOut>},
    TS_BETWEEN_TENSORS("linspace", linspace, 7, 4),
    {"aten::logspace", boxed<logspace>},
    {"aten::logspace.out", boxed<logspaceOut>},
    TS_BETWEEN_TENSORS("logspace", logspace, 8, 5),
    {"aten::eye", boxed<eye>},
    {"aten::eye.m", boxed<eyeRectangle>},
    {"aten::eye.out", boxed<eyeOut>},
    {"aten::eye.m_out", boxed<eyeRectangleOut>},
};

}  // namespace

std::span<const Kernel> factoryKernels() { return kFactoryKernels; }

}  // namespace ts::kernels
