// Comments that choose which definitions are checked:
//
// - `# jitscope: script` on the line of a `def` or `class` at module level, or above it, makes the
//   definition a root.
// - `# jitscope: off` there: the definition is not judged. Above the first line of code, if that is
//   not a definition on the next line: the whole file is not judged.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/diag/diagnostic.h"

namespace ts::diag {

// Begins each of the comments. A text without it has none of them.
inline constexpr std::string_view kCheckMarker = "jitscope:";

enum class CheckWord : uint8_t { Script, Off, Unknown };

struct CheckComment {
  CheckWord word = CheckWord::Unknown;
  std::string_view text;   // the word
  Span span;               // from "jitscope:" to the end of the word
  uint32_t line = 0;       // the line of code that the comment applies to
  bool isAtTop = false;    // alone, and above the first line of code
  bool isAdjacent = true;  // on that line or directly above it
};

// Returns the comments that choose what is checked. `comments` are the ranges of all comments.
std::vector<CheckComment> checkComments(const SourceFile& file, std::span<const Span> comments);

// A function or class. The range begins at the first decorator.
struct DefinitionRange {
  Span span;
  bool isAtModuleLevel = false;
};
// Returns the definition whose decorators or first line contain the line.
using FindDefinition = std::function<std::optional<DefinitionRange>(uint32_t line)>;

// The definitions that the comments of a file choose.
struct ChosenDefinitions {
  bool isFileOff = false;
  std::vector<Span> off, scripted;
  std::vector<Diagnostic> problems;  // misspelt words and comments in the wrong place

  bool isOff(uint32_t offset) const;
  bool isScripted(Span definition) const;
};
ChosenDefinitions chosenDefinitions(const SourceFile& file, std::span<const Span> comments,
                                    const FindDefinition& find);

}  // namespace ts::diag
