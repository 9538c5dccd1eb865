#include "core/source/file_system.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ts {
namespace {

SourceFilePtr text(const char* content) { return std::make_shared<SourceFile>("", content); }

class DiskTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "jitscope-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  std::string write(const std::string& name, const std::string& content) {
    std::filesystem::path path = root_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    return path.string();
  }

  std::filesystem::path root_;
};

TEST_F(DiskTest, ReadsBytesUnchanged) {
  std::string content("a\0b\r\n\xff", 6);
  ReadResult read = DiskFileSystem().read(write("a.py", content));
  EXPECT_TRUE(read);
  EXPECT_EQ(read.bytes, content);
}

TEST_F(DiskTest, ReportsWhyAFileCannotBeRead) {
  DiskFileSystem disk;
  EXPECT_EQ(disk.read((root_ / "absent.py").string()).error, "no such file");
  EXPECT_EQ(disk.read(root_.string()).error, "is a folder");
}

TEST_F(DiskTest, ReportsTheExceededSizeLimit) {
  std::string path = write("a.py", "12345");
  EXPECT_TRUE(DiskFileSystem(5).read(path));
  ReadResult read = DiskFileSystem(4).read(path);
  EXPECT_EQ(read.error, "larger than the limit of 4 bytes");
  EXPECT_EQ(read.bytes, "");
}

TEST_F(DiskTest, AppliesTheLimitToFilesWithoutASize) {
  EXPECT_EQ(DiskFileSystem(10).read("/proc/self/status").error,
            "larger than the limit of 10 bytes");
}

TEST_F(DiskTest, TheDocumentedSizeLimitIsTheRealOne) {
  std::ifstream page("docs/differences.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  const std::string limit = std::to_string(DiskFileSystem::kMaxFileBytes >> 20);
  EXPECT_NE(text.find("files of more than " + limit + " MB"), std::string::npos);
}

TEST_F(DiskTest, RefusesAFifoASocketAndADeviceWithoutWaiting) {
  const DiskFileSystem disk;
  const std::string fifo = (root_ / "fifo.py").string(), socket = (root_ / "socket.py").string();
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  ASSERT_EQ(::mknod(socket.c_str(), S_IFSOCK | 0600, 0), 0);
  for (const std::string& path : {fifo, socket, std::string("/dev/zero")}) {
    EXPECT_EQ(disk.read(path).error, "is not a regular file") << path;
    EXPECT_EQ(disk.kind(path), FileKind::Other) << path;
  }
  EXPECT_EQ(disk.list(root_.string()).entries[0].kind, FileKind::Other);
}

TEST_F(DiskTest, FollowsLinksToTheRealPath) {
  const std::string target = write("a/x.py", "");
  std::filesystem::create_symlink("a/x.py", root_ / "y.py");
  std::filesystem::create_directory_symlink("a", root_ / "c");
  const DiskFileSystem disk;
  const std::string real = std::filesystem::canonical(target).string();
  for (const char* path : {"a/x.py", "y.py", "c/x.py", "c/../a/x.py"})
    EXPECT_EQ(disk.realPath((root_ / path).string()), real) << path;
  EXPECT_EQ(disk.realPath("/absent/./b/../c"), "/absent/c");
}

TEST_F(DiskTest, ReportsWhyAFolderCannotBeListed) {
  const DiskFileSystem disk;
  EXPECT_EQ(disk.list((root_ / "absent").string()).error, "no such file");
  const std::string deep = root_.string() + std::string(5000, '/') + "a";
  EXPECT_NE(disk.list(deep).error.find("4096 bytes"), std::string::npos);
}

TEST_F(DiskTest, ListsByNameAndDistinguishesFolders) {
  write("b.py", "");
  write("a/x.py", "");
  std::filesystem::create_directory_symlink(root_ / "a", root_ / "c");
  const std::vector<FolderEntry> entries = DiskFileSystem().list(root_.string()).entries;
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].name, "a");
  EXPECT_EQ(entries[0].kind, FileKind::Folder);
  EXPECT_EQ(entries[1].name, "b.py");
  EXPECT_EQ(entries[1].kind, FileKind::File);
  EXPECT_EQ(entries[2].kind, FileKind::Folder) << "a link is what it points to";
  EXPECT_TRUE(entries[2].isLink);
  EXPECT_EQ(DiskFileSystem().kind((root_ / "b.py").string()), FileKind::File);
  EXPECT_EQ(DiskFileSystem().kind((root_ / "z").string()), FileKind::Missing);
}

TEST_F(DiskTest, StampsChangeWithTheContent) {
  DiskFileSystem disk;
  std::string path = write("a.py", "1");
  uint64_t before = disk.stamp(path);
  EXPECT_NE(before, 0u);
  EXPECT_EQ(disk.stamp(path), before);
  write("a.py", "12");
  EXPECT_NE(disk.stamp(path), before);
  EXPECT_EQ(disk.stamp(root_.string()), 0u);
  EXPECT_NE(OverlayFileSystem({{path, text("x")}}, nullptr).stamp(path),
            OverlayFileSystem({{path, text("y")}}, nullptr).stamp(path));
}

TEST_F(DiskTest, AnOverlayHidesTheFileBelowIt) {
  std::string path = write("a.py", "disk");
  OverlayFileSystem overlay({{path, text("memory")}}, std::make_shared<DiskFileSystem>());
  EXPECT_EQ(overlay.read(path).decoded->text(), "memory");
  EXPECT_EQ(overlay.read(write("b.py", "below")).bytes, "below");
}

TEST(Overlay, CreatesFoldersFromPaths) {
  OverlayFileSystem overlay(
      {{"pkg/__init__.py", text("")}, {"pkg/sub/m.py", text("")}, {"pkg2.py", text("")}}, nullptr);
  EXPECT_EQ(overlay.kind("pkg"), FileKind::Folder);
  EXPECT_EQ(overlay.kind("pk"), FileKind::Missing);
  EXPECT_EQ(overlay.kind("pkg2.py"), FileKind::File);
  const std::vector<FolderEntry> entries = overlay.list("pkg").entries;
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].name, "__init__.py");
  EXPECT_EQ(entries[1].name, "sub");
  EXPECT_EQ(entries[1].kind, FileKind::Folder);
  EXPECT_EQ(overlay.list("").entries.size(), 2u);
  EXPECT_EQ(overlay.read("pkg").error, "is a folder");
  EXPECT_EQ(overlay.read("q.py").error, "no such file");
}

TEST(Paths, HaveAParentFolder) {
  EXPECT_EQ(parentFolder("a/b"), "a");
  EXPECT_EQ(parentFolder("/a/b"), "/a");
  EXPECT_EQ(parentFolder("/a"), "/");
  EXPECT_EQ(parentFolder("/"), "/");
  EXPECT_EQ(parentFolder("a"), "");
}

TEST(Paths, JoinAndNormalise) {
  EXPECT_EQ(joinPath("a/b", "c"), "a/b/c");
  EXPECT_EQ(joinPath("a/", "c"), "a/c");
  EXPECT_EQ(joinPath(".", "c"), "c");
  EXPECT_EQ(joinPath("a", "/c"), "/c");
  EXPECT_EQ(normalPath("./a//b/../c/."), "a/c");
  EXPECT_EQ(normalPath("../a/../../b"), "../../b");
  EXPECT_EQ(normalPath("/../a"), "/a");
  EXPECT_EQ(normalPath("a/.."), ".");
}

}  // namespace
}  // namespace ts
