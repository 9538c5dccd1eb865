// Opens the files that requests need, and caches them until they change.
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
  // Returns the file as it is open or on disk; null when it cannot be read.
  DocumentPtr open(const driver::Snapshot& snapshot, const std::string& path);
  // Returns the embedded source of a module of torch or the standard library; null when it is not
  // embedded.
  DocumentPtr embedded(std::string_view dottedName);
  // Returns the module that `import dottedName` finds from a file whose top package is in `top`:
  // the user's file, an embedded module, or an installed file. Null when there is none of them.
  DocumentPtr find(const driver::Snapshot& snapshot, const std::string& top,
                   std::string_view dottedName);
  // Returns the file that Python itself would import; null when there is none.
  DocumentPtr installed(const driver::Snapshot& snapshot, const std::string& top,
                        std::string_view dottedName);

 private:
  // The cache is cleared when it has more bytes of text than this.
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
