// The semantic tokens that the client received last for each document, for answers that contain
// only the difference.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ts::lsp {

// Shared by all workers. Thread-safe.
class TokenCache {
 public:
  // Replaces the document's tokens. Returns their id.
  std::string store(const std::string& path, std::vector<uint32_t> numbers) {
    std::lock_guard lock(mutex_);
    const std::string id = std::to_string(++lastId_);
    byPath_.insert_or_assign(path, Entry{id, std::move(numbers)});
    return id;
  }
  // Returns the tokens with this id; nothing when they were replaced or dropped.
  std::optional<std::vector<uint32_t>> find(const std::string& path, const std::string& id) {
    std::lock_guard lock(mutex_);
    const auto entry = byPath_.find(path);
    if (entry == byPath_.end() || entry->second.id != id) return std::nullopt;
    return entry->second.numbers;
  }
  void drop(const std::string& path) {
    std::lock_guard lock(mutex_);
    byPath_.erase(path);
  }

 private:
  struct Entry {
    std::string id;
    std::vector<uint32_t> numbers;
  };
  std::mutex mutex_;
  std::map<std::string, Entry> byPath_;
  uint64_t lastId_ = 0;
};

}  // namespace ts::lsp
