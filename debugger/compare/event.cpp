#include "debugger/compare/event.h"

#include <unordered_set>

namespace ts::debugger {

Site siteOf(SourceRange range) {
  static std::unordered_set<std::string> paths;  // its elements never move
  if (!range) return {};
  return {&*paths.insert(range.file->path()).first, range.file->lineOf(range.span.begin),
          range.span, range.file};
}

std::string_view nameOf(Cause cause) {
  switch (cause) {
    case Cause::Branch: return "branch";
    case Cause::LoopCount: return "loop-count";
    case Cause::BakedConstant: return "baked-constant";
    case Cause::DtypeBranch: return "dtype-branch";
    case Cause::RankBranch: return "rank-branch";
    case Cause::Item: return "item";
    case Cause::Len: return "len";
    case Cause::Iteration: return "iteration";
    case Cause::TrainingMode: return "training-mode";
    case Cause::InPlace: return "in-place";
    case Cause::PythonState: return "python-state";
    case Cause::Randomness: return "randomness";
    case Cause::ScriptSemantics: return "script-semantics";
    case Cause::Exception: return "exception";
    case Cause::Value: return "value";
    case Cause::Gradient: return "gradient";
  }
  return {};
}

}  // namespace ts::debugger
