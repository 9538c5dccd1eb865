// A workspace in memory. Its texts have marks: «name» marks a span, | is the cursor.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/ide/resolver.h"

namespace ts::ide {

class Editor {
 public:
  // Files by their path, the requested one first. Marks are removed from the texts.
  explicit Editor(std::vector<std::pair<std::string, std::string>> files)
      : workspace_(std::make_shared<OverlayFileSystem>(OverlayFileSystem::Texts{}, nullptr)) {
    driver::Workspace::OpenDocuments open;
    for (const auto& [path, text] : files) {
      open.set(path, std::make_shared<const SourceFile>(path, plain(path, text)));
      paths.push_back(path);
    }
    snapshot = workspace_.snapshot(std::move(open));
    document = documents.open(*snapshot, paths[0]);
    resolver.emplace(*snapshot, documents);
  }
  explicit Editor(std::string text) : Editor({{"/w/a.py", std::move(text)}}) {}

  // Returns a place as "a.py:3:5".
  static std::string shown(const Document& document, Span span) {
    const auto at = document.file().position(span.begin, ColumnUnit::Utf32);
    return document.path().substr(document.path().rfind('/') + 1) + ":" + std::to_string(at.line) +
           ":" + std::to_string(at.column + 1);
  }
  driver::FileResult check() const { return snapshot->check(paths[0], driver::Detail::Facts); }

  std::optional<driver::Snapshot> snapshot;
  DocumentCache documents;
  DocumentPtr document;
  std::optional<Resolver> resolver;
  uint32_t cursor = 0;
  std::vector<std::string> paths;
  std::map<std::string, std::vector<Span>> marks;

 private:
  std::string plain(const std::string& path, std::string_view text) {
    std::string out;
    uint32_t begin = 0;
    for (size_t at = 0; at < text.size();) {
      const std::string_view rest = text.substr(at);
      const auto here = static_cast<uint32_t>(out.size());
      if (rest.starts_with("«")) {
        begin = here;
      } else if (rest.starts_with("»")) {
        marks[path].push_back({begin, here});
      } else if (rest[0] == '|' && cursorFile_.empty()) {
        cursor = here;
        cursorFile_ = path;
      } else {
        out += text[at++];
        continue;
      }
      at += utf8Length(rest);
    }
    return out;
  }

  std::string cursorFile_;
  driver::Workspace workspace_;
};

}  // namespace ts::ide
