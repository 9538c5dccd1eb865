// Attention: scaled_dot_product_attention, _native_multi_head_attention.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/attention_tiles.h"
#include "core/kernels/families.h"
#include "core/kernels/matmul.h"
#include "core/kernels/softmax_rows.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"
#include "core/tensor/gap.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;
using Pair = std::tuple<Tensor, Tensor>;

// Returns the softmax of x * scale + mask over the last dimension. The mask is broadcast. Numbers
// in it are added; bools equal to `leavesOut` exclude elements. With `causal`, row i uses only the
// first i + 1 elements. `logSums`, if defined, receives the logarithms of the sums of exponentials,
// in the dtype in which they are computed.
Tensor softmax(const Tensor& scores, double scale, const Tensor& mask, bool leavesOut, bool causal,
               const Tensor& logSums = {}) {
  const Tensor x = widened(scores);
  const Tensor result = tensor::emptyBeside(x, x.sizes(), x.dtype());
  if (!x.isMeta() && x.numel() > 0) {
    const bool isBool = mask.defined() && mask.dtype() == DType::Bool;
    const int64_t length = x.size(-1), rows = x.numel() / length, height = x.size(-2);
    visitFloat(x.dtype(), [&]<typename T>() {
      const Tensor added =
          mask.defined()
              ? dense(expand(isBool ? toDType(mask, DType::UInt8) : mask, x.sizes()), x.dtype())
              : mask;
      for (int64_t row = 0; row < rows; ++row) {
        const T* from = x.data<T>() + row * length;
        const T* extra = added.defined() ? added.data<T>() + row * length : nullptr;
        T* to = result.data<T>() + row * length;
        constexpr T kOut = -std::numeric_limits<T>::infinity();
        T most = kOut;
        for (int64_t i = 0; i < length; ++i) {
          T value = from[i] * static_cast<T>(scale);
          if (extra && isBool)
            value = (extra[i] != 0) == leavesOut ? kOut : value;
          else if (extra)
            value += extra[i];
          if (causal && i > row % height) value = kOut;
          to[i] = value;
          most = std::max(most, value);
        }
        if (most == kOut && atLeast(TorchProfile::Torch2_6)) {  // PyTorch 1.13 returns NaN
          std::fill_n(to, length, T{0});
          if (logSums.defined()) logSums.data<T>()[row] = 0;
          continue;
        }
        softmaxOf(SoftmaxRows<T>{to, to, 1, length, false});
        // The weight of the greatest score is one by the sum.
        if (logSums.defined())
          logSums.data<T>()[row] = most - std::log(*std::max_element(to, to + length));
      }
    });
  }
  return toDType(result, scores.dtype());
}

Tensor dropped(const Tensor& weights, double dropout) {
  if (dropout <= 0) return weights;
  Stack stack = {weights, dropout, true};
  find("aten::dropout")(stack);
  return stack.back().toTensor();
}

