#include "core/driver/compile.h"

#include <gtest/gtest.h>

namespace ts::driver {
namespace {

Snapshot files(std::map<std::string, std::string> texts) {
  OverlayFileSystem::Texts overlay;
  for (auto& [path, text] : texts) overlay.set(path, std::make_shared<SourceFile>(path, text));
  return Workspace(std::make_shared<OverlayFileSystem>(std::move(overlay), nullptr)).snapshot();
}

TEST(CompileTarget, CompilesAFunctionAndItsImports) {
  Snapshot snapshot = files({{"p/m.py", "from q import g\ndef f(x: int):\n    return g(x)\n"},
                             {"p/q.py", "def g(x: int):\n    return x + 1\n"}});
  CompiledTarget compiled = compileTarget(snapshot, {TargetKind::PythonFile, "p/m.py", "f"});
  EXPECT_EQ(compiled.error, "");
  EXPECT_TRUE(compiled.diagnostics.empty());
  ASSERT_NE(compiled.function, nullptr);
  EXPECT_NE(compiled.function->graph, nullptr);
}

TEST(CompileTarget, ErrorsNameTheMissingPart) {
  Snapshot snapshot = files({{"m.py", "x = 1\n"}});
  auto errorOf = [&](TargetKind kind, const char* path, const char* name) {
    return compileTarget(snapshot, {kind, path, name}).error;
  };
  EXPECT_EQ(errorOf(TargetKind::PythonFile, "m.py", "f"), "m.py: has no name `f`");
  EXPECT_EQ(errorOf(TargetKind::PythonFile, "n.py", "f"), "n.py: no such file");
  EXPECT_EQ(errorOf(TargetKind::PythonModule, "a.b", "f"),
            "the module `a.b` is not on the import paths");
}

TEST(CompileTarget, StopsAtSyntaxErrorsAndReportsTypeErrors) {
  Snapshot snapshot = files({{"m.py", "def f(x: int)\n    return x\n"},
                             {"n.py", "def f(x: int):\n    return x + nothing\n"}});
  for (auto [path, rule] : {std::pair{"m.py", diag::Rule::MissingColon},
                            std::pair{"n.py", diag::Rule::UndefinedName}}) {
    CompiledTarget compiled = compileTarget(snapshot, {TargetKind::PythonFile, path, "f"});
    ASSERT_EQ(compiled.diagnostics.size(), 1u) << path;
    EXPECT_EQ(compiled.diagnostics[0].rule, rule) << path;
  }
}

}  // namespace
}  // namespace ts::driver
