#include "core/diag/check_comments.h"

#include <algorithm>

#include "core/diag/comment_text.h"

namespace ts::diag {

namespace {

void reportProblem(std::vector<Diagnostic>& problems, const SourceFile& file, Span at,
                   std::string message, std::string note) {
  problems.push_back(makeDiagnostic(Rule::BadSuppression, {&file, at}, std::move(message)));
  problems.back().note(std::move(note));
}

}  // namespace

std::vector<CheckComment> checkComments(const SourceFile& file, std::span<const Span> comments) {
  std::vector<CheckComment> result;
  if (file.text().find(kCheckMarker) == std::string_view::npos) return result;
  const uint32_t firstCode = nextCodeLine(file, 1);
  for (Span comment : comments) {
    const std::string_view text = file.text(comment);
    const size_t at = findMarker(text, kCheckMarker);
    if (at == text.npos) continue;
    const std::string_view word = wordAfter(text, at + kCheckMarker.size());
    const auto begin = static_cast<size_t>(word.data() - text.data());
    size_t end = begin + word.size();
    CheckComment& parsed = result.emplace_back();
    if (word == "script") {
      parsed.word = CheckWord::Script;
    } else if (word == "off") {
      parsed.word = CheckWord::Off;
    } else {
      end = std::min(text.find_first_of(kBlanks, begin), text.size());
    }
    parsed.text = text.substr(begin, end - begin);
    parsed.span = {comment.begin + static_cast<uint32_t>(at),
                   comment.begin + static_cast<uint32_t>(end)};
    parsed.line = appliesTo(file, comment);
    const uint32_t line = file.lineOf(comment.begin);
    parsed.isAtTop = line < firstCode;
    parsed.isAdjacent = parsed.line <= line + 1;
  }
  return result;
}

bool ChosenDefinitions::isOff(uint32_t offset) const {
  return isFileOff ||
         std::ranges::any_of(off, [&](Span definition) { return definition.contains(offset); });
}

bool ChosenDefinitions::isScripted(Span definition) const {
  return std::ranges::find(scripted, definition) != scripted.end();
}

ChosenDefinitions chosenDefinitions(const SourceFile& file, std::span<const Span> comments,
                                    const FindDefinition& find) {
  ChosenDefinitions chosen;
  for (const CheckComment& comment : checkComments(file, comments)) {
    if (comment.word == CheckWord::Unknown) {
      reportProblem(chosen.problems, file, comment.span,
                    comment.text.empty()
                        ? "a word must follow `jitscope:`"
                        : "the word `" + std::string(comment.text) + "` does not exist",
                    "the words after `jitscope:` are `script` and `off`");
      continue;
    }
    const auto definition =
        comment.isAdjacent ? find(comment.line) : std::optional<DefinitionRange>();
    if (comment.word == CheckWord::Off) {
      if (definition) {
        chosen.off.push_back(definition->span);
      } else if (comment.isAtTop) {
        chosen.isFileOff = true;
      } else {
        reportProblem(
            chosen.problems, file, comment.span, "`jitscope: off` has no effect here",
            "write it on the line of a `def` or `class` or above it, or at the top of the "
            "file");
      }
    } else if (definition && definition->isAtModuleLevel) {
      chosen.scripted.push_back(definition->span);
    } else {
      reportProblem(chosen.problems, file, comment.span, "`jitscope: script` has no effect here",
                    "write it on the line of a `def` or `class` at module level, or above it");
    }
  }
  return chosen;
}

}  // namespace ts::diag