// Always returns the weights too, even if the caller does not need them.
Pair scaledDotProduct(const Tensor& query, const Tensor& key, const Tensor& value,
                      const Tensor& mask, double dropout, bool, bool causal) {
  if (query.dim() < 2 || key.dim() < 2 || value.dim() < 2)
    fail(
        "attention: expected query, key and value of at least two dimensions, but got shapes {}, "
        "{} and {}",
        shapeText(query.sizes()), shapeText(key.sizes()), shapeText(value.sizes()));
  if (causal && mask.defined())
    fail("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
  checkFloating("_scaled_dot_product_attention", query.dtype());
  const Tensor scores = matmul(query, transpose(key, -2, -1));
  const Tensor weights = dropped(
      softmax(scores, 1 / std::sqrt(static_cast<double>(query.size(-1))), mask, false, causal),
      dropout);
  return {matmul(weights, value), weights};
}

// Repeats each head of keys or values for the queries of its group.
Tensor repeatedHeads(const Tensor& x, int64_t heads) {
  const int64_t own = x.size(-3);
  if (own == heads) return x;
  if (own == 0 || heads % own != 0)
    fail("Number of heads in key and value must divide the number of heads in query");
  Dims sizes = x.sizes(), spread = x.sizes();
  const size_t head = sizes.size() - 3;
  sizes[head] = heads;
  spread.insert(head + 1, heads / own);
  return reshape(expand(unsqueeze(x, static_cast<int64_t>(head) + 1), spread), sizes);
}

// Without the weights, in tiles; undefined for what tiles do not take.
Tensor tiledAttention(const Tensor& query, const Tensor& key, const Tensor& value,
                      const Tensor& mask, bool causal, double scale, const Tensor& logSums = {}) {
  const auto leading = [](const Tensor& x) {
    return std::span(x.sizes().begin(), x.sizes().end() - 2);
  };
  if (query.dtype() == DType::Float64 || query.isMeta() || query.size(-1) != key.size(-1) ||
      key.size(-2) != value.size(-2) || !std::ranges::equal(leading(query), leading(key)) ||
      !std::ranges::equal(leading(query), leading(value)))
    return {};
  const auto rows = [](const Tensor& x) {
    return x.dtype() == DType::Float32 && !x.impl()->isConj && x.stride(-1) == 1 ? x : widened(x);
  };
  Tensor spread = mask;
  if (mask.defined()) {
    Dims sizes = query.sizes();
    sizes[sizes.size() - 1] = key.size(-2);
    spread = expand(mask.dtype() == DType::Bool ? mask : toDType(mask, DType::Float32), sizes);
  }
  return toDType(
      attentionInTiles({rows(query), rows(key), rows(value), spread, causal, scale, logSums}),
      query.dtype());
}

// PyTorch 2's operator; `mask` is null, bools (true: takes part) or numbers to add. Without
// needsWeights, the weights may be undefined.
Pair attentionAndWeights(const Tensor& query, const Tensor& key, const Tensor& value,
                         const Tensor& mask, double dropout, bool causal,
                         std::optional<double> scale, bool isGrouped, bool needsWeights) {
  const char* what = "scaled_dot_product_attention";
  if (query.dim() < 2 || key.dim() < 2 || value.dim() < 2)
    fail(
        "{}: Expected query, key, and value to all be at least 2 dimensional, but got query.dim: "
        "{}, key.dim: {} and value.dim: {} instead.",
        what, query.dim(), key.dim(), value.dim());
  checkSameDType(what, query, key);
  checkSameDType(what, query, value);
  checkFloating(what, query.dtype());
  // The fused kernel of PyTorch, which takes four dimensions, applies both.
  if (causal && mask.defined() && query.dim() != 4)
    fail("{}: Explicit attn_mask should not be set when is_causal=True", what);
  if (mask.defined() && mask.dtype() != DType::Bool && mask.dtype() != query.dtype() &&
      mask.dtype() != DType::Float32)
    fail("Expected attn_mask dtype to be bool or float or to match query dtype, but got {}.",
         scalarTypeName(mask.dtype()));
  const bool grouped = isGrouped && query.dim() > 2 && key.dim() > 2 && value.dim() > 2;
  const Tensor keys = grouped ? repeatedHeads(key, query.size(-3)) : key;
  const Tensor values = grouped ? repeatedHeads(value, query.size(-3)) : value;
  const double factor = scale.value_or(1 / std::sqrt(static_cast<double>(query.size(-1))));
  if (!needsWeights && dropout == 0)
    if (Tensor result = tiledAttention(query, keys, values, mask, causal, factor); result.defined())
      return {result, Tensor()};
  const Tensor weights = dropped(
      softmax(matmul(query, transpose(keys, -2, -1)), factor, mask, false, causal), dropout);
  return {matmul(weights, values), weights};
}

Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
                 double dropout, bool causal, std::optional<double> scale, bool isGrouped) {
  return std::get<0>(
      attentionAndWeights(query, key, value, mask, dropout, causal, scale, isGrouped, false));
}

