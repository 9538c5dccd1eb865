#include "core/base/output.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ts {
namespace {

namespace fs = std::filesystem;

class OutputTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "jitscope-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  size_t fileCount() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_;
};

// Limits the size of files, as a full disk does.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(OutputTest, AFileAppearsWhole) {
  OutputFile file(path("a"));
  file.write("one");
  file.write("two");
  EXPECT_FALSE(fs::exists(path("a")));
  EXPECT_TRUE(file.commit());
  EXPECT_EQ(contentOf(path("a")), "onetwo");
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(OutputTest, AFailureLeavesTheOldFileAndNothingBesideIt) {
  ASSERT_EQ(writeFile(path("a"), "old"), "");
  {
    const FullDisk disk(4);
    EXPECT_EQ(writeFile(path("a"), "longer than that"), "File too large");
  }
  { OutputFile(path("a")).write("never committed"); }
  EXPECT_EQ(contentOf(path("a")), "old");
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(OutputTest, NamesTheReasonOfAFailure) {
  EXPECT_EQ(writeFile(path("absent/a"), "x"), "No such file or directory");
  EXPECT_EQ(writeFile(folder_.string(), "x"), "Is a directory");
  EXPECT_EQ(writeFile("/dev/full", "x"), "No space left on device");
}

TEST_F(OutputTest, ALinkAndItsPermissionsStay) {
  ASSERT_EQ(writeFile(path("a"), "old"), "");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a", path("link"));
  EXPECT_EQ(writeFile(path("link"), "new"), "");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(contentOf(path("a")), "new");
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputTest, ADeviceIsWrittenDirectly) {
  EXPECT_EQ(writeFile("/dev/null", "x"), "");
  struct stat status {};
  ASSERT_EQ(::stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

TEST_F(OutputTest, ANameOfTheGreatestLengthIsFine) {
  EXPECT_EQ(writeFile(path(std::string(255, 'n').c_str()), "x"), "");
}

TEST_F(OutputTest, AStreamKeepsItsFirstFailureUntilItIsAsked) {
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  OutputStream stream(full);
  EXPECT_EQ(stream.write("x"), 0) << "it is in the buffer";
  stream.flush();
  EXPECT_EQ(stream.takeError(), ENOSPC);
  EXPECT_EQ(stream.takeError(), 0) << "the text is lost";
  EXPECT_EQ(stream.write(std::string(100'000, 'x')), ENOSPC);
  EXPECT_EQ(stream.close(), ENOSPC);
}

}  // namespace
}  // namespace ts
