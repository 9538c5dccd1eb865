// Convolutions of float32 with oneDNN. oneDNN chooses its own blocked memory layouts, so inputs,
// weights and results are reordered before and after. Compiled primitives are cached per shape.
#include "core/kernels/convolution_onednn.h"

#include <map>

#include "core/kernels/convolution.h"
#include "core/kernels/onednn.h"
#include "core/kernels/packs.h"
#include "core/kernels/parallel.h"

namespace ts::kernels {
namespace {

using dnnl::memory;
using namespace onednn;
using Key = std::vector<int64_t>;

// Limit of the per-thread cache; a full cache is cleared.
constexpr size_t kMaxShapes = 512;

// Returns the first spatial dimension to use: leading dimensions of size 1 are skipped, but at
// least one dimension is kept.
size_t firstDim(const ConvolutionShape& s) {
  size_t first = 0;
  auto is1 = [&](size_t d) {
    return s.in[d] == 1 && s.out[d] == 1 && s.kernel[d] == 1 && s.stride[d] == 1 &&
           s.before[d] == 0 && s.after[d] == 0;
  };
  while (first < 2 && is1(first)) ++first;
  return first;
}

memory::dims spatial(const ConvolutionShape::Three& sizes, size_t first) {
  return memory::dims(sizes.begin() + static_cast<std::ptrdiff_t>(first), sizes.end());
}

memory::desc imageDesc(int64_t batch, int64_t channels, const memory::dims& sizes,
                       bool channelsLast) {
  memory::dims dims{batch, channels}, strides(sizes.size() + 2, 1);
  dims.insert(dims.end(), sizes.begin(), sizes.end());
  int64_t step = channelsLast ? channels : 1;
  for (size_t i = dims.size(); i-- > 2;) {
    strides[i] = step;
    step *= dims[i];
  }
  strides[1] = channelsLast ? 1 : step;
  strides[0] = channelsLast ? step : step * channels;
  return {dims, memory::data_type::f32, strides};
}

// oneDNN computes on channels-last images about as fast as on its own blocks of channels, so they
// are not reordered. Its code for AVX2 is the exception where pixels are many channels apart: reads
// of neighbours fall into the same sets of the first cache.
bool suitsBlocks(const ConvolutionShape& s) {
  constexpr int64_t kFar = 1024, kFarOfWindow = 128;  // channels
  const bool isWindow = s.kernel != ConvolutionShape::Three{1, 1, 1};
  return vectorBytes() < 64 && s.groups == 1 && s.inChannels >= (isWindow ? kFarOfWindow : kFar);
}

// The layouts of a convolution's tensors, and its windows, as oneDNN takes them.
struct ConvolutionTerms {
  memory::desc userInput, userWeight, userResult;  // of the caller
  memory::desc inputWish, resultWish;              // for the primitive
  memory::dims stride, dilation, before, after;

  ConvolutionTerms(const ConvolutionShape& s, bool isInputChannelsLast) {
    const size_t first = firstDim(s);
    userInput = imageDesc(s.batch, s.inChannels, spatial(s.in, first), isInputChannelsLast);
    userResult = imageDesc(s.batch, s.outChannels, spatial(s.out, first), s.channelsLast);
    userWeight = weightDesc(s, first);
    const bool isLast = (s.channelsLast || isInputChannelsLast) && !suitsBlocks(s);
    inputWish = isLast ? imageDesc(s.batch, s.inChannels, spatial(s.in, first), true)
                       : anyLayout(userInput);
    resultWish = isLast ? imageDesc(s.batch, s.outChannels, spatial(s.out, first), true)
                        : anyLayout(userResult);
    stride = spatial(s.stride, first);
    dilation = spatial(s.dilation, first);
    for (int64_t& d : dilation) --d;
    before = spatial(s.before, first);
    after = spatial(s.after, first);
  }

