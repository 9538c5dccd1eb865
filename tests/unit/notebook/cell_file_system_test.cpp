#include "core/notebook/cell_file_system.h"

#include <gtest/gtest.h>

namespace ts::notebook {
namespace {

// Has one file, whose content may change.
class OneFile final : public FileSystem {
 public:
  ReadResult read(const std::string& path) const override {
    if (path != "/n.ipynb") return {{}, nullptr, "no such file"};
    ++reads;
    return {bytes, nullptr, {}};
  }
  FileKind kind(const std::string& path) const override {
    return path == "/n.ipynb" ? FileKind::File : FileKind::Missing;
  }
  FolderListing list(const std::string&) const override { return {}; }
  uint64_t stamp(const std::string&) const override { return version; }

  std::string bytes;
  uint64_t version = 1;
  mutable int reads = 0;
};

class CellFiles : public ::testing::Test {
 protected:
  CellFiles() {
    disk->bytes = R"({"nbformat": 4, "cells": [{"cell_type": "code", "source": "a"},
                                                {"cell_type": "code", "source": "!b"}]})";
  }
  std::shared_ptr<OneFile> disk = std::make_shared<OneFile>();
  CellFileSystem files{disk};
};

TEST_F(CellFiles, ACellIsAFile) {
  const ReadResult read = files.read("/n.ipynb#cell2");
  ASSERT_TRUE(read.decoded);
  EXPECT_EQ(read.decoded->path(), "/n.ipynb#cell2");
  EXPECT_EQ(read.decoded->text(), "#b");
  EXPECT_EQ(files.kind("/n.ipynb#cell2"), FileKind::File);
  EXPECT_EQ(files.kind("/n.ipynb#cell3"), FileKind::Missing);
  EXPECT_EQ(files.read("/n.ipynb#cell3").error, "the notebook has only 2 code cells");
  EXPECT_EQ(files.read("/other.ipynb#cell1").error, "no such file");
}

TEST_F(CellFiles, TheNotebookIsNotAFile) {
  EXPECT_EQ(files.read("/n.ipynb").error,
            "the file is a notebook; name one of its 2 code cells, as /n.ipynb#cell1");
}

TEST_F(CellFiles, AChangedNotebookIsReadAgain) {
  files.read("/n.ipynb#cell1");
  files.read("/n.ipynb#cell2");
  EXPECT_EQ(disk->reads, 1);
  disk->bytes = R"({"nbformat": 4, "cells": [{"cell_type": "code", "source": "changed"}]})";
  disk->version = 2;
  EXPECT_EQ(files.stamp("/n.ipynb#cell1"), 2u);
  EXPECT_EQ(files.read("/n.ipynb#cell1").decoded->text(), "changed");
}

}  // namespace
}  // namespace ts::notebook
