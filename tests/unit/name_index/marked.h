// Texts with marks: «name» marks an expected position, ‹name› the position of the query, which is
// expected, too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/name_index/file_index.h"
#include "core/syntax/parser.h"

namespace ts::name_index {

struct Marked {
  FileIndexPtr index;
  uint32_t cursor = 0;
  std::vector<Span> places;  // in order
};

inline Marked marked(std::string_view text) {
  Marked marked;
  std::string plain;
  uint32_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool asked = rest.starts_with("‹");
    const auto here = static_cast<uint32_t>(plain.size());
    if (asked || rest.starts_with("«")) {
      begin = here;
      if (asked) marked.cursor = here;
    } else if (rest.starts_with("›") || rest.starts_with("»")) {
      marked.places.push_back({begin, here});
    } else {
      plain += text[at++];
      continue;
    }
    at += utf8Length(rest);
  }
  diag::Sink sink;
  marked.index = FileIndex::build(syntax::parse(std::make_shared<SourceFile>("t.py", plain), sink));
  return marked;
}

}  // namespace ts::name_index
