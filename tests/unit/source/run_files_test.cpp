#include "core/source/run_files.h"

#include <gtest/gtest.h>

namespace ts {
namespace {

// Files that a test changes behind the run's back.
class ChangingFiles final : public FileSystem {
 public:
  ReadResult read(const std::string& path) const override {
    const auto file = files.find(path);
    if (file == files.end()) return {{}, nullptr, "no such file"};
    return {file->second, nullptr, {}};
  }
  FileKind kind(const std::string& path) const override {
    return files.contains(path) ? FileKind::File : FileKind::Missing;
  }
  FolderListing list(const std::string&) const override {
    FolderListing listing;
    for (const auto& [path, text] : files) listing.entries.push_back({path});
    return listing;
  }
  uint64_t stamp(const std::string& path) const override { return files.contains(path) ? 1 : 0; }

  std::map<std::string, std::string> files;
};

struct RunFilesTest : testing::Test {
  std::shared_ptr<ChangingFiles> disk = std::make_shared<ChangingFiles>();
  std::shared_ptr<const RunFiles> run = std::make_shared<const RunFiles>(disk);
  RecordedFiles recorded{run};
};

TEST_F(RunFilesTest, ARunKeepsWhatItSawFirst) {
  EXPECT_EQ(run->kind("a"), FileKind::Missing);
  const ContentHash missing = run->contentHash("a");
  disk->files["a"] = "text";
  EXPECT_EQ(run->kind("a"), FileKind::Missing);
  EXPECT_EQ(run->contentHash("a"), missing);
  EXPECT_EQ(RunFiles(disk).kind("a"), FileKind::File);
  EXPECT_NE(RunFiles(disk).contentHash("a"), missing);
}

TEST_F(RunFilesTest, AFileThatChangesDuringTheRunIsNoticed) {
  disk->files["a"] = "text";
  run->read("a");
  run->read("a");
  EXPECT_FALSE(run->hasChanged());
  disk->files["a"] = "other";
  EXPECT_EQ(run->read("a").bytes, "other");
  EXPECT_TRUE(run->hasChanged());
}

TEST_F(RunFilesTest, AListingThatChangesIsNoticed) {
  disk->files["a"] = "text";
  run->list(".");
  disk->files["b"] = "text";
  EXPECT_NE(RunFiles(disk).listingHash("."), run->listingHash("."));
  run->list(".");
  EXPECT_TRUE(run->hasChanged());
}

TEST_F(RunFilesTest, EveryLookIsRecorded) {
  disk->files["a"] = disk->files["b"] = "text";
  recorded.read("a");
  recorded.stamp("b");
  recorded.kind("missing");
  recorded.list(".");
  const FileUses uses = recorded.uses();
  EXPECT_EQ(uses.contents.size(), 2U);
  EXPECT_EQ(uses.contents.at("b"), run->contentHash("b"));
  EXPECT_EQ(uses.kinds.at("missing"), FileKind::Missing);
  EXPECT_EQ(uses.listings.at("."), run->listingHash("."));
}

}  // namespace
}  // namespace ts
