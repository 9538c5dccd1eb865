// Writes the records of debug_records.h. A record contains excerpts of the original files, line by
// line, and positions in them.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/archive/debug_records.h"
#include "core/archive/pickle_writer.h"

namespace ts::archive {
namespace {

// A range of lines of an original file.
struct SourceExcerpt {
  uint32_t begin = 0, end = 0;  // bytes of the file
  uint32_t firstLine = 1;
  std::vector<size_t> lines;  // indices in the string table
  size_t name = 0;
};

class Strings {
 public:
  size_t add(std::string_view text) {
    auto [entry, isNew] = indices_.try_emplace(std::string(text), texts_.size());
    if (isNew) texts_.push_back(entry->first);
    return entry->second;
  }
  const std::vector<std::string>& all() const { return texts_; }

 private:
  std::unordered_map<std::string, size_t> indices_;
  std::vector<std::string> texts_;
};

void fill(const SourceFile& file, SourceExcerpt& excerpt, Strings& strings) {
  const std::string_view text = file.text();
  excerpt.firstLine = file.lineOf(excerpt.begin);
  const size_t before = excerpt.begin == 0 ? text.npos : text.rfind('\n', excerpt.begin - 1);
  excerpt.begin = before == text.npos ? 0 : static_cast<uint32_t>(before + 1);
  excerpt.end = static_cast<uint32_t>(std::min(text.find('\n', excerpt.end), text.size() - 1) + 1);
  for (size_t at = excerpt.begin; at < excerpt.end;) {
    const size_t next = std::min<size_t>(text.find('\n', at), excerpt.end - 1) + 1;
    excerpt.lines.push_back(strings.add(text.substr(at, next - at)));
    at = next;
  }
  excerpt.name = strings.add(file.path());
}

}  // namespace

std::string writeDebugRecords(const std::vector<CodePlace>& places) {
  std::map<const SourceFile*, SourceExcerpt> excerpts;
  for (const auto& [offset, place] : places) {
    auto [entry, isNew] =
        excerpts.try_emplace(place.file, SourceExcerpt{place.span.begin, place.span.end});
    entry->second.begin = std::min(entry->second.begin, place.span.begin);
    entry->second.end = std::max(entry->second.end, place.span.end);
  }
  Strings strings;
  for (auto& [file, excerpt] : excerpts) fill(*file, excerpt, strings);

  PickleWriter writer;
  writer.mark();
  writer.string("FORMAT_WITH_STRING_TABLE");
  writer.mark();
  for (const std::string& text : strings.all()) writer.string(text);
  writer.tupleToMark();
  writer.mark();
  for (size_t i = 0; i < places.size(); ++i) {
    const auto& [offset, place] = places[i];
    const SourceExcerpt& excerpt = excerpts[place.file];
    writer.mark();
    writer.integer(static_cast<int64_t>(offset));
    writer.mark();
    if (!writer.fetch(&excerpt)) {
      writer.mark();
      writer.global("torch.jit._pickle", "build_intlist");
      writer.mark();
      writer.emptyList();
      writer.mark();
      for (size_t line : excerpt.lines) writer.integer(static_cast<int64_t>(line));
      writer.appends();
      writer.tupleToMark();
      writer.reduce();
      writer.integer(static_cast<int64_t>(excerpt.name));
      writer.integer(excerpt.firstLine);
      writer.tupleToMark();
      writer.remember(&excerpt);
    }
    writer.integer(place.span.begin - excerpt.begin);
    writer.integer(place.span.end - excerpt.begin);
    writer.tupleToMark();
    writer.integer(static_cast<int64_t>(i));
    writer.tupleToMark();
  }
  writer.tupleToMark();
  writer.tupleToMark();
  return writer.finish();
}

}  // namespace ts::archive
