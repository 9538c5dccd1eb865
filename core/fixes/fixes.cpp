#include "core/fixes/fixes.h"

#include <algorithm>

#include "core/fixes/fix_context.h"
#include "core/fixes/fix_functions.h"

namespace ts::fixes {

namespace {

using diag::Rule;

struct Row {
  Rule rule;
  MaybeFix (*make)(const FixContext& context);
  bool isAlternative = false;  // is offered beside the fix of an earlier row
};
constexpr bool kIsAlternative = true;
// Sorted by rule. When a rule has several functions, the first that returns a fix wins.
constexpr Row kTable[] = {
    {Rule::UnmatchedBracket, dropBracket},
    {Rule::UnterminatedString, closeString},
    {Rule::UnusedSuppression, dropSuppression},
    {Rule::NestedFunction, moveDefinition},
    {Rule::NestedClass, moveDefinition},
    {Rule::ImportInFunction, moveImport},
    {Rule::UnsupportedGlobal, dropDeclaration},
    {Rule::UnsupportedNonlocal, dropDeclaration},
    {Rule::UnsupportedMatch, rewriteMatch},
    {Rule::UnsupportedWalrus, hoistWalrus},
    {Rule::LoopElse, rewriteLoopElse},
    {Rule::VariadicParameter, dropVariadic},
    {Rule::KeywordOnlyDefault, dropStar},
    {Rule::KeywordExpansion, expandKeywords},
    {Rule::DictExpansion, expandDict},
    {Rule::ComprehensionCondition, loopForComprehension},
    {Rule::SeveralGenerators, loopForComprehension},
    {Rule::FStringConversion, spellOutDebugString},
    {Rule::BareRaise, nameException},
    {Rule::ReservedName, renameReserved},
    {Rule::AnnotationWithoutValue, moveAnnotation},
    {Rule::UnsupportedTarget, bindPlainly},
    {Rule::UnsupportedDelete, flattenDelete},
    {Rule::MisplacedEllipsis, writePass},
    {Rule::RaiseNeedsException, wrapRaised},
    {Rule::UnsupportedPythonBuiltin, useKnownMethod},
    {Rule::UnsupportedAnnotation, rewriteAnnotation},
    {Rule::BadDefault, annotateDefault},
    {Rule::MutableDefault, defaultNone},
    {Rule::TypeChangesInBlock, makeFloatBefore},
    {Rule::AnnotationMismatch, makeFloat},
    {Rule::AnnotatedInInnerBlock, dropInnerAnnotation},
    {Rule::ReturnTypeMismatch, makeFloat},
    {Rule::ReturnTypeMismatch, changeReturnType},
    {Rule::MissingReturn, returnNone},
    {Rule::MissingReturn, raiseAtEnd},
    {Rule::ConditionalTypeMismatch, makeFloatBranch},
    {Rule::UndefinedName, importName},
    {Rule::UndefinedName, respellName},
    {Rule::UndefinedOnSomePath, giveValueBefore},
    {Rule::NotABool, writeTest},
    {Rule::RangeNeedsInts, castRangeArgument},
    {Rule::TolistNeedsAnnotation, annotateTolist},
    {Rule::GlobalAsValue, inlineGlobal},
    {Rule::OptionalNotRefined, assertNotNone},
    {Rule::OptionalNotRefined, skipNone, kIsAlternative},
    {Rule::OptionalAsBool, writeTest},
    {Rule::NoSuchAttribute, useKnownMethod},
    {Rule::ClassNeedsInit, addInit},
    {Rule::ClassInstantiation, reverseBySlice},
    {Rule::BadConstant, dropConstant},
    {Rule::ConstantAssigned, dropConstant},
    {Rule::ModuleNotInitialized, callSuperInit},
    {Rule::ContainerIndexNotConstant, enumerateContainer},
    {Rule::ModuleClass, makeInstance},
    {Rule::WrongArgumentType, makeFloatArgument},
    {Rule::WrongArgumentType, annotateEmptyDict},
    {Rule::WrongArgumentType, renameKeyword},
    {Rule::WrongArgumentType, annotateParameter},
    {Rule::UnknownKeyword, renameKeyword},
    {Rule::TracedLength, useShape},
    {Rule::TracedData, useDetach},
    {Rule::TracedTraining, callEval},
    {Rule::TracedListOutput, returnTuple},
};
static_assert(std::ranges::is_sorted(kTable, {}, &Row::rule));

}  // namespace

void addFixes(const syntax::Module& tree, const std::vector<compiler::TypeFact>& types,
              std::vector<diag::Diagnostic>& diagnostics) {
  for (diag::Diagnostic& diagnostic : diagnostics) {
    if (!diagnostic.fixes.empty() || diagnostic.range.file != tree.file.get()) continue;
    const auto* row = std::ranges::lower_bound(kTable, diagnostic.rule, {}, &Row::rule);
    if (row == std::end(kTable) || row->rule != diagnostic.rule) continue;
    FixContext context(tree, types, diagnostic);
    for (; row != std::end(kTable) && row->rule == diagnostic.rule; ++row) {
      if (!diagnostic.fixes.empty() && !row->isAlternative) continue;
      if (MaybeFix fix = row->make(context)) {
        std::ranges::stable_sort(fix->edits, {},
                                 [](const diag::Edit& edit) { return edit.range.span.begin; });
        diagnostic.fixes.push_back(std::move(*fix));
      }
    }
  }
}

const diag::Fix* FixSelection::add(const diag::Diagnostic& diagnostic) {
  if (diagnostic.fixes.empty() || !takes(diagnostic.fixes.front())) return nullptr;
  const diag::Fix& fix = diagnostic.fixes.front();
  // A cursor right after a name is on the name, so that edits next to each other touch.
  auto touchesEarlier = [&](const diag::Edit& edit) {
    const Span span = edit.range.span;
    return std::ranges::any_of(edited_[edit.range.file->path()], [&](Span other) {
      return span.begin <= other.end && other.begin <= span.end;
    });
  };
  if (std::ranges::any_of(fix.edits, touchesEarlier)) return nullptr;
  for (const diag::Edit& edit : fix.edits)
    edited_[edit.range.file->path()].push_back(edit.range.span);
  return &fix;
}

}  // namespace ts::fixes
