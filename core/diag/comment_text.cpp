#include "core/diag/comment_text.h"

#include <algorithm>

namespace ts::diag {

size_t findMarker(std::string_view comment, std::string_view marker) {
  for (size_t at = comment.find('#'); at != comment.npos; at = comment.find('#', at + 1)) {
    const size_t word = comment.find_first_not_of(kBlanks, at + 1);
    if (word != comment.npos && comment.substr(word).starts_with(marker)) return word;
  }
  return comment.npos;
}

std::string_view wordAfter(std::string_view text, size_t at) {
  const size_t begin = std::min(text.find_first_not_of(kBlanks, at), text.size());
  const size_t end =
      std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", begin), text.size());
  return text.substr(begin, end - begin);
}

bool isAlone(const SourceFile& file, Span comment) {
  const uint32_t start = file.lineStart(file.lineOf(comment.begin));
  return file.text({start, comment.begin}).find_first_not_of(kBlanks) == std::string_view::npos;
}

uint32_t nextCodeLine(const SourceFile& file, uint32_t line) {
  for (; line <= file.lineCount(); ++line) {
    const std::string_view text = file.lineText(line);
    const size_t first = text.find_first_not_of(kBlanks);
    if (first != text.npos && text[first] != '#') break;
  }
  return line;
}

uint32_t appliesTo(const SourceFile& file, Span comment) {
  const uint32_t line = file.lineOf(comment.begin);
  return isAlone(file, comment) ? nextCodeLine(file, line + 1) : line;
}

}  // namespace ts::diag
