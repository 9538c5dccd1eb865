#include "debugger/stepping/breakpoints.h"

#include <charconv>

namespace ts::stepping {

bool HitRule::admits(uint64_t hits) const {
  switch (kind) {
    case Kind::Equal: return hits == number;
    case Kind::AtLeast: return hits >= number;
    case Kind::More: return hits > number;
    case Kind::Less: return hits < number;
    case Kind::AtMost: return hits <= number;
    case Kind::Multiple: return number > 0 && hits % number == 0;
  }
  return false;
}

std::optional<HitRule> readHitRule(const std::string& text) {
  static constexpr std::pair<std::string_view, HitRule::Kind> kOperators[] = {
      {">=", HitRule::Kind::AtLeast}, {"<=", HitRule::Kind::AtMost}, {"==", HitRule::Kind::Equal},
      {">", HitRule::Kind::More},     {"<", HitRule::Kind::Less},    {"=", HitRule::Kind::Equal},
      {"%", HitRule::Kind::Multiple}};
  std::string_view rest = text;
  const auto skipSpaces = [&] {
    while (rest.starts_with(' ')) rest.remove_prefix(1);
  };
  skipSpaces();
  HitRule rule;
  for (const auto& [sign, kind] : kOperators) {
    if (!rest.starts_with(sign)) continue;
    rest.remove_prefix(sign.size());
    rule.kind = kind;
    break;
  }
  skipSpaces();
  while (rest.ends_with(' ')) rest.remove_suffix(1);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), rule.number);
  if (error != std::errc() || end != rest.data() + rest.size()) return std::nullopt;
  return rule;
}

namespace {

// Returns the offset of the brace that closes the expression at `begin`, or of its format; npos
// when there is none. Brackets and strings may contain braces and colons.
size_t endOfExpression(const std::string& text, size_t begin, size_t& colon) {
  int depth = 0;
  char quote = 0;
  colon = text.npos;
  for (size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (quote) {
      if (c == '\\') ++at;
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (depth == 0 && c == '}') {
      return at;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (c == ':' && depth == 0 && colon == text.npos) {
      colon = at;
    }
  }
  return text.npos;
}

}  // namespace

std::vector<LogPart> logParts(const std::string& message) {
  std::vector<LogPart> parts;
  std::string text;
  for (size_t at = 0; at < message.size(); ++at) {
    const char c = message[at];
    if ((c == '{' || c == '}') && message.substr(at + 1, 1) == std::string(1, c)) {
      text += c;
      ++at;
      continue;
    }
    size_t colon = 0;
    const size_t end = c == '{' ? endOfExpression(message, at + 1, colon) : message.npos;
    if (end == message.npos) {
      text += c;
      continue;
    }
    if (!text.empty()) parts.push_back({std::move(text)});
    text.clear();
    LogPart part;
    part.isExpression = true;
    part.text = message.substr(at + 1, std::min(colon, end) - at - 1);
    if (colon < end) part.format = message.substr(colon + 1, end - colon - 1);
    parts.push_back(std::move(part));
    at = end;
  }
  if (!text.empty()) parts.push_back({std::move(text)});
  return parts;
}

}  // namespace ts::stepping
