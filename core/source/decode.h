// Decodes the bytes of a Python file to UTF-8 text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/source/source_file.h"

namespace ts {

// The reason why bytes could not be decoded. `span` is in the decoded text: it covers the
// replacement of the first invalid byte, or the faulty encoding declaration.
struct DecodeError {
  Span span;
  std::string message;
};

struct DecodedText {
  std::string text;      // valid UTF-8 without byte order mark; line ends are unchanged
  std::string encoding;  // "utf-8", or the declared encoding in lower case
  std::optional<DecodeError> error;
};

// Decodes by the byte order mark, else by PEP 263's declaration in the first two lines, else as
// UTF-8. Always returns text: undecodable bytes become U+FFFD, and an unknown encoding is read as
// UTF-8. NUL bytes are kept; the lexer reports them.
DecodedText decodeSource(std::string_view bytes);

// The encoding declared by a "coding:" comment in the first two lines, and its position. The name
// is empty without a declaration.
struct EncodingDeclaration {
  std::string_view name;
  Span span;
};
EncodingDeclaration findEncodingDeclaration(std::string_view bytes);

}  // namespace ts
