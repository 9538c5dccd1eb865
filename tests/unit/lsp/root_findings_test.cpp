// Findings of roots move with an edit until the check of the new text has its own.
#include "lsp/checks/root_findings.h"

#include <gtest/gtest.h>

#include "core/types/type.h"
#include "lsp/checks/analysis.h"

namespace ts::lsp {
namespace {

SourceFilePtr file(std::string text) {
  return std::make_shared<SourceFile>("model.py", std::move(text));
}

SourceRange rangeOf(const SourceFilePtr& in, std::string_view word) {
  const auto begin = static_cast<uint32_t>(in->text().find(word));
  return {in.get(), {begin, begin + static_cast<uint32_t>(word.size())}};
}

RootFindings findingAt(const SourceFilePtr& in, std::string_view word) {
  RootFindings findings;
  findings.diagnostics.push_back(
      diag::makeDiagnostic(diag::Rule::UndefinedName, rangeOf(in, word), "wrong"));
  return findings;
}

TEST(RootFindings, MoveWithTextThatIsInsertedBeforeThem) {
  const SourceFilePtr before = file("a = 1\nreturn wrong\n");
  const SourceFilePtr after = file("a = 1\nb = 2\nreturn wrong\n");
  const RootFindingsPtr moved = movedFindings(findingAt(before, "wrong"), before, after);
  ASSERT_EQ(moved->diagnostics.size(), 1u);
  EXPECT_EQ(moved->diagnostics[0].range, rangeOf(after, "wrong"));
}

TEST(RootFindings, StayWhenTextBehindThemChanges) {
  const SourceFilePtr before = file("return wrong\na = 1\n");
  const SourceFilePtr after = file("return wrong\na = 25\n");
  const RootFindingsPtr moved = movedFindings(findingAt(before, "wrong"), before, after);
  ASSERT_EQ(moved->diagnostics.size(), 1u);
  EXPECT_EQ(moved->diagnostics[0].range, rangeOf(after, "wrong"));
}

TEST(RootFindings, EndWhenTheirTextChanges) {
  const SourceFilePtr before = file("return wrong\n");
  const SourceFilePtr after = file("return wrung\n");
  EXPECT_TRUE(movedFindings(findingAt(before, "wrong"), before, after)->diagnostics.empty());
}

TEST(RootFindings, KeepRelatedPlacesInOtherFiles) {
  const SourceFilePtr before = file("return wrong\n");
  const SourceFilePtr after = file("# more\nreturn wrong\n");
  const auto root = std::make_shared<SourceFile>("export.py", "torch.jit.script(f)\n");
  RootFindings findings = findingAt(before, "wrong");
  findings.diagnostics[0].note("scripted at export.py:1", {root.get(), {0, 5}});
  const RootFindingsPtr moved = movedFindings(findings, before, after);
  ASSERT_EQ(moved->diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(moved->diagnostics[0].notes[0].range.file, root.get());
}

TEST(RootFindings, OfADamagedTextAreCompletedWhereNothingWasCompiled) {
  const SourceFilePtr text = file("first\nsecond\nthird\n");
  const auto older = std::make_shared<RootFindings>(findingAt(text, "first"));
  older->diagnostics.push_back(findingAt(text, "second").diagnostics[0]);
  const auto newer = std::make_shared<RootFindings>(findingAt(text, "third"));
  const Span compiled[] = {rangeOf(text, "second\nthird").span};
  const RootFindingsPtr all = completedFindings(newer, older, compiled);
  ASSERT_EQ(all->diagnostics.size(), 2u);
  EXPECT_EQ(all->diagnostics[0].range, rangeOf(text, "third"));
  EXPECT_EQ(all->diagnostics[1].range, rangeOf(text, "first"));
  // The next damaged text starts from the same findings.
  EXPECT_EQ(all->base, older);
  EXPECT_EQ(completedFindings(newer, movedFindings(*all, text, text), compiled)->diagnostics.size(),
            2u);
  EXPECT_EQ(completedFindings(newer, nullptr, compiled)->diagnostics.size(), 1u);
}

TEST(RootFindings, AddProblemsAndFactsThatTheFirstHalfLacks) {
  const SourceFilePtr text = file("x = y\n");
  CheckResult first;
  driver::FileResult details;
  details.file = text;
  details.types = {{{0, 1}, types::intType()}};
  first.details = std::make_shared<const Lazy<driver::FileResult>>([details] { return details; });
  auto findings = std::make_shared<RootFindings>(findingAt(text, "y"));
  findings->types = {{{0, 1}, types::floatType()}, {{4, 5}, types::floatType()}};
  addFindings(first, findings);
  EXPECT_EQ(first.diagnostics.size(), 1u);
  ASSERT_EQ(first.facts()->types.size(), 2u);
  EXPECT_EQ(first.facts()->types[0].type, types::intType());
  EXPECT_EQ(first.facts()->types[1].type, types::floatType());
}

}  // namespace
}  // namespace ts::lsp
