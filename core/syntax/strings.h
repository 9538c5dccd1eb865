// Decodes string literals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ts::syntax {

struct LiteralKind {
  bool raw = false;
  bool bytes = false;
  bool formatted = false;  // "{{" and "}}" are single braces
};

// The position of a malformed escape in the body, and a message.
struct LiteralError {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string message;
};

// Appends the value of a literal's body (without prefix and quotes): the bytes of a bytes literal,
// or UTF-8, in which a lone surrogate has three bytes. Line breaks become \n. If an escape is
// malformed, returns false and the first error; the value then contains the escape unchanged.
bool decodeLiteral(std::string_view body, LiteralKind kind, std::string& value,
                   LiteralError& error);

}  // namespace ts::syntax
