#include "core/driver/result_record.h"

#include <gtest/gtest.h>

namespace ts::driver {
namespace {

std::shared_ptr<const RunFiles> filesWith(const std::string& text) {
  OverlayFileSystem::Texts texts;
  texts.set("a.py", std::make_shared<SourceFile>("a.py", text));
  return std::make_shared<const RunFiles>(
      std::make_shared<OverlayFileSystem>(std::move(texts), nullptr));
}

// A result with a problem in a file and in code that was generated for it.
struct Example {
  Example() {
    result.roots.models = 2;
    result.roots.functions = 3;
    result.candidatesWithProblems = 1;
    result.roots.reached = {{"a.py", {1, 2}}, {"ab.py", {300, 400}}};
    diag::Diagnostic& diagnostic = result.diagnostics.emplace_back(
        diag::makeDiagnostic(diag::Rule::NoSuchAttribute, {file.get(), {0, 4}}, "message"));
    diagnostic.label({file.get(), {5, 6}}, "label");
    diagnostic.note("note", {generated.get(), {0, 3}}).note("a note without a place");
    diagnostic.fix("Change it", {{{file.get(), {2, 2}}, "x"}}, false);
    uses.contents["a.py"] = ContentHash("text of a");
    uses.kinds["missing.py"] = FileKind::Missing;
  }
  std::string record() const {
    ByteWriter writer;
    writeUses(writer, uses);
    writeResult(writer, result, uses);
    return writer.take();
  }

  SourceFilePtr file = std::make_shared<SourceFile>("a.py", "text of a");
  SourceFilePtr generated =
      std::make_shared<SourceFile>("<generated>", "def", SourceRange{file.get(), {1, 3}});
  FileResult result;
  FileUses uses;
};

std::optional<FileResult> readFrom(const std::string& record, const RunFiles& files) {
  ByteReader reader(record);
  if (!usesStillHold(reader, files)) return std::nullopt;
  return readResult(reader, files);
}

TEST(ResultRecord, ReadsWhatReportsShow) {
  const Example example;
  const std::optional<FileResult> read = readFrom(example.record(), *filesWith("text of a"));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->roots.models, 2U);
  EXPECT_EQ(read->roots.functions, 3U);
  EXPECT_EQ(read->candidatesWithProblems, 1U);
  EXPECT_EQ(read->roots.reached, example.result.roots.reached);
  ASSERT_EQ(read->diagnostics.size(), 1U);
  const diag::Diagnostic& diagnostic = read->diagnostics[0];
  EXPECT_EQ(diagnostic.rule, diag::Rule::NoSuchAttribute);
  EXPECT_EQ(diagnostic.message, "message");
  EXPECT_EQ(diagnostic.range.file->path(), "a.py");
  EXPECT_EQ(diagnostic.range.text(), "text");
  EXPECT_EQ(diagnostic.labels.at(0).message, "label");
  EXPECT_EQ(diagnostic.labels.at(0).range.file, diagnostic.range.file);
  ASSERT_EQ(diagnostic.notes.size(), 2U);
  EXPECT_EQ(diagnostic.notes[0].range.text(), "def");
  EXPECT_EQ(diagnostic.notes[0].range.file->origin().text(), "ex");
  EXPECT_FALSE(diagnostic.notes[1].range);
  ASSERT_EQ(diagnostic.fixes.size(), 1U);
  EXPECT_EQ(diagnostic.fixes[0].title, "Change it");
  EXPECT_FALSE(diagnostic.fixes[0].safe);
  EXPECT_EQ(diagnostic.fixes[0].edits.at(0).text, "x");
}

TEST(ResultRecord, AnotherContentOrANewFileMakesItInvalid) {
  const Example example;
  EXPECT_FALSE(readFrom(example.record(), *filesWith("another text")));
  OverlayFileSystem::Texts texts;
  for (const std::string path : {"a.py", "missing.py"})
    texts.set(path, std::make_shared<SourceFile>(path, "text of a"));
  EXPECT_FALSE(readFrom(example.record(),
                        RunFiles(std::make_shared<OverlayFileSystem>(std::move(texts), nullptr))));
}

TEST(ResultRecord, ACutRecordIsRejected) {
  const Example example;
  const std::string record = example.record();
  const auto files = filesWith("text of a");
  for (size_t size = 0; size < record.size(); ++size)
    EXPECT_FALSE(readFrom(record.substr(0, size), *files)) << size;
}

TEST(ResultRecord, ATextThatIsNotTheFilesOwnIsRejected) {
  Example example;
  const auto other = std::make_shared<SourceFile>("a.py", "a text with other offsets");
  example.result.diagnostics[0].range.file = other.get();
  EXPECT_FALSE(readFrom(example.record(), *filesWith("text of a")));
}

}  // namespace
}  // namespace ts::driver
