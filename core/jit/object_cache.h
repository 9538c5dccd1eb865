// Object files that earlier processes made, in a folder of the user.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace ts::jit {

// Finds an object file by its key: everything that it depends on. An entry is a file that contains
// the key, the object and a checksum of both. Objects are executed, so the folder must belong to
// the user and must not be writable by others; the same holds for each entry. A cache whose folder
// does not meet this, or cannot be made, stays empty. Thread-safe; several processes may share a
// folder.
class ObjectCache {
 public:
  // limit: the bytes that the entries may take; the least recently used entries make room.
  explicit ObjectCache(const std::string& folder, uint64_t limit = kLimit);
  ~ObjectCache();
  ObjectCache(const ObjectCache&) = delete;
  ObjectCache& operator=(const ObjectCache&) = delete;

  // Nothing for an unknown key. Removes an entry that is damaged.
  std::optional<std::string> find(std::string_view key);
  // Does nothing when the entry cannot be written, for example on a full disk.
  void add(std::string_view key, std::string_view object);

  // True if the object's code has crashed, in any process: a file beside the entry says so.
  bool hasCrashed(std::string_view key) const;
  // The path of this file, which a signal handler creates.
  std::string crashPath(std::string_view key) const;

 private:
  void removeOldest();

  static constexpr uint64_t kLimit = uint64_t{64} << 20;
  const std::string path_;
  int folder_ = -1;  // -1: the cache is not usable
  const uint64_t limit_;
  std::mutex mutex_;
  // The bytes that this process has added since it last looked at the whole folder.
  uint64_t added_ = 0;
  bool isCounted_ = false;
};

// The cache in jitscope/objects of XDG_CACHE_HOME, or of ~/.cache. Null if the environment variable
// JITSCOPE_CACHE is "off", or without such a folder.
std::shared_ptr<ObjectCache> userCache();

}  // namespace ts::jit
