// The files that tscheck reads and changes.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/check/argument_groups.h"
#include "core/check/baseline.h"
#include "core/check/fix.h"
#include "core/check/notebooks.h"
#include "core/check/statistics.h"

namespace ts::check {
namespace {

FileSystemPtr filesOf(const std::vector<std::pair<std::string, std::string>>& texts) {
  OverlayFileSystem::Texts overlay;
  for (const auto& [path, text] : texts)
    overlay.set(path, std::make_shared<const SourceFile>(path, text));
  return std::make_shared<OverlayFileSystem>(overlay, nullptr);
}

// ---- groups of arguments

TEST(ArgumentGroups, PathsOfOneProjectShareAGroup) {
  const FileSystemPtr files =
      filesOf({{"/p/jitscope.toml", ""}, {"/p/a.py", ""}, {"/p/b/c.py", ""}});
  const ArgumentGroups groups = groupArguments(*files, {"/p/a.py", "/p/b"});
  EXPECT_EQ(groups.groups.size(), 1U);
  EXPECT_EQ(groups.groupOf, (std::vector<size_t>{0, 0}));
}

TEST(ArgumentGroups, EachPathHasItsProject) {
  const FileSystemPtr files = filesOf({{"/p/jitscope.toml", "exclude = [\"skipped/**\"]\n"},
                                       {"/p/a.py", ""},
                                       {"/p/skipped/b.py", ""},
                                       {"/q/jitscope.toml", ""},
                                       {"/q/skipped/c.py", ""}});
  const ArgumentGroups groups = groupArguments(*files, {"/p", "/q"});
  ASSERT_EQ(groups.groups.size(), 2U);
  const GroupedFiles grouped = discoverGroups(*files, {"/p", "/q"}, groups, {});
  EXPECT_EQ(grouped.found.files, (std::vector<std::string>{"/p/a.py", "/q/skipped/c.py"}));
  EXPECT_EQ(grouped.groupOf, (std::vector<size_t>{0, 1}));
}

TEST(ArgumentGroups, PatternsOfTheCommandLineReplaceThoseOfTheProjects) {
  const FileSystemPtr files =
      filesOf({{"/p/jitscope.toml", "exclude = [\"a.py\"]\n"}, {"/p/a.py", ""}, {"/p/b.py", ""}});
  const ArgumentGroups groups = groupArguments(*files, {"/p"});
  EXPECT_EQ(discoverGroups(*files, {"/p"}, groups, {"b.py"}).found.files,
            (std::vector<std::string>{"/p/a.py"}));
}

TEST(ArgumentGroups, AFileBelongsToTheFirstPathThatLeadsToIt) {
  const FileSystemPtr files =
      filesOf({{"/p/jitscope.toml", ""}, {"/p/q/jitscope.toml", ""}, {"/p/q/a.py", ""}});
  const std::vector<std::string> paths = {"/p", "/p/q"};
  const GroupedFiles grouped = discoverGroups(*files, paths, groupArguments(*files, paths), {});
  EXPECT_EQ(grouped.found.files, (std::vector<std::string>{"/p/q/a.py"}));
  EXPECT_EQ(grouped.groupOf, (std::vector<size_t>{0}));
}

// ---- safe fixes

const std::string kScripted = "import torch\n\n\n@torch.jit.script\n";

// A disk: its files are bytes.
class Bytes final : public FileSystem {
 public:
  explicit Bytes(std::string text) : text_(std::move(text)) {}
  ReadResult read(const std::string& path) const override {
    ReadResult result;
    if (path == "/a.py")
      result.bytes = text_;
    else
      result.error = "no such file";
    return result;
  }
  FileKind kind(const std::string& path) const override {
    return path == "/a.py" ? FileKind::File : FileKind::Missing;
  }
  FolderListing list(const std::string&) const override { return {}; }
  uint64_t stamp(const std::string& path) const override { return path == "/a.py" ? 1 : 0; }

