// The files that questions lead to, opened when they are first needed and kept while they don't
// change.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "core/driver/workspace.h"
#include "core/ide/document.h"

namespace ts::ide {

// Thread-safe.
class DocumentCache {
 public:
  // The file as it is open or on disk; null when it can't be read.
  DocumentPtr open(const driver::Snapshot& snapshot, const std::string& path);
  // A module of torch or of the standard library as it is built in; null: there is none.
  DocumentPtr embedded(std::string_view dottedName);
  // What `import dottedName` finds from a file whose top package lies in `top`: the user's file,
  // what is built in, or a file that is installed.
  DocumentPtr find(const driver::Snapshot& snapshot, const std::string& top,
                   std::string_view dottedName);
  // The file that Python itself would import, if there is one.
  DocumentPtr installed(const driver::Snapshot& snapshot, const std::string& top,
                        std::string_view dottedName);

 private:
  // Over this many bytes of text everything is forgotten, which costs time and nothing else.
  static constexpr size_t kMaxBytes = size_t{4} << 20;

  struct Entry {
    uint64_t stamp;
    DocumentPtr document;
  };
  std::mutex mutex_;
  size_t bytes_ = 0;
  std::map<std::string, Entry, std::less<>> files_;
  std::map<std::string, DocumentPtr, std::less<>> embedded_;
};

}  // namespace ts::ide
