#include "core/picture/font_width.h"

#include <algorithm>
#include <vector>

#include "core/base/json_writer.h"
#include "look_table.h"

namespace ts::viz {
namespace {

// The characters of a text; bytes that are not UTF-8 are characters of their own.
std::vector<std::string_view> charactersOf(std::string_view text) {
  std::vector<std::string_view> characters;
  while (!text.empty()) {
    const size_t bytes = std::max<size_t>(1, utf8Length(text));
    characters.push_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return characters;
}

double advanceOf(std::string_view character, const PictureFont& font) {
  if (font.isMono) return look::kMono;
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() > 1 || first < ' ' || first > '~') {
    const bool isLatin = character.size() == 2 && first <= 0xc3;  // up to U+00FF
    return isLatin ? look::kLatinAdvance : look::kOtherAdvance;
  }
  return font.isBold ? look::kBoldAdvances[first - ' '] : look::kAdvances[first - ' '];
}

bool isBlankInPictures(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  auto isIn = [&](std::string_view low, std::string_view high) {
    return character >= low && character <= high;
  };
  return isIn("\u200b", "\u200f") || isIn("\u2028", "\u202e") || isIn("\u2066", "\u2069");
}

// Runs of characters that show nothing are one blank.
std::vector<std::string_view> shownCharacters(std::string_view text) {
  std::vector<std::string_view> shown;
  bool afterBlank = false;
  for (std::string_view character : charactersOf(text)) {
    const bool isBlank = isBlankInPictures(character);
    if (!isBlank) shown.push_back(character);
    if (isBlank && !afterBlank) shown.push_back(" ");
    afterBlank = isBlank;
  }
  return shown;
}

std::string joined(const std::vector<std::string_view>& characters, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += characters[i];
  return text;
}

}  // namespace

const PictureFont kTitleFont{look::kTitle, true, false};
const PictureFont kDetailFont{look::kDetail, false, false};
const PictureFont kLabelFont{look::kLabel, false, true};

double widthOf(std::string_view text, const PictureFont& font) {
  double sum = 0;
  for (std::string_view character : charactersOf(text)) sum += advanceOf(character, font);
  return sum * font.size;
}

std::string cutText(std::string_view text, size_t most) {
  const std::vector<std::string_view> shown = shownCharacters(text);
  if (shown.size() <= most) return joined(shown, 0, shown.size());
  return joined(shown, 0, most - 1) + "…";
}

std::string cutFront(std::string_view text, size_t most) {
  const std::vector<std::string_view> characters = charactersOf(text);
  if (characters.size() <= most) return cutText(text, most);
  return "…" + joined(characters, characters.size() - most + 1, characters.size());
}

}  // namespace ts::viz
