// Convolutions that run again and again with the same weight: it stays in the layout of oneDNN.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/kernels/boxing.h"

namespace ts::kernels {

namespace onednn {
class PackedWeight;
}

// The arguments of a convolution that is not transposed, with a number for each spatial dimension.
struct ConvolutionArguments {
  IntList stride, padding, dilation;
  int64_t groups = 1;
};

// For one thread.
class PackedConvolution {
 public:
  // weight: contiguous float32 on the CPU, with two spatial dimensions; bias: the same with one
  // dimension, or undefined. Their elements must not change.
  PackedConvolution(Tensor weight, Tensor bias, ConvolutionArguments arguments);
  ~PackedConvolution();

  // input: float32 on the CPU. format: that of the result, Contiguous or ChannelsLast. Returns an
  // undefined tensor where the shapes do not fit, or oneDNN does not support them.
  Tensor run(const Tensor& input, MemoryFormat format);

 private:
  struct Form;
  Form* formFor(const Tensor& input, MemoryFormat format);
  void prepare(Form& form);

  const std::unique_ptr<onednn::PackedWeight> weight_;
  const Tensor bias_;
  const ConvolutionArguments arguments_;
  std::vector<std::unique_ptr<Form>> forms_;  // of the shapes and layouts so far
};

}  // namespace ts::kernels
