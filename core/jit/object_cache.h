// Object files that earlier processes made, in a folder of the user.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/file_cache.h"

namespace ts::jit {

// Finds an object file by its key. Objects are executed: FileCache reads only files that no other
// user can write. Thread-safe; several processes may share a folder.
class ObjectCache final : public FileCache {
 public:
  // limit: the bytes that the entries may take; the least recently used entries make room.
  explicit ObjectCache(const std::string& folder, uint64_t limit = kLimit)
      : FileCache(folder, {".object", "JSOBJ01\n", limit}) {}

  // True if the object's code has crashed, in any process: a file beside the entry says so.
  bool hasCrashed(std::string_view key) const;
  // The path of this file, which a signal handler creates.
  std::string crashPath(std::string_view key) const { return pathBeside(key, ".crashed"); }

 private:
  static constexpr uint64_t kLimit = uint64_t{64} << 20;
};

// The cache in the user's folder "objects"; null without one.
std::shared_ptr<ObjectCache> userCache();

}  // namespace ts::jit
