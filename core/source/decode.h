// The bytes of a Python file as UTF-8 text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/source/source_file.h"

namespace ts {

// What kept the bytes from being text of their encoding. The span is in the decoded text: the
// replacement of the first bad byte, or the declaration that is at fault.
struct DecodeError {
  Span span;
  std::string message;
};

struct DecodedText {
  std::string text;      // valid UTF-8 without byte order mark, line ends as they were
  std::string encoding;  // "utf-8", or as declared in lower case
  std::optional<DecodeError> error;
};

// Follows a byte order mark and PEP 263's declaration in the first two lines; UTF-8 otherwise.
// Never fails: what can't be decoded becomes U+FFFD, an encoding that is unknown is read as UTF-8.
// NUL bytes stay: the lexer reports them.
DecodedText decodeSource(std::string_view bytes);

// The encoding that a "coding:" comment in the first two lines names, and where; empty when there
// is none.
struct EncodingDeclaration {
  std::string_view name;
  Span span;
};
EncodingDeclaration findEncodingDeclaration(std::string_view bytes);

}  // namespace ts
