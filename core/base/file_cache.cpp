// Source of the folder's place: XDG Base Directory Specification.
#include "core/base/file_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <vector>

#include "core/base/content_hash.h"

namespace ts {
namespace {

constexpr uint64_t kMostEntry = uint64_t{16} << 20;

// The start of an entry. The key and the content follow.
struct Header {
  char magic[8] = {};
  uint64_t checksum = 0;  // of all bytes behind it
  uint64_t keySize = 0, contentSize = 0;
};

uint64_t checksumOf(const Header& header, std::string_view key, std::string_view content) {
  return contentHash64(content, contentHash64(key, mixed(header.keySize, header.contentSize)));
}
// Equal names of different keys are harmless: an entry contains its key.
std::string entryName(std::string_view key, std::string_view suffix) {
  const ContentHash hash(key);
  return fmt::format("{:016x}{:016x}{}", hash.first, hash.second, suffix);
}

class Descriptor {
 public:
  explicit Descriptor(int file) : file_(file) {}
  ~Descriptor() {
    if (file_ >= 0) ::close(file_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return file_; }

 private:
  int file_;
};

bool isPrivate(const struct stat& info) {
  return info.st_uid == ::geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// The whole file; nothing if it is not a file of the user, or too large.
std::optional<std::string> readEntry(int folder, const std::string& name) {
  const Descriptor file(
      ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat info;
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
      !isPrivate(info) || static_cast<uint64_t>(info.st_size) > kMostEntry)
    return std::nullopt;
  std::string bytes(static_cast<size_t>(info.st_size), '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t count = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    filled += static_cast<size_t>(count);
  }
  // The time of the last use orders entries by age.
  ::futimens(file.get(), nullptr);
  return bytes;
}

// The entries of a folder, oldest first.
struct Entry {
  std::string name;
  uint64_t bytes = 0;
  timespec used = {};
};
std::vector<Entry> entriesOf(int folder) {
  std::vector<Entry> entries;
  const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* listing = copy < 0 ? nullptr : ::fdopendir(copy);
  if (listing == nullptr) {
    if (copy >= 0) ::close(copy);
    return entries;
  }
  while (const dirent* each = ::readdir(listing)) {
    struct stat info;
    if (::fstatat(folder, each->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode))
      entries.push_back({each->d_name, static_cast<uint64_t>(info.st_size), info.st_mtim});
  }
  ::closedir(listing);
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec
                                          : a.used.tv_nsec < b.used.tv_nsec;
  });
  return entries;
}

}  // namespace

FileCache::FileCache(std::string folder, Kind kind) : path_(std::move(folder)), kind_(kind) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  isCountedAtStart_ = now.tv_nsec / 1000 % 16 == 0;
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);
  ::mkdir(path_.c_str(), 0700);  // it may exist
  folder_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat info;
  if (folder_ >= 0 && (::fstat(folder_, &info) != 0 || !isPrivate(info))) {
    ::close(folder_);
    folder_ = -1;
  }
}

FileCache::~FileCache() {
  if (folder_ >= 0) ::close(folder_);
}

std::optional<std::string> FileCache::find(std::string_view key) {
  if (folder_ < 0) return std::nullopt;
  const std::string name = nameOf(key);
  std::optional<std::string> bytes = readEntry(folder_, name);
  if (!bytes) return std::nullopt;
  Header header;
  const std::string_view all = *bytes;
  bool isWhole = all.size() >= sizeof(header);
  if (isWhole) {
    std::memcpy(&header, all.data(), sizeof(header));
    const uint64_t rest = all.size() - sizeof(header);
    isWhole = std::string_view(header.magic, sizeof(header.magic)) == kind_.magic &&
              header.keySize <= rest && header.contentSize == rest - header.keySize;
  }
  if (isWhole) {
    const std::string_view keyBytes = all.substr(sizeof(header), header.keySize);
    const std::string_view content = all.substr(sizeof(header) + header.keySize);
    if (header.checksum == checksumOf(header, keyBytes, content)) {
      if (keyBytes != key) return std::nullopt;
      return std::string(content);
    }
  }
  ::unlinkat(folder_, name.c_str(), 0);
  return std::nullopt;
}

void FileCache::add(std::string_view key, std::string_view content) {
  const uint64_t bytes = sizeof(Header) + key.size() + content.size();
  if (folder_ < 0 || bytes > std::min(kMostEntry, kind_.limit / 4)) return;
  Header header;
  std::memcpy(header.magic, kind_.magic.data(), std::min(kind_.magic.size(), sizeof header.magic));
  header.keySize = key.size();
  header.contentSize = content.size();
  header.checksum = checksumOf(header, key, content);
  // Other processes see an entry whole or not at all.
  static std::atomic<uint64_t> count{0};
  const std::string temporary = fmt::format("{}-{}.new", ::getpid(), count++);
  {
    const Descriptor file(::openat(folder_, temporary.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file.get() < 0) return;
    const std::string_view start(reinterpret_cast<const char*>(&header), sizeof(header));
    if (!writeAll(file.get(), start) || !writeAll(file.get(), key) ||
        !writeAll(file.get(), content) ||
        ::renameat(folder_, temporary.c_str(), folder_, nameOf(key).c_str()) != 0) {
      ::unlinkat(folder_, temporary.c_str(), 0);
      return;
    }
  }
  const std::lock_guard lock(mutex_);
  added_ += bytes;
  if ((isCounted_ || !isCountedAtStart_) && added_ < kind_.limit / 8) return;
  isCounted_ = true;
  added_ = 0;
  removeOldest();
}

std::string FileCache::pathBeside(std::string_view key, std::string_view suffix) const {
  return folder_ < 0 ? "" : fmt::format("{}/{}", path_, entryName(key, suffix));
}

std::string FileCache::nameOf(std::string_view key) const { return entryName(key, kind_.suffix); }

// Leaves room for the entries that this process adds until it counts again.
void FileCache::removeOldest() {
  const std::vector<Entry> entries = entriesOf(folder_);
  uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  const uint64_t wanted = kind_.limit - kind_.limit / 8;
  for (const Entry& entry : entries) {
    if (total <= wanted) break;
    if (::unlinkat(folder_, entry.name.c_str(), 0) == 0) total -= entry.bytes;
  }
}

std::string userCacheFolder(std::string_view name) {
  const char* setting = std::getenv("JITSCOPE_CACHE");
  if (setting != nullptr && std::string_view(setting) == "off") return {};
  std::filesystem::path folder;
  const char* base = std::getenv("XDG_CACHE_HOME");
  // The specification ignores relative paths.
  if (base != nullptr && std::filesystem::path(base).is_absolute())
    folder = base;
  else if (const char* home = std::getenv("HOME");
           home != nullptr && std::filesystem::path(home).is_absolute())
    folder = std::filesystem::path(home) / ".cache";
  else
    return {};
  return (folder / "jitscope" / name).string();
}

}  // namespace ts
