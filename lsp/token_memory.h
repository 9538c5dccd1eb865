// The semantic tokens that the client was told last, of each document.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ts::lsp {

// Thread-safe.
class TokenMemory {
 public:
  // Gives the id under which find() knows them.
  std::string remember(const std::string& path, std::vector<uint32_t> numbers) {
    std::lock_guard lock(mutex_);
    const std::string id = std::to_string(++last_);
    told_.insert_or_assign(path, Told{id, std::move(numbers)});
    return id;
  }
  std::optional<std::vector<uint32_t>> find(const std::string& path, const std::string& id) {
    std::lock_guard lock(mutex_);
    const auto known = told_.find(path);
    if (known == told_.end() || known->second.id != id) return std::nullopt;
    return known->second.numbers;
  }
  void forget(const std::string& path) {
    std::lock_guard lock(mutex_);
    told_.erase(path);
  }

 private:
  struct Told {
    std::string id;
    std::vector<uint32_t> numbers;
  };
  std::mutex mutex_;
  std::map<std::string, Told> told_;
  uint64_t last_ = 0;
};

}  // namespace ts::lsp
