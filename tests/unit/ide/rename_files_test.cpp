#include "core/ide/rename_files.h"

#include <gtest/gtest.h>

#include "tests/unit/ide/editor.h"

namespace ts::ide {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

// Returns the first file's text after the moves.
std::string after(Files files, const std::vector<FileMove>& moves) {
  Editor editor(std::move(files));
  const auto edits = importEdits(editor.documents, *editor.snapshot, moves, editor.paths);
  std::string text(editor.document->file().text());
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    if (edit->document->path() == editor.paths[0])
      text.replace(edit->span.begin, edit->span.size(), edit->text);
  }
  return text;
}

const Files kPackage = {{"/w/p/__init__.py", ""},
                        {"/w/p/q/__init__.py", ""},
                        {"/w/p/b.py", "x = 1\n"},
                        {"/w/p/q/c.py", "y = 1\n"}};
std::string inPackage(const std::string& path, const std::string& text,
                      const std::vector<FileMove>& moves) {
  Files files = {{path, text}};
  for (const auto& file : kPackage) {
    if (file.first != path) files.push_back(file);
  }
  return after(files, moves);
}

const std::vector<FileMove> kRename = {{"/w/p/b.py", "/w/p/new.py"}};
const std::vector<FileMove> kDeeper = {{"/w/p/b.py", "/w/p/q/b.py"}};
const std::vector<FileMove> kFolder = {{"/w/p/q", "/w/p/r"}};

TEST(RenameFiles, ImportsFromAFileFollowItsName) {
  EXPECT_EQ(after({{"/w/a.py", "from b import f as g\nfrom bb import h\n"},
                   {"/w/b.py", "f = 1\n"},
                   {"/w/bb.py", "h = 1\n"}},
                  {{"/w/b.py", "/w/c.py"}}),
            "from c import f as g\nfrom bb import h\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p.b import x\nfrom p.q.c import y\n", kRename),
            "from p.new import x\nfrom p.q.c import y\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p.b import x\n", kDeeper), "from p.q.b import x\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p.q.c import y\nfrom p.b import x\n", kFolder),
            "from p.r.c import y\nfrom p.b import x\n");
}

TEST(RenameFiles, PlainImportsFollowWithTheirUses) {
  EXPECT_EQ(
      after({{"/w/a.py", "import b\nb.f(b.g, bb.h)\n"}, {"/w/b.py", ""}}, {{"/w/b.py", "/w/c.py"}}),
      "import c\nc.f(c.g, bb.h)\n");
  EXPECT_EQ(inPackage("/w/a.py", "import p.b, os\nprint(p.b.x, p.bb)\n", kRename),
            "import p.new, os\nprint(p.new.x, p.bb)\n");
  EXPECT_EQ(inPackage("/w/a.py", "import p.b as b\nb.x\n", kDeeper), "import p.q.b as b\nb.x\n");
  EXPECT_EQ(after({{"/w/a.py", "import b as b\nb.f\n"}, {"/w/b.py", ""}}, {{"/w/b.py", "/w/c.py"}}),
            "import c as b\nb.f\n");
}

TEST(RenameFiles, ModulesThatAreImportedByNameFollow) {
  EXPECT_EQ(inPackage("/w/a.py", "from p import b\nb.x\n", kRename), "from p import new\nnew.x\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p import b as m\nm.x\n", kRename),
            "from p import new as m\nm.x\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p import b\nnew = b.x\n", kRename),
            "from p import new as b\nnew = b.x\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p import b\nb.x\n", kDeeper), "from p.q import b\nb.x\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p import b, q\n", kDeeper), "from p import b, q\n")
      << "half of a statement";
}

TEST(RenameFiles, RelativeImportsStayRelative) {
  EXPECT_EQ(inPackage("/w/p/q/c.py", "from ..b import x\nfrom .. import b\n", kRename),
            "from ..new import x\nfrom .. import new\n");
  EXPECT_EQ(inPackage("/w/p/q/c.py", "from .. b import x\n", kDeeper), "from .b import x\n");
  EXPECT_EQ(inPackage("/w/p/__init__.py", "from .b import x\nfrom . import b\n", kRename),
            "from .new import x\nfrom . import new\n");
}

TEST(RenameFiles, AMovedFileUpdatesItsOwnImports) {
  EXPECT_EQ(
      inPackage("/w/p/b.py", "from .q.c import y\nfrom . import q\nfrom p.q import c\n", kDeeper),
      "from .c import y\nfrom .. import q\nfrom p.q import c\n");
  EXPECT_EQ(inPackage("/w/p/q/c.py", "from .d import z\nfrom ..b import x\n", kFolder),
            "from .d import z\nfrom ..b import x\n");
}

TEST(RenameFiles, OtherImportsAreUnchanged) {
  EXPECT_EQ(inPackage("/w/a.py", "from p.b import x\n", {{"/w/p/b.py", "/elsewhere/b.py"}}),
            "from p.b import x\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p.b import x\n", {{"/w/p/b.py", "/w/p/not-a-name.py"}}),
            "from p.b import x\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p.b import x\n", {{"/w/p/b.py", "/w/p/b.txt"}}),
            "from p.b import x\n");
  EXPECT_EQ(inPackage("/w/a.py", "from p.b import x\n", {{"/w/p/b.py", "/w/p/b/__init__.py"}}),
            "from p.b import x\n");
  EXPECT_EQ(inPackage("/w/p/q/c.py", "from ..q import z\n", kRename), "from ..q import z\n")
      << "odd, but not ours";
}

}  // namespace
}  // namespace ts::ide
