#include "core/driver/incremental_checker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <stop_token>

namespace ts::driver {
namespace {

// A file that is edited. Every edit is checked incrementally and afresh, and both results must be
// equal.
class Editor {
 public:
  explicit Editor(std::string text, Roots roots = Roots::Explicit,
                  std::map<std::string, std::string> others = {})
      : text_(std::move(text)), workspace_(emptyDisk(), {.roots = roots}) {
    for (const auto& [path, other] : others) open(path, other);
    check();
  }

  void replace(std::string_view from, std::string_view to) {
    const size_t at = text_.find(from);
    ASSERT_NE(at, std::string::npos);
    set(text_.substr(0, at) + std::string(to) + text_.substr(at + from.size()));
  }
  void set(std::string text) {
    text_ = std::move(text);
    check();
  }
  void setOther(const std::string& path, const std::string& text) {
    open(path, text);
    check();
  }
  const std::string& text() const { return text_; }
  const IncrementalResult& last() const { return last_; }
  std::vector<std::string> messages() const {
    std::vector<std::string> all;
    for (const diag::Diagnostic& diagnostic : whole_.diagnostics)
      all.push_back(described(diagnostic));
    return all;
  }

 private:
  static FileSystemPtr emptyDisk() {
    return std::make_shared<OverlayFileSystem>(OverlayFileSystem::Texts(), nullptr);
  }

  static std::string described(SourceRange range) {
    return range.file ? range.file->path() + ":" + std::to_string(range.span.begin) + "-" +
                            std::to_string(range.span.end) + " "
                      : "";
  }
  static std::string described(const diag::Diagnostic& diagnostic) {
    std::string text =
        described(diagnostic.range) + diag::code(diagnostic.rule) + " " + diagnostic.message;
    for (const diag::Label& label : diagnostic.labels)
      text += "\n  label " + described(label.range) + label.message;
    for (const diag::Note& note : diagnostic.notes)
      text += "\n  note " + described(note.range) + note.message;
    for (const diag::Fix& fix : diagnostic.fixes) {
      text += "\n  fix " + fix.title;
      for (const diag::Edit& edit : fix.edits) text += "\n    " + described(edit.range) + edit.text;
    }
    return text;
  }
  static std::vector<std::string> facts(const FileResult& result) {
    std::vector<std::string> all;
    for (const compiler::TypeFact& fact : result.types) {
      all.push_back(std::to_string(fact.span.begin) + "-" + std::to_string(fact.span.end) + " " +
                    fact.type->annotation());
    }
    for (const compiler::OverloadFact& fact : result.overloads)
      all.push_back(std::to_string(fact.span.begin) + "-" + std::to_string(fact.span.end) + " " +
                    fact.schema->str());
    return all;
  }

  void open(const std::string& path, const std::string& text) {
    documents_.set(path, std::make_shared<const SourceFile>(path, text));
  }
  void check() {
    open("a.py", text_);
    const Snapshot snapshot = workspace_.snapshot(documents_);
    last_ = checker_.check(snapshot, "a.py");
    whole_ = last_.whole();
    ASSERT_EQ(last_.diagnostics.size(), whole_.diagnostics.size());
    for (size_t i = 0; i < last_.diagnostics.size(); ++i) {
      diag::Diagnostic unfixed = whole_.diagnostics[i];
      unfixed.fixes = last_.diagnostics[i].fixes;
      EXPECT_EQ(described(last_.diagnostics[i]), described(unfixed));
    }
    const FileResult fresh = snapshot.check("a.py", Detail::Facts);
    std::vector<std::string> expected;
    for (const diag::Diagnostic& diagnostic : fresh.diagnostics)
      expected.push_back(described(diagnostic));
    EXPECT_EQ(messages(), expected) << text_;
    EXPECT_EQ(facts(whole_), facts(fresh)) << text_;
  }

