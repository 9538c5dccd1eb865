#include "core/compiler/reports/problem_log.h"

#include <gtest/gtest.h>

namespace ts::compiler {
namespace {

const SourceFile kUser("user.py", "f(x)\n");
const SourceFile kLibrary("<torch.nn.functional>", "y\n");

diag::Diagnostic problemIn(const SourceFile& file, std::string message) {
  return diag::makeDiagnostic(diag::Rule::UndefinedName, {&file, {0, 1}}, std::move(message));
}

std::vector<std::string> messages(ProblemLog& log) {
  std::vector<std::string> texts;
  for (const diag::Diagnostic& problem : log.sink().diagnostics()) texts.push_back(problem.message);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(ProblemLog, KeepsAProblemOnceThatIsFoundTwice) {
  ProblemLog log;
  log.report(problemIn(kUser, "a"));
  log.report(problemIn(kUser, "a"));
  log.report(problemIn(kUser, "b"));
  EXPECT_EQ(messages(log), (Texts{"a", "b"}));
}

TEST(ProblemLog, NamesClassesAsTheSourceDoes) {
  ProblemLog log;
  log.report(problemIn(kUser, "expected a __torch__.app.net.Point here"));
  EXPECT_EQ(messages(log), Texts{"expected a Point here"});
}

TEST(ProblemLog, RepeatsTheProblemsOfLibraryCodeForEachUse) {
  ProblemLog log;
  const int function = 0;
  const ProblemLog::Recording recording = log.startRecording();
  log.report(problemIn(kLibrary, "in the library"));
  log.report(problemIn(kUser, "in the user's code"));
  log.endRecording(&function, recording);
  log.sink().take();
  log.repeatProblems(&function);
  EXPECT_EQ(messages(log), Texts{"in the library"});
}

TEST(ProblemLog, AWarningInTheLibraryIsAWarningOfItsUse) {
  ProblemLog log;
  log.report(diag::makeDiagnostic(diag::Rule::UnsavableCall, {&kLibrary, {0, 1}}, "a call"));
  log.blame(0, {&kUser, {0, 4}}, "'f'");
  ASSERT_EQ(messages(log), Texts{"a call"});
  const diag::Diagnostic& warning = log.sink().diagnostics()[0];
  EXPECT_EQ(warning.rule, diag::Rule::UnsavableCall);
  EXPECT_EQ(warning.severity, diag::Severity::Warning);
  EXPECT_EQ(warning.range.text(), "f(x)");
}

TEST(ProblemLog, ForgetsTheProblemsOfWhatIsCompiledAnew) {
  ProblemLog log;
  const int function = 0;
  const ProblemLog::Recording recording = log.startRecording();
  log.report(problemIn(kLibrary, "in the library"));
  log.endRecording(&function, recording);
  log.sink().take();
  log.forgetProblems(&function);
  log.repeatProblems(&function);
  EXPECT_TRUE(messages(log).empty());
}

TEST(ProblemLog, TakesTheProblemsOfLibraryCodeOut) {
  ProblemLog log;
  log.report(problemIn(kUser, "first"));
  log.report(problemIn(kLibrary, "in the library"));
  log.report(problemIn(kUser, "last"));
  ASSERT_EQ(log.takeLibraryProblems(1).size(), 1u);
  EXPECT_EQ(messages(log), (Texts{"first", "last"}));
}

TEST(ProblemLog, BlamesTheCallForProblemsOfTheEmbeddedLibrary) {
  ProblemLog log;
  log.report(problemIn(kLibrary, "one"));
  log.report(problemIn(kLibrary, "two"));
  log.blame(0, {&kUser, {0, 1}}, "'f'");
  EXPECT_EQ(messages(log), Texts{"'f' needs code of PyTorch that can't be compiled"});
}

}  // namespace
}  // namespace ts::compiler
