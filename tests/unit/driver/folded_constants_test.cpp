// Tensors that PyTorch folds into constants although a loop changes them.
#include <gtest/gtest.h>

#include "core/driver/workspace.h"

namespace ts::driver {
namespace {

// Checks a script; the lines with the comment "# here" have the warning, and no others.
void check(const std::string& body) {
  const std::string text = "import torch\n\n@torch.jit.script" + body;
  Workspace::OpenDocuments documents;
  documents.set("a.py", std::make_shared<const SourceFile>("a.py", text));
  const Workspace workspace(
      std::make_shared<OverlayFileSystem>(OverlayFileSystem::Texts(), nullptr));
  const FileResult result = workspace.snapshot(documents).check("a.py");
  const size_t mark = text.find("  # here");
  EXPECT_EQ(result.diagnostics.size(), mark == text.npos ? 0U : 1U) << text;
  for (const diag::Diagnostic& diagnostic : result.diagnostics) {
    EXPECT_EQ(diagnostic.rule, diag::Rule::FoldedThenChanged) << diagnostic.message;
    EXPECT_EQ(diagnostic.range.file->lineOf(diagnostic.range.span.begin),
              diagnostic.range.file->lineOf(static_cast<uint32_t>(mark)))
        << text;
  }
}

TEST(FoldedConstants, ATensorThatALaterTurnChangesIsReported) {
  check(R"(
def f(n: int):
    a = torch.zeros(1)
    b = torch.ones(1)
    for i in range(n):
        a, b = b, a
        a += 1  # here
    return a + b
)");
  check(R"(
def f(n: int):
    a = torch.zeros(1)
    b = torch.ones(1)
    i = 0
    while i < n:
        if i > 1:
            a.add_(1)  # here
        c = a
        a = b
        b = c
        i += 1
    return a + b
)");
}

TEST(FoldedConstants, TensorsThatPyTorchSeesChangeAreNotReported) {
  for (const char* change : {"a = a + 1", "a += 1; b += 1", "a = torch.zeros(1); a += 1"})
    check(std::string(R"(
def f(n: int):
    a = torch.zeros(1)
    b = torch.ones(1)
    for i in range(n):
        a, b = b, a
        )") +
          change + "\n    return a + b\n");
  // Not constants.
  check(R"(
def f(n: int):
    a = torch.zeros(n)
    b = torch.rand(1)
    for i in range(n):
        a, b = b, a
        a += 1
    return a + b
)");
  // Without an exchange.
  check(R"(
def f(n: int):
    a = torch.zeros(1)
    b = torch.ones(1)
    for i in range(n):
        a += 1
        b = a
    return a + b
)");
}

}  // namespace
}  // namespace ts::driver
