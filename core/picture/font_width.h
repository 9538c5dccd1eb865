// The width of text in pictures. It comes from a table, not from a font, so that a file and every
// browser place boxes alike: the advances of DejaVu Sans, the widest of the usual faces.
#pragma once

#include <string>
#include <string_view>

namespace ts::viz {

struct PictureFont {
  double size = 0;
  bool isBold = false;
  bool isMono = false;
};
extern const PictureFont kTitleFont, kDetailFont, kLabelFont;

// In pixels.
double widthOf(std::string_view text, const PictureFont& font);

// The text in at most `most` characters, with an ellipsis at the end when it is cut. Control
// characters and marks of direction become blanks.
std::string cutText(std::string_view text, size_t most);
// Likewise; a longer text keeps its end: "…layer4.2.conv3".
std::string cutFront(std::string_view text, size_t most);

}  // namespace ts::viz
