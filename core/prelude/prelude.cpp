#include "core/prelude/prelude.h"

#include <algorithm>
#include <iterator>

#include "core/prelude/files.h"

namespace ts::prelude {

std::optional<Source> find(std::string_view dottedName) {
  const File* end = kFiles + kFileCount;
  const File* entry = std::lower_bound(
      kFiles, end, dottedName,
      [](const File& file, std::string_view name) { return std::string_view(file.name) < name; });
  if (entry == end || entry->name != dottedName) return std::nullopt;
  const File::Text& text = entry->ofProfile[indexOf(torchProfile())];
  if (!text.begin) return std::nullopt;
  return Source{{text.begin, static_cast<size_t>(text.end - text.begin)}, entry->isPackage};
}

}  // namespace ts::prelude
