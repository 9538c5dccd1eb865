// Keeps object files in folders of each test.
#include "core/jit/object_cache.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace ts::jit {
namespace {

namespace fs = std::filesystem;

class ObjectCacheTest : public testing::Test {
 protected:
  ObjectCacheTest() {
    std::string pattern = (fs::temp_directory_path() / "object_cache_XXXXXX").string();
    root_ = mkdtemp(pattern.data());
    folder_ = (root_ / "jitscope" / "objects").string();
  }
  ~ObjectCacheTest() override { fs::remove_all(root_); }

  std::vector<fs::path> entries() const {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder_)) paths.push_back(entry.path());
    return paths;
  }
  fs::path onlyEntry() const {
    EXPECT_EQ(entries().size(), 1U);
    return entries().at(0);
  }
  uint64_t bytes() const {
    uint64_t total = 0;
    for (const fs::path& entry : entries()) total += fs::file_size(entry);
    return total;
  }
  void overwrite(const fs::path& path, std::streamoff at, char byte) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at);
    file.put(byte);
  }

  fs::path root_;
  std::string folder_;
};

TEST_F(ObjectCacheTest, FindsAnObjectOfAnotherCacheByItsWholeKey) {
  ObjectCache(folder_).add("key", "object");
  ObjectCache cache(folder_);
  EXPECT_EQ(cache.find("key"), "object");
  EXPECT_EQ(cache.find("kez"), std::nullopt);
  EXPECT_EQ(cache.find(""), std::nullopt);
}

TEST_F(ObjectCacheTest, FilesAreForTheUserOnly) {
  ObjectCache(folder_).add("key", "object");
  struct stat info;
  ASSERT_EQ(stat(folder_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0700U);
  ASSERT_EQ(stat(onlyEntry().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
}

TEST_F(ObjectCacheTest, AChangedByteAnywhereRemovesTheEntry) {
  ObjectCache cache(folder_);
  cache.add("key", "object");
  const std::string content = [&] {
    std::ifstream file(onlyEntry(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  for (size_t at = 0; at < content.size(); ++at) {
    overwrite(onlyEntry(), static_cast<std::streamoff>(at), static_cast<char>(content[at] ^ 1));
    EXPECT_EQ(cache.find("key"), std::nullopt) << at;
    EXPECT_TRUE(entries().empty()) << at;
    cache.add("key", "object");
  }
  EXPECT_EQ(cache.find("key"), "object");
}

TEST_F(ObjectCacheTest, ACutEntryIsMadeAnew) {
  ObjectCache cache(folder_);
  cache.add("key", std::string(1000, 'x'));
  const fs::path entry = onlyEntry();
  for (const uint64_t size : {fs::file_size(entry) - 1, uint64_t{20}, uint64_t{0}}) {
    fs::resize_file(entry, size);
    EXPECT_EQ(cache.find("key"), std::nullopt);
    cache.add("key", std::string(1000, 'x'));
    EXPECT_EQ(cache.find("key"), std::string(1000, 'x'));
  }
}

TEST_F(ObjectCacheTest, AFolderThatOthersMayWriteToIsNotUsed) {
  ObjectCache(folder_).add("key", "object");
  fs::permissions(folder_, fs::perms::group_write, fs::perm_options::add);
  ObjectCache cache(folder_);
  EXPECT_EQ(cache.find("key"), std::nullopt);
  cache.add("other", "object");
  EXPECT_EQ(entries().size(), 1U);
}

TEST_F(ObjectCacheTest, EntriesThatOthersMayWriteToAndLinksAreNotRead) {
  ObjectCache cache(folder_);
  cache.add("key", "object");
  const fs::path entry = onlyEntry();
  fs::permissions(entry, fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(cache.find("key"), std::nullopt);
  fs::permissions(entry, fs::perms::others_write, fs::perm_options::remove);
  EXPECT_EQ(cache.find("key"), "object");
  fs::rename(entry, root_ / "elsewhere");
  fs::create_symlink(root_ / "elsewhere", entry);
  EXPECT_EQ(cache.find("key"), std::nullopt);
}

TEST_F(ObjectCacheTest, ALinkInPlaceOfTheFolderIsNotUsed) {
  ObjectCache((root_ / "other").string()).add("key", "object");
  fs::create_directories(root_ / "jitscope");
  fs::create_directory_symlink(root_ / "other", folder_);
  EXPECT_EQ(ObjectCache(folder_).find("key"), std::nullopt);
}

TEST_F(ObjectCacheTest, TheOldestEntriesMakeRoom) {
  constexpr uint64_t kLimit = 100000;
  ObjectCache cache(folder_, kLimit);
  for (int i = 0; i < 200; ++i) {
    cache.add(std::to_string(i), std::string(2000, 'x'));
    EXPECT_LE(bytes(), kLimit);
  }
  EXPECT_EQ(cache.find("0"), std::nullopt);
  EXPECT_TRUE(cache.find("199"));
  cache.add("large", std::string(kLimit, 'x'));
  EXPECT_EQ(cache.find("large"), std::nullopt);
}

// A limit on the size of files fails as a full disk does: in the middle of the file.
TEST_F(ObjectCacheTest, AFullDiskLeavesNoEntry) {
  ObjectCache cache(folder_);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    cache.add("key", std::string(1000, 'x'));
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(entries().empty());
  EXPECT_EQ(cache.find("key"), std::nullopt);
}

TEST_F(ObjectCacheTest, ThreadsOfSeveralCachesShareAFolder) {
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      ObjectCache cache(folder_, 50000);
      for (int i = 0; i < 200; ++i) {
        const std::string key = std::to_string(i % 20);
        if (const auto object = cache.find(key))
          EXPECT_EQ(*object, std::string(1500, key[0]));
        else
          cache.add(key, std::string(1500, key[0]));
      }
    });
}

}  // namespace
}  // namespace ts::jit
