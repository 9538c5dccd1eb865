// The value of a string literal from its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ts::syntax {

struct LiteralKind {
  bool raw = false;
  bool bytes = false;
  bool formatted = false;  // "{{" and "}}" stand for one brace
};

// Where in the body an escape is malformed, and how.
struct LiteralError {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string message;
};

// Appends the value of a literal's body (without prefix and quotes): UTF-8, a lone surrogate as
// three bytes; for bytes the bytes. Line ends become \n. False, and the first error, when an escape
// is malformed; the value then has that escape as written.
bool decodeLiteral(std::string_view body, LiteralKind kind, std::string& value,
                   LiteralError& error);

}  // namespace ts::syntax
