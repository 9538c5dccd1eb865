// Semantic tokens: the kind of each name in a file, for highlighting.
#pragma once

#include <vector>

#include "core/ide/document.h"

namespace ts::ide {

// In the order of kTokenTypeNames, LSP's names.
enum class TokenType : uint8_t {
  Namespace,
  Class,
  Function,
  Method,
  Property,
  Variable,
  Parameter,
  TypeParameter,
  Decorator
};
inline constexpr const char* kTokenTypeNames[] = {"namespace", "class",         "function",
                                                  "method",    "property",      "variable",
                                                  "parameter", "typeParameter", "decorator"};
// Bit flags, in the order of kTokenModifierNames.
namespace token_modifiers {
inline constexpr uint8_t kDeclaration = 1;
inline constexpr uint8_t kModification = 2;
inline constexpr uint8_t kDefaultLibrary = 4;
}  // namespace token_modifiers
inline constexpr const char* kTokenModifierNames[] = {"declaration", "modification",
                                                      "defaultLibrary"};

struct SemanticToken {
  Span span;
  TokenType type;
  uint8_t modifiers;
};

// Returns tokens in the order of the text, without overlaps. A token never spans lines.
std::vector<SemanticToken> semanticTokens(const Document& document);

}  // namespace ts::ide