// The operator that PyTorch chooses for four dimensions without dropout. Returns the result and the
// logarithms of the sums of exponentials.
Pair flashAttention(const Tensor& query, const Tensor& key, const Tensor& value, double dropout,
                    bool causal, const Tensor& mask, std::optional<double> scale) {
  const char* what = "scaled_dot_product_attention_flash_attention";
  if (!tensor::isFloating(query.dtype()))
    fail("{}: Expected data type in FP32, FP64, BF16, FP16, but got {} instead.", what,
         scalarTypeName(query.dtype()));
  if (query.dim() != 4 || key.dim() != 4 || value.dim() != 4)
    fail("{}: Accept only 4 dims inputs shape of {{B, H, T, K}}", what);
  if (dropout != 0) fail("{}: Currently do not support dropout > 0", what);
  if (query.size(3) != value.size(3) || key.size(3) != value.size(3))
    fail("{}: Q/K/V should have the same head size", what);
  if (mask.defined() && mask.dtype() != query.dtype() && mask.dtype() != DType::Float32)
    fail("{}: Attention mask is the same data type as query", what);
  if (mask.defined() && mask.dim() != 2 && mask.dim() != 4)
    fail("{}: Attention mask dim in {{2, 4}}", what);
  for (const Tensor& other : {key, value})
    if (other.dtype() != query.dtype())
      fail("expected scalar type {} but found {}", scalarTypeName(query.dtype()),
           scalarTypeName(other.dtype()));
  const double factor = scale.value_or(1 / std::sqrt(static_cast<double>(query.size(-1))));
  const Dims& sizes = query.sizes();
  const Tensor logSums =
      tensor::emptyBeside(query, Dims{sizes[0], sizes[1], sizes[2]}, computeDType(query.dtype()));
  Tensor result = tiledAttention(query, key, value, mask, causal, factor, logSums);
  if (!result.defined())
    result =
        matmul(softmax(matmul(query, transpose(key, -2, -1)), factor, mask, false, causal, logSums),
               value);
  const Tensor likeQuery = tensor::emptyLike(query, query.dtype());
  copyInto(likeQuery, result);
  return {likeQuery, transpose(contiguous(transpose(logSums, 1, 2)), 1, 2)};
}

