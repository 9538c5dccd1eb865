#include "core/driver/target.h"

#include <gtest/gtest.h>

namespace ts::driver {
namespace {

void expectTarget(std::string_view text, TargetKind kind, std::string_view path,
                  std::string_view name) {
  ParsedTarget parsed = parseTarget(text);
  ASSERT_TRUE(parsed) << text << ": " << parsed.error;
  EXPECT_EQ(parsed.target->kind, kind) << text;
  EXPECT_EQ(parsed.target->path, path);
  EXPECT_EQ(parsed.target->name, name);
}

TEST(Target, HasFourKinds) {
  expectTarget("a/b.py:f", TargetKind::PythonFile, "a/b.py", "f");
  expectTarget("b.py:Net.forward", TargetKind::PythonFile, "b.py", "Net.forward");
  expectTarget("torch.nn.functional:relu", TargetKind::PythonModule, "torch.nn.functional", "relu");
  expectTarget("dir/model.pt", TargetKind::Archive, "dir/model.pt", "");
  expectTarget("net.onnx", TargetKind::Onnx, "net.onnx", "");
  expectTarget("g.ir", TargetKind::Ir, "g.ir", "");
}

TEST(Target, TakesAnyPathAndNonAsciiNames) {
  expectTarget("c:/x y.py:größe", TargetKind::PythonFile, "c:/x y.py", "größe");
  expectTarget("漢字:f1", TargetKind::PythonModule, "漢字", "f1");
}

TEST(Target, ErrorsNameTheMissingPart) {
  EXPECT_EQ(parseTarget("a.py").error, "`a.py` lacks the name of a function or class: `a.py:NAME`");
  EXPECT_EQ(parseTarget("a.py:").error, "`` after the colon is not a name");
  EXPECT_EQ(parseTarget("a.py:1f").error, "`1f` after the colon is not a name");
  EXPECT_EQ(parseTarget("a.py:x..y").error, "`x..y` after the colon is not a name");
  EXPECT_EQ(parseTarget("m.pt:f").error,
            "`m.pt` takes no name: only Python files have named targets");
  EXPECT_EQ(parseTarget("a/b:f").error, "`a/b` is neither a Python file nor the name of a module");
  EXPECT_FALSE(parseTarget(""));
  EXPECT_FALSE(parseTarget("a/b"));
}

}  // namespace
}  // namespace ts::driver