 private:
  const std::string text_;
};

FixResult fix(const std::string& text, FixKinds kinds = FixKinds::Safe) {
  const auto files = std::make_shared<const Bytes>(text);
  const auto checkAll = [](const driver::Snapshot& snapshot,
                           const std::function<void(const driver::FileResult&)>& use) {
    use(snapshot.check("/a.py"));
  };
  return applyFixes(driver::Workspace(files), *files, {"/a.py"}, kinds, checkAll);
}

TEST(ApplyFixes, FixesThatTouchEachOtherAreAppliedInTurn) {
  const std::string text = kScripted + "def f(*, n=1):\n    x: float = 1\n    return x + n\n";
  const FixResult fixed = fix(text);
  ASSERT_EQ(fixed.files.count("/a.py"), 1U);
  const FixedFile& file = fixed.files.at("/a.py");
  EXPECT_EQ(file.before->text(), text);
  EXPECT_EQ(file.after->text(),
            kScripted + "def f(n: int=1):\n    x: float = 1.0\n    return x + n\n");
  EXPECT_EQ(file.applied.size(), 3U);
}

TEST(ApplyFixes, AFileWithoutFixesDoesNotChange) {
  EXPECT_TRUE(fix(kScripted + "def f(n: int):\n    return n\n").files.empty());
}

TEST(ApplyFixes, AFileInAnotherEncodingDoesNotChange) {
  const FixResult fixed =
      fix("# coding: latin-1\n# \xe9\n" + kScripted + "def f(n=1):\n    return n + 1\n");
  EXPECT_TRUE(fixed.files.empty());
  EXPECT_EQ(whyNothing(fixed.unfixed),
            "nothing to fix: 1 problem is in a file that is not in UTF-8 (/a.py)");
}

TEST(ApplyFixes, TheFixedFileIsWhatTheNextCheckSees) {
  const std::string text = kScripted + "def f(n=1):\n    return n + 1\n";
  const driver::Workspace workspace(std::make_shared<const Bytes>(text));
  const auto problems = [&](const FixResult& fixed) {
    return workspace.snapshot(documentsOf(fixed)).check("/a.py").diagnostics.size();
  };
  EXPECT_EQ(problems({}), 1U);
  EXPECT_EQ(problems(fix(text)), 0U);
}

TEST(ApplyFixes, TheReasonCountsTheProblemsThatRemain) {
  EXPECT_EQ(whyNothing(fix(kScripted + "def f(n: int):\n    return n\n").unfixed),
            "nothing to fix: no problems");
  EXPECT_EQ(whyNothing(fix(kScripted + "def f(n: int):\n    return n.missing()\n").unfixed),
            "nothing to fix: 1 problem has no fix");
  EXPECT_EQ(
      whyNothing({.withoutFix = 2, .unsafe = 1, .elsewhere = 3, .file = "b.py"}),
      "nothing to fix: 2 problems have no fix; 1 has a fix that may change behaviour (applied "
      "with --unsafe); 3 are fixed in a file outside of the given paths (b.py)");
}

// ---- baseline

std::string pathOfBaseline() {
  return fmt::format("{}jitscope_baseline_{}.txt", testing::TempDir(), getpid());
}

TEST(Baseline, EachLineCoversOneProblemOfItsRuleFileAndCode) {
  const std::string path = pathOfBaseline();
  const SourceFile file("src/a.py", "x = 1\n  y = x\n"), moved("src/a.py", "\n\n    y = x\n");
  const auto problem = [](const SourceFile& in, uint32_t line) {
    const uint32_t begin = in.lineStart(line);
    return diag::makeDiagnostic(diag::Rule::NoSuchAttribute, {&in, {begin, begin + 1}}, "m");
  };
  Baseline written(path);
  written.add(problem(file, 2));
  written.add(problem(file, 1));
  EXPECT_EQ(written.write(), "");
  Baseline read(path);
  EXPECT_EQ(read.read(), "");
  EXPECT_TRUE(read.covers(problem(moved, 3)));
  EXPECT_FALSE(read.covers(problem(moved, 3)));
  EXPECT_EQ(read.covered(), 1U);
  EXPECT_EQ(read.unused(), 1U);
  std::remove(path.c_str());
}

TEST(Baseline, AnotherFileIsAnError) {
  EXPECT_NE(Baseline("/no/such/file").read(), "");
  const std::string path = pathOfBaseline();
  std::ofstream(path) << "TS5001 a.py\n";
  EXPECT_EQ(Baseline(path).read(), path + " is not a baseline: `TS5001 a.py`");
  std::remove(path.c_str());
}

// ---- statistics

TEST(Statistics, TheMostFrequentRuleIsFirst) {
  Statistics statistics;
  for (const diag::Rule rule :
       {diag::Rule::InvalidSyntax, diag::Rule::MissingColon, diag::Rule::MissingColon})
    statistics.add(diag::makeDiagnostic(rule, {}, "m"));
  EXPECT_EQ(statistics.text(),
            "2  TS1007  error        a compound statement lacks its colon\n"
            "1  TS1001  error        the text is not valid Python\n");
}

// ---- notebooks

TEST(Notebooks, DiagnosticsMoveToTheirCells) {
  const std::string path = testing::TempDir() + "jitscope_notebooks_test.ipynb";
  std::ofstream(path) << R"({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
    {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": "a = 1"},
    {"cell_type": "markdown", "metadata": {}, "source": "text"},
    {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null,
     "source": ["b = 2\n", "c = 3"]}]})";
  Notebooks notebooks;
  const FileSystemPtr files = notebooks.open({path, "other.py"});
  const ReadResult read = files->read(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(read.decoded) << read.error;
  const std::string text(read.decoded->text());
  diag::Diagnostic diagnostic{};
  const auto at = static_cast<uint32_t>(text.find("c = 3"));
  diagnostic.range = {read.decoded.get(), {at, at + 1}};
  diagnostic.fixes.push_back({"Replace", {{diagnostic.range, "d"}}, true});
  notebooks.moveToCells(diagnostic);
  EXPECT_EQ(diagnostic.range.file->path(), path + "#cell2");
  EXPECT_EQ(diagnostic.range.text(), "c");
  EXPECT_EQ(diagnostic.fixes[0].edits[0].range, diagnostic.range);
}

TEST(Notebooks, RangesOfOtherFilesStay) {
  const auto file = std::make_shared<const SourceFile>("a.py", "abc");
  diag::Diagnostic diagnostic{};
  diagnostic.range = {file.get(), {1, 2}};
  Notebooks().moveToCells(diagnostic);
  EXPECT_EQ(diagnostic.range.file, file.get());
}

}  // namespace
}  // namespace ts::check