Pair attentionMath(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
                   double dropout, bool causal, const Tensor& dropoutMask,
                   std::optional<double> scale, bool isGrouped) {
  if (dropoutMask.defined())
    tensor::failAsGap("attention with a mask of dropout isn't available in JitScope yet");
  if (causal && mask.defined())
    fail("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
  // As in PyTorch, bools are numbers to add here.
  const Tensor added =
      mask.defined() && mask.dtype() == DType::Bool ? toDType(mask, query.dtype()) : mask;
  return attentionAndWeights(query, key, value, added, dropout, causal, scale, isGrouped, true);
}

// The kinds of masks, with PyTorch's numbers.
enum MaskType { kSequence = 0, kPadding = 1, kDefault = 2 };

// Returns a mask of bools that broadcasts to `scores`, the sizes [batch, heads, queries, keys].
// PyTorch 1.13 reads each mask of two dimensions as one of padding.
Tensor spreadMask(const Tensor& mask, std::optional<int64_t> kind, const Dims& scores) {
  const Tensor bools = toDType(mask, DType::Bool);
  const bool isFlat = mask.dim() == 2;
  const Dims padding{scores[0], scores[3]}, sequence{scores[2], scores[3]};
  if (!atLeast(TorchProfile::Torch2_6) && isFlat && mask.sizes() != padding)
    fail("Expected attn_mask->sizes()[0] == batch_size to be true, but got false.");
  if (!atLeast(TorchProfile::Torch2_6) && !isFlat && mask.sizes() != scores)
    fail("Mask shape should match input shape");
  const bool needsKind = isFlat || !atLeast(TorchProfile::Torch2_6);
  if (needsKind && !kind) fail("Mask Type should be defined");
  if (needsKind && *kind != kSequence && *kind != kPadding && *kind != kDefault)
    fail("Mask Type should be 0 (src_mask) or 1 (src_key_padding_mask), or 2 (default_mask)");
  if (!atLeast(TorchProfile::Torch2_6) && *kind == kSequence)
    fail("src_mask not currently supported on CPU");
  if (atLeast(TorchProfile::Torch2_6)) {
    const int64_t read = isFlat ? *kind : int64_t{kDefault};
    const Dims& wanted = read == kSequence ? sequence : read == kPadding ? padding : scores;
    if (mask.sizes() != wanted)
      fail("For mask_type == {} mask shape should {}", read,
           read == kSequence  ? "be (L, L)"
           : read == kPadding ? "be (B, L)"
                              : "match input shape");
    if (read == kSequence) return bools;
  }
  return isFlat ? reshape(bools, Dims{scores[0], 1, 1, scores[3]}) : bools;
}

Pair multiHead(const Tensor& query, const Tensor& key, const Tensor& value, int64_t width,
               int64_t heads, const Tensor& weight, const Tensor& bias, const Tensor& outWeight,
               const Tensor& outBias, const Tensor& mask, bool needWeights, bool average,
               std::optional<int64_t> maskType) {
  if (query.dim() != 3) fail("expected 3-D `query`, got {}-D tensor", query.dim());
  if (query.size(2) != width)
    fail("passed-in embed_dim {} didn't match last dim of query {}", width, query.size(2));
  if (key.dim() != 3 || value.dim() != 3)
    fail("expected 3-D `key` and `value`, got {}-D and {}-D tensors", key.dim(), value.dim());
  if (heads <= 0 || width % heads != 0) fail("embed_dim must be divisible by num_head");
  if (weight.dim() != 2 || weight.size(0) != 3 * width)
    fail("expected `qkv_weight` first dim to be 3x embed_dim");
  if (bias.dim() != 1 || bias.size(0) != 3 * width)
    fail("expected `qkv_bias` first dim and first dim of query to be equal");
  checkFloating("_native_multi_head_attention", query.dtype());
  const int64_t batch = query.size(0), perHead = width / heads;
  auto projected = [&](const Tensor& input, int64_t part) {
    const Tensor all =
        linear(input, narrow(weight, 0, part * width, width), narrow(bias, 0, part * width, width));
    return transpose(reshape(all, Dims{batch, input.size(1), heads, perHead}), 1, 2);
  };
  const Tensor scores = matmul(projected(query, 0), transpose(projected(key, 1), -2, -1));
  const Tensor spread = mask.defined() ? spreadMask(mask, maskType, scores.sizes()) : mask;
  const Tensor weights =
      softmax(scores, 1 / std::sqrt(static_cast<double>(perHead)), spread, true, false);
  const Tensor context = reshape(transpose(matmul(weights, projected(value, 2)), 1, 2),
                                 Dims{batch, query.size(1), width});
  Tensor seen;
  if (needWeights && average) {
    const Tensor sum = summed(toDType(weights, computeDType(weights.dtype())), Dims{1});
    if (!sum.isMeta())
      visitFloat(sum.dtype(), [&]<typename T>() {
        for (int64_t i = 0; i < sum.numel(); ++i) sum.data<T>()[i] /= static_cast<T>(heads);
      });
    seen = toDType(sum, weights.dtype());
  } else if (needWeights) {
    seen = weights;
  }
  return {linear(context, outWeight, outBias), seen};
}

constexpr Kernel kAttentionKernels[] = {
    {"aten::_scaled_dot_product_attention", boxed<scaledDotProduct>,
     before(TorchProfile::Torch2_6)},
    {"aten::_scaled_dot_product_attention_forward", boxed<scaledDotProduct>,
     before(TorchProfile::Torch2_6)},
    {"aten::_scaled_dot_product_attention_math", boxed<scaledDotProduct>,
     before(TorchProfile::Torch2_6)},
    {"aten::_scaled_dot_product_attention_math", boxed<attentionMath>,
     since(TorchProfile::Torch2_6)},
    {"aten::_scaled_dot_product_flash_attention_for_cpu", boxed<flashAttention>,
     since(TorchProfile::Torch2_6)},
    {"aten::scaled_dot_product_attention", boxed<attention>, since(TorchProfile::Torch2_6)},
    {"aten::_native_multi_head_attention", boxed<multiHead>},
};

}  // namespace

std::span<const Kernel> attentionKernels() { return kAttentionKernels; }

}  // namespace ts::kernels