  std::string text_;
  Workspace workspace_;
  Workspace::OpenDocuments documents_;
  IncrementalChecker checker_;
  IncrementalResult last_;
  FileResult whole_;
};

constexpr const char* kThree = R"(
import torch

LIMIT = 3

@torch.jit.script
def one(x):
    return x + LIMIT

def helper(x):
    return x.relu()

@torch.jit.script
def two(x):
    return helper(x)

@torch.jit.script
def three(x):
    return x.nothing()
)";

TEST(IncrementalChecker, AnEditOfABodyCompilesOneFunction) {
  Editor editor(kThree);
  EXPECT_EQ(editor.last().groups, 3u);  // one; helper and two; three
  EXPECT_EQ(editor.last().compiledGroups, 3u);
  editor.replace("x + LIMIT", "x + LIMITS");
  EXPECT_EQ(editor.last().compiledGroups, 1u);
  EXPECT_FALSE(editor.last().ran);
  EXPECT_EQ(editor.messages().size(), 2u);
  editor.replace("x + LIMITS", "x + 1");
  EXPECT_EQ(editor.last().compiledGroups, 1u);
  EXPECT_EQ(editor.messages().size(), 1u);
}

TEST(IncrementalChecker, CallersAreCheckedWithTheirCallees) {
  Editor editor(kThree);
  editor.replace("x.relu()", "x.size(0)");
  EXPECT_EQ(editor.last().compiledGroups, 1u);
  editor.replace("def helper(x)", "def helper(x: int)");
  EXPECT_EQ(editor.last().compiledGroups, 1u);
  EXPECT_EQ(editor.messages().size(), 3u);
}

TEST(IncrementalChecker, AConstantIsCheckedWithItsUsers) {
  Editor editor(kThree);
  editor.replace("LIMIT = 3", "LIMIT = 'three'");
  EXPECT_EQ(editor.last().compiledGroups, 1u);
  EXPECT_EQ(editor.messages().size(), 2u);
}

TEST(IncrementalChecker, NewLinesMoveCachedDiagnostics) {
  Editor editor(kThree);
  editor.replace("LIMIT = 3\n", "LIMIT = 3\n\n\n# more\n\nUNUSED = 4\n");
  EXPECT_EQ(editor.last().compiledGroups, 1u);  // of `one`: its constant's chunk has grown
  EXPECT_EQ(editor.messages().size(), 2u);
}

TEST(IncrementalChecker, ANewNameIsCheckedWithItsUsers) {
  Editor editor(
      "import torch\n\n@torch.jit.script\ndef f(x):\n    return late(x)\n\n@torch.jit.script\ndef "
      "g(x):\n    return x\n");
  EXPECT_EQ(editor.messages().size(), 1u);
  editor.set(editor.text() + "\ndef late(x):\n    return x\n");
  EXPECT_EQ(editor.messages().size(), 0u);
}

TEST(IncrementalChecker, SyntaxErrorsComeAndGo) {
  Editor editor(kThree);
  editor.replace("x + LIMIT", "x + (LIMIT");
  EXPECT_EQ(editor.messages().size(), 2u);  // the bracket, and the problem of `three`
  EXPECT_EQ(editor.last().compiledGroups, 1u);
  editor.replace("x + (LIMIT", "x + ((LIMIT");
  EXPECT_EQ(editor.last().compiledGroups, 1u);
  editor.replace("x + ((LIMIT", "x + LIMIT");
  EXPECT_EQ(editor.messages().size(), 2u);
  EXPECT_EQ(editor.last().compiledGroups, 1u);
}

TEST(IncrementalChecker, AnImportedFileIsNoticed) {
  Editor editor("import torch\nfrom b import g\n\n@torch.jit.script\ndef f(x):\n    return g(x)\n",
                Roots::Explicit, {{"b.py", "def g(x):\n    return x\n"}});
  EXPECT_EQ(editor.messages().size(), 0u);
  editor.setOther("b.py", "def g(x: str):\n    return x\n");
  EXPECT_EQ(editor.messages().size(), 1u);
  editor.replace("return g(x)", "return g(x )");
  EXPECT_EQ(editor.messages().size(), 1u);
}

constexpr const char* kModule = R"(
import torch
from torch import nn

def scaled(x):
    return x * 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 3)

    def forward(self, x):
        return self.layer(scaled(x)).nothing()

