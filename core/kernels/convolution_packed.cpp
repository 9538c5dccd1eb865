#include "core/kernels/convolution_packed.h"

#include <algorithm>
#include <utility>

#include "core/kernels/convolution.h"
#include "core/kernels/convolution_onednn.h"
#include "core/kernels/copy.h"
#include "core/kernels/onednn.h"
#include "core/kernels/parallel.h"

namespace ts::kernels {

using namespace onednn;

namespace {

shape_rules::Convolution ruleOf(const ConvolutionArguments& arguments) {
  return {.stride = arguments.stride,
          .before = arguments.padding,
          .after = arguments.padding,
          .dilation = arguments.dilation,
          .groups = arguments.groups};
}

}  // namespace

// The convolution for one shape of the input, and its layouts.
struct PackedConvolution::Form {
  Dims input;
  bool isInputLast, isResultLast;
  int threads;
  Dims sizes;                                   // of the result
  std::optional<PreparedConvolution> prepared;  // nullopt: another kernel computes it
  dnnl::memory weight;
};

PackedConvolution::PackedConvolution(Tensor weight, Tensor bias, ConvolutionArguments arguments)
    : weight_(std::make_unique<PackedWeight>(std::move(weight))),
      bias_(std::move(bias)),
      arguments_(std::move(arguments)) {}
PackedConvolution::~PackedConvolution() = default;

void PackedConvolution::prepare(Form& form) {
  ConvolutionShape shape =
      convolutionShape(form.input, weight_->tensor().sizes(), form.sizes, ruleOf(arguments_));
  const bool isLast = form.isInputLast || form.isResultLast;
  if (!isLast && (suitsProduct(shape) || isDepthwise(shape))) return;
  shape.channelsLast = form.isResultLast;
  try {
    form.prepared = prepareConvolution(shape, bias_.defined(), form.isInputLast);
    form.weight = weight_->in(form.prepared->userWeight, form.prepared->weight);
  } catch (const dnnl::error&) {
    form.prepared.reset();
  }
}

// Null where the shapes do not fit.
PackedConvolution::Form* PackedConvolution::formFor(const Tensor& input, MemoryFormat format) {
  // A program that meets more shapes needs little memory for the last ones.
  constexpr size_t kMostForms = 16;
  const bool isInputLast = input.suggestedFormat() == MemoryFormat::ChannelsLast,
             isResultLast = format == MemoryFormat::ChannelsLast;
  const int threads = threadCount();
  for (const auto& form : forms_)
    if (form->isInputLast == isInputLast && form->isResultLast == isResultLast &&
        form->threads == threads && form->input == input.sizes())
      return form.get();
  shape_rules::Inferred inferred =
      shape_rules::convolution(input.sizes(), weight_->tensor().sizes(), ruleOf(arguments_));
  if (!inferred || input.dim() != weight_->tensor().dim()) return nullptr;
  if (forms_.size() == kMostForms) {
    forms_.clear();
    weight_->clear();
  }
  auto form = std::make_unique<Form>();
  form->input = input.sizes();
  form->isInputLast = isInputLast;
  form->isResultLast = isResultLast;
  form->threads = threads;
  form->sizes = std::move(inferred.shape).takeSizes();
  if (input.numel() > 0 && tensor::product(form->sizes) > 0) prepare(*form);
  return forms_.emplace_back(std::move(form)).get();
}

Tensor PackedConvolution::run(const Tensor& input, MemoryFormat format) {
  Form* const form = formFor(input, format);
  if (form == nullptr) return {};
  if (!form->prepared) {
    const Tensor result =
        convolution(input, weight_->tensor(), bias_, arguments_.stride, arguments_.padding,
                    arguments_.dilation, false, {0}, arguments_.groups);
    return contiguous(result, format);
  }
  const PreparedConvolution& prepared = *form->prepared;
  const Tensor x =
      contiguous(input, form->isInputLast ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous);
  const Tensor result = tensor::empty(form->sizes, tensor::DType::Float32, format);
  scratch().reserve(prepared.input.get_size() + prepared.result.get_size());
  runConvolution(prepared, form->weight, x.data<float>(),
                 bias_.defined() ? bias_.data<float>() : nullptr, result.data<float>());
  return result;
}

}  // namespace ts::kernels
