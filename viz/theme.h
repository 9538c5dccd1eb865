// Sizes in pixels, and the colours of each category.
#pragma once

#include <string_view>

#include "core/picture/model.h"

namespace ts::viz::theme {

inline constexpr double kTitleSize = 13;  // font sizes
inline constexpr double kArgumentSize = 11;
inline constexpr double kLabelSize = 10.5;
inline constexpr double kTitleLine = 18;  // line heights
inline constexpr double kArgumentLine = 15;
inline constexpr double kLabelStrip = 17;  // under a box: the labels of its values
inline constexpr double kBoxPadX = 11;
inline constexpr double kBoxPadY = 6;
inline constexpr double kCorner = 6;
inline constexpr double kPillHeight = 22;
inline constexpr double kFrameHeader = 26;
inline constexpr double kFramePad = 14;
inline constexpr double kPanelPad = 14;
inline constexpr double kPanelGap = 16;
inline constexpr double kConnectorGap = 24;  // room for the lines between a frame and its panels
inline constexpr double kMargin = 24;        // around the whole picture
inline constexpr double kPortGap = 12;       // between the ports on one side of a box
inline constexpr size_t kTitleColumns = 64;  // longer titles are shortened

struct Colours {
  std::string_view fill;
  std::string_view stroke;
  std::string_view text;
};
const Colours& colours(Category category);

inline constexpr std::string_view kBackground = "#ffffff";
inline constexpr std::string_view kInk = "#1f2733";
inline constexpr std::string_view kFaint = "#6b7685";
inline constexpr std::string_view kTensorEdge = "#6f9bd8";
inline constexpr std::string_view kOtherEdge = "#9aa4b1";

}  // namespace ts::viz::theme
