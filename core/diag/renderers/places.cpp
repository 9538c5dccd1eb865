#include "core/diag/renderers/places.h"

#include "core/base/json_writer.h"
#include "core/diag/renderers/cell_width.h"

namespace ts::diag {

LineColumn PlaceFinder::find(const SourceFile& file, uint32_t offset) {
  if (offset > file.text().size()) offset = static_cast<uint32_t>(file.text().size());
  const uint32_t line = file.lineOf(offset);
  const bool onwards =
      file_ == &file && path_ == file.path() && place_.line == line && offset_ <= offset;
  const uint32_t from = onwards ? offset_ : file.lineStart(line);
  const uint32_t column = onwards ? place_.column : 1;
  file_ = &file;
  path_ = file.path();
  offset_ = offset;
  place_ = {line,
            column + static_cast<uint32_t>(lengthIn(file.text({from, offset}), ColumnUnit::Utf32))};
  return place_;
}

std::string visible(std::string_view text, bool keepNewlines) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    size_t size = utf8Length(text);
    if (size == 1 && text[0] == '\n' && keepNewlines) {
      shown += '\n';
    } else {
      shown += visibleCharacter(text.substr(0, size));
    }
    text.remove_prefix(size ? size : 1);
  }
  return shown;
}

}  // namespace ts::diag
