// Results that earlier processes made, in a folder of the user.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace ts {

// Finds a content by its key: everything that it depends on. An entry is a file that contains the
// key, the content and a checksum of both. The folder must belong to the user and must not be
// writable by others; the same holds for each entry. A cache whose folder does not meet this, or
// cannot be made, stays empty. Thread-safe; several processes may share a folder.
class FileCache {
 public:
  struct Kind {
    std::string_view suffix;  // of the names of entries: ".object"
    std::string_view magic;   // the first 8 bytes of an entry
    uint64_t limit = 0;       // bytes; the least recently used entries make room
  };

  FileCache(std::string folder, Kind kind);
  ~FileCache();
  FileCache(const FileCache&) = delete;
  FileCache& operator=(const FileCache&) = delete;

  // Nothing for an unknown key. Removes an entry that is damaged.
  std::optional<std::string> find(std::string_view key);
  // Replaces the entry of the key. Does nothing when the entry cannot be written, for example on a
  // full disk.
  void add(std::string_view key, std::string_view content);

  // The path of a file beside the entry of a key. Empty if the cache is not usable.
  std::string pathBeside(std::string_view key, std::string_view suffix) const;

 private:
  std::string nameOf(std::string_view key) const;
  void removeOldest();

  const std::string path_;
  const Kind kind_;
  int folder_ = -1;  // -1: the cache is not usable
  std::mutex mutex_;
  // The bytes that this process has added since it last looked at the whole folder.
  uint64_t added_ = 0;
  bool isCounted_ = false;
  // Looking at a folder of many entries takes longer than a small program: one of 16 does it.
  bool isCountedAtStart_ = false;
};

// The folder jitscope/NAME in XDG_CACHE_HOME, or in ~/.cache. Empty if the environment variable
// JITSCOPE_CACHE is "off", or without such a folder.
std::string userCacheFolder(std::string_view name);

}  // namespace ts
