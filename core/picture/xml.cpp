#include "core/picture/xml.h"

#include "core/base/json_writer.h"

namespace ts::viz {

std::string xmlText(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    size_t bytes = utf8Length(text);
    unsigned char first = static_cast<unsigned char>(text[0]);
    std::string_view character = text.substr(0, bytes);
    if (bytes == 0) {
      out += kReplacement;
      bytes = 1;
    } else if (bytes > 1) {
      // XML forbids U+FFFE and U+FFFF.
      out += character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF" ? kReplacement : character;
    } else if (first == '&') {
      out += "&amp;";
    } else if (first == '<') {
      out += "&lt;";
    } else if (first == '>') {
      out += "&gt;";
    } else if (first == '"') {
      out += "&quot;";
    } else if (first < 0x20 && first != '\n' && first != '\t') {
      out += first == '\r' ? std::string_view(" ") : kReplacement;
    } else {
      out += character;
    }
    text.remove_prefix(bytes);
  }
  return out;
}

}  // namespace ts::viz
