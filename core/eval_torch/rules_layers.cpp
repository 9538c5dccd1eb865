// The signatures of operators of layers: conv2d, max_pool2d. A constructor that runs its network on
// zeros reads the sizes, which the operators' rows in core/operator_facts tell.
#include "core/eval_torch/operator_rows.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

#define TS_CONV "input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1"
#define TS_CONV_TRANSPOSE \
  "input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1"
#define TS_MAX_POOL "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False"
#define TS_AVG_POOL                                                                       \
  "input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, " \
  "divisor_override=None"

constexpr NativeDef kLayerRules[] = {
    {"conv1d", TS_CONV, byRow},
    {"conv2d", TS_CONV, byRow},
    {"conv3d", TS_CONV, byRow},
    {"conv_transpose1d", TS_CONV_TRANSPOSE, byRow},
    {"conv_transpose2d", TS_CONV_TRANSPOSE, byRow},
    {"conv_transpose3d", TS_CONV_TRANSPOSE, byRow},
    {"max_pool1d", TS_MAX_POOL, byRow},
    {"max_pool2d", TS_MAX_POOL, byRow},
    {"max_pool3d", TS_MAX_POOL, byRow},
    {"avg_pool1d", TS_AVG_POOL, byRow},
    {"avg_pool2d", TS_AVG_POOL, byRow},
    {"avg_pool3d", TS_AVG_POOL, byRow},
    {"adaptive_avg_pool1d", "input, output_size", byRow},
    {"adaptive_avg_pool2d", "input, output_size", byRow},
    {"adaptive_avg_pool3d", "input, output_size", byRow},
    {"batch_norm", "input, *args, **kwargs", byRow},
    {"group_norm", "input, *args, **kwargs", byRow},
    {"instance_norm", "input, *args, **kwargs", byRow},
    {"alpha_dropout", "input, *args, **kwargs", byRow},
    {"feature_dropout", "input, *args, **kwargs", byRow},
    {"prelu", "self, weight", byRow},
    {"_weight_norm", "v, g, dim=0", byRow},
    {"norm_except_dim", "v, pow=2, dim=0", byRow},
    {"pad", "input, pad, mode='constant', value=None", byRow},
    {"pixel_shuffle", "input, upscale_factor", byRow},
    {"pixel_unshuffle", "input, downscale_factor", byRow},
    {"upsample_nearest1d", "input, output_size, *args", byRow},
    {"upsample_nearest2d", "input, output_size, *args", byRow},
    {"upsample_nearest3d", "input, output_size, *args", byRow},
    {"upsample_bilinear2d", "input, output_size, *args", byRow},
    {"upsample_bicubic2d", "input, output_size, *args", byRow},
};

#undef TS_CONV
#undef TS_CONV_TRANSPOSE
#undef TS_MAX_POOL
#undef TS_AVG_POOL

}  // namespace

std::span<const NativeDef> layerRules() { return kLayerRules; }

}  // namespace ts::eval