def size():
    return 3

model = torch.jit.script(Net())
count = size()

@torch.jit.script
def free(x):
    return x.nowhere()
)";

TEST(IncrementalChecker, AFileRunsAgainWhenTheRunDependsOnTheEdit) {
  Editor editor(kModule);
  EXPECT_TRUE(editor.last().ran);
  EXPECT_EQ(editor.messages().size(), 2u);
  editor.replace("x.nowhere()", "x.somewhere()");
  EXPECT_FALSE(editor.last().ran);
  editor.replace("x * 2", "x * 'two'");
  EXPECT_TRUE(editor.last().ran);
  editor.replace("return 3", "return 4");
  EXPECT_TRUE(editor.last().ran);
  editor.replace("nothing()", "relu()");
  EXPECT_TRUE(editor.last().ran);
}

TEST(IncrementalChecker, TypingInADamagedFunctionDoesNotRunTheFileAgain) {
  Editor editor(kModule);
  editor.replace("x * 2", "x * (2");
  editor.replace("x * (2", "x * ((2");
  EXPECT_FALSE(editor.last().ran);
  editor.replace("x * ((2", "x * 2");
  EXPECT_TRUE(editor.last().ran);
}

TEST(IncrementalChecker, RandomEditsGiveTheResultOfAFreshCheck) {
  std::mt19937 random(7);
  constexpr std::string_view kTyped[] = {"",
                                         " ",
                                         "\n",
                                         "(",
                                         ")",
                                         ":",
                                         "x",
                                         "def ",
                                         "    ",
                                         "ä",
                                         "\"\"\"",
                                         "#",
                                         "return x\n",
                                         "@torch.jit.script\n",
                                         "helper",
                                         "one",
                                         "two = 3\n",
                                         "class A:\n    pass\n",
                                         "\\\n",
                                         ";",
                                         "import two\n"};
  for (const char* begin : {kThree, kModule}) {
    for (const Roots roots : {Roots::Explicit, Roots::All}) {
      Editor editor(begin, roots);
      for (int i = 0; i < 100 && !testing::Test::HasFailure(); ++i) {
        std::string text = i % 10 == 0 ? begin : editor.text();
        const size_t at = random() % (text.size() + 1);
        text.replace(at, random() % 3 ? 0 : random() % 12, kTyped[random() % std::size(kTyped)]);
        editor.set(text);
      }
    }
  }
}

// Files that request a stop at the nth call, so that a check is cancelled at a chosen point.
class StoppingFiles final : public FileSystem {
 public:
  explicit StoppingFiles(OverlayFileSystem::Texts texts) : files_(std::move(texts), nullptr) {}

  // Returns a token whose stop is requested at the nth call from now on.
  std::stop_token stopAfter(int calls) {
    source_ = std::stop_source();
    callsLeft_ = calls;
    return source_.get_token();
  }

  ReadResult read(const std::string& path) const override { return count(), files_.read(path); }
  FileKind kind(const std::string& path) const override { return count(), files_.kind(path); }
  FolderListing list(const std::string& path) const override { return count(), files_.list(path); }
  uint64_t stamp(const std::string& path) const override { return count(), files_.stamp(path); }

 private:
  void count() const {
    if (--callsLeft_ == 0) source_.request_stop();
  }

  OverlayFileSystem files_;
  mutable std::atomic<int> callsLeft_ = 0;
  mutable std::stop_source source_;
};

Workspace::OpenDocuments document(const std::string& text) {
  return {{"a.py", std::make_shared<const SourceFile>("a.py", text)}};
}

