// Images and detections.
#include <algorithm>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace image {
namespace {

void resized(Op& op) {
  Builder& b = op.b;
  const Wire input = op.wire(op.has("input") ? "input" : "self");
  const int64_t rank = op.needRank(input);
  const std::string name = op.name();
  const bool isNearest = name.find("nearest") != std::string::npos,
             isExact = name.find("exact") != std::string::npos,
             isCubic = name.find("bicubic") != std::string::npos;
  if (name.ends_with("_aa") && b.opset() < 18) op.refuse("antialiasing needs --opset 18");
  Attributes attributes = {{"mode", std::string(isNearest ? "nearest"
                                                : isCubic ? "cubic"
                                                          : "linear")},
                           {"coordinate_transformation_mode",
                            std::string(op.flag("align_corners") == true ? "align_corners"
                                        : isNearest && !isExact          ? "asymmetric"
                                                                         : "pytorch_half_pixel")}};
  if (isNearest)
    attributes.push_back({"nearest_mode", std::string(isExact ? "round_prefer_ceil" : "floor")});
  if (isCubic) attributes.push_back({"cubic_coeff_a", -0.75});
  if (name.ends_with("_aa")) attributes.push_back({"antialias", int64_t{1}});
  Wires inputs = {input, Wire()};
  if (!op.isNone("output_size")) {
    const Wires sizes = {b.sizesFrom(input, 0, 2),
                         op.lowering.integersWire(op.value("output_size"))};
    inputs.push_back(Wire());
    inputs.push_back(b.concat(sizes, 0));
  } else {
    const auto factors = op.reals(*op.find("scale_factors"));
    if (!factors) op.refuse("`scale_factors` is not a constant");
    const int64_t count = rank;
    const Tensor scales = tensor::empty(std::span(&count, 1), DType::Float32);
    std::fill_n(scales.data<float>(), count, 1.0F);
    for (size_t i = 0; i < factors->size(); ++i) {
      if (!(*factors)[i]) op.refuse("`scale_factors` is not a constant");
      scales.data<float>()[i + 2] = static_cast<float>(*(*factors)[i]);
    }
    inputs.push_back(b.constant(scales));
  }
  op.give(b.add("Resize", inputs, input.dtype, op.shape(), attributes));
}

void suppressed(Op& op) {
  Builder& b = op.b;
  const Wire boxes = b.unsqueeze(b.cast(op.wire("dets"), DType::Float32), {0});
  const Wire scores = b.unsqueeze(b.cast(op.wire("scores"), DType::Float32), {0, 1});
  const Wire most = b.integers({INT64_MAX >> 8});
  const Wire threshold = b.unsqueeze(op.wire("iou_threshold", DType::Float32), {0});
  const Wire chosen = b.add("NonMaxSuppression", {boxes, scores, most, threshold}, DType::Int64,
                            PartialShape::of({-1, 3}));
  op.give(b.gather(chosen, b.scalar(2, DType::Int64), 1));
}

void regions(Op& op) {
  Builder& b = op.b;
  const Wire input = op.wire("input"), rois = op.wire("rois", input.dtype);
  const bool isAligned = op.needFlag("aligned");
  if (isAligned && b.opset() < 16) op.refuse("aligned regions need --opset 16");
  const Wire boxes = b.slice(rois, 1, 1, 5);
  const Wire images = b.cast(b.gather(rois, b.scalar(0, DType::Int64), 1), DType::Int64);
  Attributes attributes = {
      {"output_height", op.needInteger("pooled_height")},
      {"output_width", op.needInteger("pooled_width")},
      {"sampling_ratio", std::max<int64_t>(0, op.needInteger("sampling_ratio"))},
      {"spatial_scale", op.needReal("spatial_scale")}};
  if (b.opset() >= 16)
    attributes.push_back({"coordinate_transformation_mode",
                          std::string(isAligned ? "half_pixel" : "output_half_pixel")});
  op.give(b.add("RoiAlign", {input, boxes, images}, input.dtype, op.shape(), attributes));
}

void gridSampled(Op& op) {
  Builder& b = op.b;
  if (b.opset() < 16) op.refuse("it needs --opset 16");
  const Wire input = op.wire("input");
  static constexpr std::string_view kModes[] = {"bilinear", "nearest", "bicubic"},
                                    kLaterModes[] = {"linear", "nearest", "cubic"},
                                    kPaddings[] = {"zeros", "border", "reflection"};
  const auto mode = static_cast<size_t>(op.needInteger("interpolation_mode")),
             padding = static_cast<size_t>(op.needInteger("padding_mode"));
  if (op.needRank(input) != 4 && b.opset() < 20) op.refuse("volumes need --opset 20");
  op.give(b.add("GridSample", {input, op.wire("grid")}, input.dtype, op.shape(),
                {{"mode", std::string(b.opset() >= 20 ? kLaterModes[mode] : kModes[mode])},
                 {"padding_mode", std::string(kPaddings[padding])},
                 {"align_corners", int64_t{op.flag("align_corners") == true}}}));
}

constexpr Row kRows[] = {
    {"aten::_upsample_bilinear2d_aa", resized},   {"aten::_upsample_bicubic2d_aa", resized},
    {"aten::_upsample_nearest_exact1d", resized}, {"aten::_upsample_nearest_exact2d", resized},
    {"aten::_upsample_nearest_exact3d", resized}, {"aten::grid_sampler", gridSampled},
    {"aten::grid_sampler_2d", gridSampled},       {"aten::grid_sampler_3d", gridSampled},
    {"aten::upsample_bicubic2d", resized},        {"aten::upsample_bilinear2d", resized},
    {"aten::upsample_linear1d", resized},         {"aten::upsample_nearest1d", resized},
    {"aten::upsample_nearest2d", resized},        {"aten::upsample_nearest3d", resized},
    {"aten::upsample_trilinear3d", resized},      {"torchvision::nms", suppressed},
    {"torchvision::roi_align", regions},
};

}  // namespace
}  // namespace image

std::span<const Row> imageRows() { return image::kRows; }

}  // namespace ts::onnx
