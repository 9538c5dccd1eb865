#include "core/driver/chunk_edit.h"

#include <algorithm>
#include <cstring>

namespace ts::driver {

namespace {

// Whole blocks are compared first: memcmp is much faster than a loop over bytes.
constexpr size_t kBlock = 512;

size_t commonPrefix(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  size_t size = 0;
  while (size + kBlock <= most && std::memcmp(&a[size], &b[size], kBlock) == 0) size += kBlock;
  while (size < most && a[size] == b[size]) ++size;
  return size;
}

// Returns the length of the common suffix, at most `most` bytes.
size_t commonSuffix(std::string_view a, std::string_view b, size_t most) {
  size_t size = 0;
  auto isBlockEqual = [&] {
    return std::memcmp(a.data() + a.size() - size - kBlock, b.data() + b.size() - size - kBlock,
                       kBlock) == 0;
  };
  while (size + kBlock <= most && isBlockEqual()) size += kBlock;
  while (size < most && a[a.size() - 1 - size] == b[b.size() - 1 - size]) ++size;
  return size;
}

}  // namespace

std::optional<ChunkEdit> editBetween(const FileRevision& before, std::string_view after) {
  const std::string_view text = before.file->text();
  const std::vector<uint32_t>& begins = before.begins;
  if (begins.empty()) return std::nullopt;
  const size_t prefix = commonPrefix(text, after);
  if (prefix == text.size() && prefix == after.size()) return ChunkEdit{0, 0, {0, 0}, 0};
  const size_t suffix = commonSuffix(text, after, std::min(text.size(), after.size()) - prefix);
  ChunkEdit edit;
  // A change at the start of a chunk belongs to the previous chunk, whose last line may go on.
  const auto first = std::ranges::lower_bound(begins, static_cast<uint32_t>(prefix));
  edit.first = first == begins.begin() ? 0 : static_cast<size_t>(first - begins.begin() - 1);
  const auto last = std::ranges::upper_bound(begins, static_cast<uint32_t>(text.size() - suffix));
  edit.last = std::max(static_cast<size_t>(last - begins.begin()), edit.first + 1);
  edit.shift = static_cast<int64_t>(after.size()) - static_cast<int64_t>(text.size());
  edit.replacement.begin = begins[edit.first];
  edit.replacement.end = static_cast<uint32_t>(
      edit.last < begins.size() ? begins[edit.last] + edit.shift : after.size());
  // The next chunk must begin on a line of its own.
  std::string_view middle = after.substr(edit.replacement.begin, edit.replacement.size());
  if (edit.last < begins.size() && !middle.empty()) {
    if (middle.ends_with('\n'))
      middle.remove_suffix(1);
    else if (!middle.ends_with('\r'))
      return std::nullopt;
    if (middle.ends_with('\r')) middle.remove_suffix(1);
    if (middle.ends_with('\\')) return std::nullopt;
  }
  return edit;
}

}  // namespace ts::driver