std::vector<std::string> described(const FileResult& result) {
  std::vector<std::string> all;
  for (const diag::Diagnostic& diagnostic : result.diagnostics)
    all.push_back(std::to_string(diagnostic.range.span.begin) + " " + diag::code(diagnostic.rule) +
                  " " + diagnostic.message);
  for (const compiler::TypeFact& fact : result.types)
    all.push_back(std::to_string(fact.span.begin) + " " + fact.type->annotation());
  return all;
}

TEST(Cancellation, ACancelledCheckLeavesTheCacheAsItWas) {
  const Workspace workspace(
      std::make_shared<OverlayFileSystem>(OverlayFileSystem::Texts(), nullptr));
  IncrementalChecker checker;
  std::string text = kThree;
  checker.check(workspace.snapshot(document(text)), "a.py");
  text.replace(text.find("x + LIMIT"), 9, "x + LIMITS");
  const Snapshot edited = workspace.snapshot(document(text));

  std::stop_source stopped;
  stopped.request_stop();
  const IncrementalResult cancelled = checker.check(edited, "a.py", stopped.get_token());
  EXPECT_TRUE(cancelled.isCancelled);
  EXPECT_TRUE(cancelled.diagnostics.empty());

  const IncrementalResult complete = checker.check(edited, "a.py");
  EXPECT_FALSE(complete.isCancelled);
  EXPECT_EQ(complete.compiledGroups, 1u);
  EXPECT_EQ(described(complete.whole()), described(edited.check("a.py", Detail::Facts)));
}

TEST(Cancellation, AFileThatIsNotOpenIsCancelledToo) {
  const Workspace workspace(std::make_shared<OverlayFileSystem>(document(kModule), nullptr));
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_TRUE(workspace.snapshot().check("a.py", Detail::Facts, stopped.get_token()).isCancelled);
  EXPECT_TRUE(
      IncrementalChecker().check(workspace.snapshot(), "a.py", stopped.get_token()).isCancelled);
}

// Cancels checks at every point at which they use the file system: while they look for imports,
// compile, and run the file. The next check must equal a fresh one.
TEST(Cancellation, TheNextCheckEqualsAFreshOne) {
  const auto files = std::make_shared<StoppingFiles>(OverlayFileSystem::Texts{
      {"b.py", std::make_shared<const SourceFile>(
                   "b.py", "import c\nlimit = c.limit\ndef g(x):\n    return x\n")},
      {"c.py", std::make_shared<const SourceFile>("c.py", "limit = 3\n")}});
  const Workspace workspace(files);
  std::string imports = "import torch\nimport b\nfrom b import g\n";
  std::string functions;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "f" + std::to_string(i);
    functions += "@torch.jit.script\ndef " + name + "(x):\n    return g(x).missing()\n";
  }
  const std::string loop = "for i in range(1000):\n    n = i * b.limit\n";
  std::optional<IncrementalChecker> checker(std::in_place);
  int cancelled = 0;
  for (int calls = 1; calls <= 15; ++calls) {
    const std::string text = imports + functions + kModule + loop + "# " + std::to_string(calls) +
                             std::string(calls % 3, '\n') + "\nlast = " + std::to_string(calls) +
                             "\n";
    const Snapshot snapshot = workspace.snapshot(document(text));
    if (calls % 5 == 0) checker.emplace();
    const IncrementalResult first = checker->check(snapshot, "a.py", files->stopAfter(calls));
    cancelled += first.isCancelled;
    const IncrementalResult second = first.isCancelled ? checker->check(snapshot, "a.py") : first;
    ASSERT_FALSE(second.isCancelled);
    EXPECT_EQ(described(second.whole()), described(snapshot.check("a.py", Detail::Facts))) << calls;
  }
  EXPECT_GT(cancelled, 5);
}

}  // namespace
}  // namespace ts::driver