 private:
  // oneDNN wants (groups, out, in, ...) for both kinds of convolution. The weight of a transposed
  // convolution is (groups, in, out, ...) in memory, so the strides swap its dimensions.
  static memory::desc weightDesc(const ConvolutionShape& s, size_t first) {
    const int64_t inPer = s.inChannels / s.groups, outPer = s.outChannels / s.groups;
    memory::dims weightDims{outPer, inPer}, weightStrides(2, 0);
    int64_t taps = 1;
    for (size_t d = first; d < 3; ++d) weightDims.push_back(s.kernel[d]);
    weightStrides.resize(weightDims.size());
    for (size_t i = weightDims.size(); i-- > 2;) {
      weightStrides[i] = taps;
      taps *= weightDims[i];
    }
    weightStrides[0] = s.transposed ? taps : taps * inPer;
    weightStrides[1] = s.transposed ? taps * outPer : taps;
    if (s.groups > 1) {
      weightDims.insert(weightDims.begin(), s.groups);
      weightStrides.insert(weightStrides.begin(), taps * inPer * outPer);
    }
    return {weightDims, memory::data_type::f32, weightStrides};
  }
};

}  // namespace

PreparedConvolution prepareConvolution(const ConvolutionShape& s, bool hasBias,
                                       bool isInputChannelsLast) {
  const ConvolutionTerms terms(s, isInputChannelsLast);
  PreparedConvolution prepared;
  prepared.userInput = terms.userInput;
  prepared.userWeight = terms.userWeight;
  prepared.userResult = terms.userResult;
  prepared.biasDesc =
      hasBias ? memory::desc({s.outChannels}, memory::data_type::f32, memory::format_tag::x)
              : memory::desc();
  auto build = [&]<typename Primitive>(dnnl::algorithm algorithm) {
    typename Primitive::desc desc =
        hasBias ? typename Primitive::desc(dnnl::prop_kind::forward_inference, algorithm,
                                           terms.inputWish, anyLayout(prepared.userWeight),
                                           prepared.biasDesc, terms.resultWish, terms.stride,
                                           terms.dilation, terms.before, terms.after)
                : typename Primitive::desc(dnnl::prop_kind::forward_inference, algorithm,
                                           terms.inputWish, anyLayout(prepared.userWeight),
                                           terms.resultWish, terms.stride, terms.dilation,
                                           terms.before, terms.after);
    typename Primitive::primitive_desc primitive(desc, engine());
    prepared.input = primitive.src_desc();
    prepared.weight = primitive.weights_desc();
    prepared.result = primitive.dst_desc();
    prepared.compute = Primitive(primitive);
  };
  if (s.transposed)
    build.template operator()<dnnl::deconvolution_forward>(dnnl::algorithm::deconvolution_direct);
  else
    build.template operator()<dnnl::convolution_forward>(dnnl::algorithm::convolution_direct);
  return prepared;
}

void runConvolution(const PreparedConvolution& prepared, const memory& weight, const float* input,
                    const float* bias, float* result) {
  const memory x = inLayout(prepared.userInput, prepared.input, input);
  memory user = memoryOf(prepared.userResult, result);
  const bool direct = prepared.userResult == prepared.result;
  memory y =
      direct ? user : memory(prepared.result, engine(), scratch().at(prepared.result.get_size()));
  std::unordered_map<int, memory> arguments{
      {DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, weight}, {DNNL_ARG_DST, y}};
  if (bias) arguments.emplace(DNNL_ARG_BIAS, memoryOf(prepared.biasDesc, bias));
  prepared.compute.execute(stream(), arguments);
  if (!direct) dnnl::reorder(y, user).execute(stream(), y, user);
  stream().wait();
}

namespace {

enum class Primitive : int64_t { Forward, ForwardWithBias, WeightGradient };

Key keyOf(const ConvolutionShape& s, Primitive primitive) {
  Key key{s.batch,
          s.inChannels,
          s.outChannels,
          s.groups,
          s.transposed,
          s.channelsLast,
          static_cast<int64_t>(primitive),
          threadCount()};
  for (const auto* three : {&s.in, &s.out, &s.kernel, &s.stride, &s.dilation, &s.before, &s.after})
    key.insert(key.end(), three->begin(), three->end());
  return key;
}

// `result` is the gradient of the convolution's result.
PreparedConvolution prepareWeightGradient(const ConvolutionShape& s) {
  const ConvolutionTerms terms(s, s.channelsLast);
  const memory::desc weightWish = anyLayout(terms.userWeight);
  const auto algorithm = dnnl::algorithm::convolution_direct;
  const dnnl::convolution_forward::primitive_desc forward(
      {dnnl::prop_kind::forward_training, algorithm, terms.inputWish, weightWish, terms.resultWish,
       terms.stride, terms.dilation, terms.before, terms.after},
      engine());
  const dnnl::convolution_backward_weights::primitive_desc backward(
      {algorithm, terms.inputWish, weightWish, terms.resultWish, terms.stride, terms.dilation,
       terms.before, terms.after},
      engine(), forward);
  PreparedConvolution prepared;
  prepared.userInput = terms.userInput;
  prepared.userWeight = terms.userWeight;
  prepared.userResult = terms.userResult;
  prepared.input = backward.src_desc();
  prepared.weight = backward.diff_weights_desc();
  prepared.result = backward.diff_dst_desc();
  prepared.compute = dnnl::convolution_backward_weights(backward);
  return prepared;
}

PreparedConvolution prepare(const ConvolutionShape& s, Primitive primitive) {
  if (primitive == Primitive::WeightGradient) return prepareWeightGradient(s);
  return prepareConvolution(s, primitive == Primitive::ForwardWithBias, s.channelsLast);
}

// Returns null when oneDNN does not support this shape.
const PreparedConvolution* preparedFor(const ConvolutionShape& shape, Primitive primitive) {
  // A cache of each thread: oneDNN's primitives are used by one thread at a time.
  thread_local std::map<Key, std::unique_ptr<PreparedConvolution>> cache;
  const Key key = keyOf(shape, primitive);
  auto entry = cache.find(key);
  if (entry == cache.end()) {
    if (cache.size() >= kMaxShapes) cache.clear();
    std::unique_ptr<PreparedConvolution> prepared;
    try {
      prepared = std::make_unique<PreparedConvolution>(prepare(shape, primitive));
    } catch (const dnnl::error&) {
      prepared = nullptr;
    }
    entry = cache.emplace(key, std::move(prepared)).first;
  }
  return entry->second.get();
}

void reserveScratch(const PreparedConvolution& prepared) {
  scratch().reserve(prepared.input.get_size() + prepared.weight.get_size() +
                    prepared.result.get_size());
}

}  // namespace

bool convolveWithOneDnn(const ConvolutionShape& shape, const float* input, const float* weight,
                        const float* bias, float* result) {
  const PreparedConvolution* prepared =
      preparedFor(shape, bias ? Primitive::ForwardWithBias : Primitive::Forward);
  if (!prepared) return false;
  reserveScratch(*prepared);
  try {
    const memory w = inLayout(prepared->userWeight, prepared->weight, weight);
    runConvolution(*prepared, w, input, bias, result);
  } catch (const dnnl::error&) {
    return false;
  }
  return true;
}

bool weightGradientWithOneDnn(const ConvolutionShape& shape, const float* gradient,
                              const float* input, float* result) {
  const PreparedConvolution* prepared = preparedFor(shape, Primitive::WeightGradient);
  if (!prepared) return false;
  reserveScratch(*prepared);
  try {
    const memory x = inLayout(prepared->userInput, prepared->input, input),
                 g = inLayout(prepared->userResult, prepared->result, gradient);
    memory user = memoryOf(prepared->userWeight, result);
    const bool isDirect = prepared->userWeight == prepared->weight;
    memory w = isDirect
                   ? user
                   : memory(prepared->weight, engine(), scratch().at(prepared->weight.get_size()));
    prepared->compute.execute(
        stream(), {{DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, g}, {DNNL_ARG_DIFF_WEIGHTS, w}});
    if (!isDirect) dnnl::reorder(w, user).execute(stream(), w, user);
    stream().wait();
  } catch (const dnnl::error&) {
    return false;
  }
  return true;
}

}  // namespace ts::kernels
