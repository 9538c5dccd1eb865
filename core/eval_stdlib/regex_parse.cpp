#include <algorithm>

#include "core/base/ascii.h"
#include "core/eval/builtins/text.h"
#include "core/eval_stdlib/regex.h"
#include "core/syntax/unicode.h"

namespace ts::eval::regex {
namespace {

constexpr int kMaxDepth = 200;

bool isOctal(char32_t c) { return c >= '0' && c <= '7'; }
int hexValue(char32_t c) {
  if (isAsciiDigit(c)) return static_cast<int>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<int>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<int>(c - 'A' + 10);
  return -1;
}

uint32_t flagOf(char32_t letter) {
  switch (letter) {
    case 'i': return kIgnoreCase;
    case 'L': return kLocale;
    case 'm': return kMultiline;
    case 's': return kDotAll;
    case 'u': return kUnicode;
    case 'x': return kVerbose;
    case 'a': return kAscii;
    default: return 0;
  }
}

class Parser {
 public:
  Parser(const std::u32string& pattern, uint32_t flags, bool bytes)
      : pattern_(pattern), flags_(flags), bytes_(bytes) {}

  Tree run() {
    readGlobalFlags();
    if (bytes_ && (flags_ & kUnicode)) fail("cannot use UNICODE flag with a bytes pattern", -1);
    if (!bytes_ && !(flags_ & kAscii)) flags_ |= kUnicode;
    if ((flags_ & kAscii) && (flags_ & kUnicode))
      fail("ASCII and UNICODE flags are incompatible", -1);
    tree_.root = choice(flags_);
    if (!atEnd()) fail("unbalanced parenthesis", at());
    for (auto [group, position] : conditionals_)
      if (group > groups_) fail("invalid group reference " + std::to_string(group), position);
    tree_.groups = groups_;
    tree_.flags = flags_;
    return std::move(tree_);
  }

 private:
  [[noreturn]] static void fail(std::string message, int64_t position) {
    throw Error{std::move(message), position};
  }
  bool atEnd() const { return at_ >= pattern_.size(); }
  char32_t peek(size_t ahead = 0) const {
    return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : 0;
  }
  int64_t at() const { return static_cast<int64_t>(at_); }
  bool accept(char32_t c) {
    if (atEnd() || pattern_[at_] != c) return false;
    ++at_;
    return true;
  }

  // (?flags) at the start applies to the whole pattern.
  void readGlobalFlags() {
    while (peek() == '(' && peek(1) == '?' && flagOf(peek(2))) {
      size_t i = at_ + 2;
      uint32_t flags = 0;
      for (; i < pattern_.size() && flagOf(pattern_[i]); ++i) flags |= flagOf(pattern_[i]);
      if (i >= pattern_.size() || pattern_[i] != ')') return;
      flags_ |= flags;
      at_ = i + 1;
    }
  }

  Node made(NodeKind kind, uint32_t flags) {
    Node node;
    node.kind = kind;
    node.flags = flags;
    return node;
  }

  Node choice(uint32_t flags) {
    if (++depth_ > kMaxDepth) fail("pattern is nested too deeply", at());
    Node all = made(NodeKind::Choice, flags);
    do all.children.push_back(sequence(flags));
    while (accept('|'));
    --depth_;
    if (all.children.size() == 1) {
      Node only = std::move(all.children[0]);
      return only;
    }
    return all;
  }

  void skipVerbose(uint32_t flags) {
    while ((flags & kVerbose) && !atEnd()) {
      char32_t c = peek();
      if (c == '#') {
        while (!atEnd() && peek() != '\n') ++at_;
      } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
        ++at_;
      } else {
        break;
      }
    }
  }

  Node sequence(uint32_t flags) {
    Node all = made(NodeKind::Sequence, flags);
    for (skipVerbose(flags); !atEnd() && peek() != '|' && peek() != ')'; skipVerbose(flags)) {
      bool comment = false;
      Node item = atom(flags, comment);
      if (comment) continue;
      skipVerbose(flags);
      all.children.push_back(repeated(std::move(item), flags));
    }
    return all;
  }

  // Parses {m,n} at the cursor. Returns false when the braces aren't a quantifier but text.
  bool braces(int32_t& least, int32_t& most) {
    size_t start = at_++;
    auto number = [&](int32_t otherwise) {
      if (!isAsciiDigit(peek())) return otherwise;
      int64_t value = 0;
      for (; isAsciiDigit(peek()); ++at_) {
        value = value * 10 + static_cast<int64_t>(peek() - '0');
        if (value > INT32_MAX) throw RepetitionTooLarge{};
      }
      return static_cast<int32_t>(value);
    };
    if (peek() == '}') {
      at_ = start;
      return false;
    }
    bool hasLeast = isAsciiDigit(peek());
    least = number(0);
    most = least;
    if (accept(','))
      most = number(kNoLimit);
    else if (!hasLeast)
      most = kNoLimit;
    if (!accept('}') || (!hasLeast && pattern_[start + 1] != ',')) {
      at_ = start;
      return false;
    }
    if (most != kNoLimit && most < least)
      fail("min repeat greater than max repeat", static_cast<int64_t>(start) + 1);
    return true;
  }

  bool quantifier(int32_t& least, int32_t& most) {
    char32_t c = peek();
    least = c == '+' ? 1 : 0;
    most = c == '?' ? 1 : kNoLimit;
    if (c == '{') return braces(least, most);
    if (c != '*' && c != '+' && c != '?') return false;
    ++at_;
    return true;
  }

  Node repeated(Node item, uint32_t flags) {
    int32_t least, most;
    size_t before = at_;
    if (atEnd() || !quantifier(least, most)) return item;
    if (item.kind >= NodeKind::LineStart) fail("nothing to repeat", static_cast<int64_t>(before));
    Node repeat = made(NodeKind::Repeat, flags);
    repeat.least = least;
    repeat.most = most;
    if (accept('?'))
      repeat.lazy = true;
    else if (accept('+'))
      repeat.possessive = true;
    repeat.children.push_back(std::move(item));
    skipVerbose(flags);
    size_t again = at_;
    int32_t unusedLeast, unusedMost;
    if (!atEnd() && quantifier(unusedLeast, unusedMost))
      fail("multiple repeat", static_cast<int64_t>(again));
    return repeat;
  }

  Node atom(uint32_t flags, bool& comment) {
    int64_t start = at();
    char32_t c = pattern_[at_++];
    switch (c) {
      case '.': return made(NodeKind::Any, flags);
      case '^': return made(NodeKind::LineStart, flags);
      case '$': return made(NodeKind::LineEnd, flags);
      case '[': return charSet(flags, start);
      case '(': return group(flags, start, comment);
      case '\\': return escape(flags, start);
      case '*':
      case '+':
      case '?': fail("nothing to repeat", start);
      case '{': {
        // A brace is text unless it starts a quantifier; then there is nothing to repeat.
        int32_t least, most;
        --at_;
        if (braces(least, most)) fail("nothing to repeat", start);
        ++at_;
        break;
      }
      default: break;
    }
    Node node = made(NodeKind::Char, flags);
    node.code = c;
    return node;
  }

  std::string groupName(char32_t closer, int64_t& start) {
    start = at();
    std::u32string name;
    while (!atEnd() && peek() != closer) name += pattern_[at_++];
    if (atEnd()) {
      if (name.empty()) fail("missing group name", start);
      fail(std::string("missing ") + static_cast<char>(closer) + ", unterminated name", start);
    }
    ++at_;
    if (name.empty()) fail("missing group name", start);
    return toUtf8(name);
  }
  static void checkIdentifier(const std::string& name, int64_t start) {
    std::u32string codes = toCodes(name);
    namespace unicode = syntax::unicode;
    if (!unicode::isIdentifierStart(codes[0]) ||
        !std::all_of(codes.begin(), codes.end(), unicode::isIdentifierContinue))
      fail("bad character in group name '" + name + "'", start);
  }
  int32_t groupNamed(const std::string& name, int64_t start) {
    for (auto& [groupName, number] : tree_.names)
      if (groupName == name) return number;
    fail("unknown group name '" + name + "'", start);
  }

  void close(int64_t start) {
    if (!accept(')')) fail("missing ), unterminated subpattern", start);
  }

  Node captured(uint32_t flags, int64_t start, const std::string& name) {
    Node node = made(NodeKind::Group, flags);
    node.group = ++groups_;
    if (!name.empty()) tree_.names.emplace_back(name, node.group);
    open_.push_back(node.group);
    node.children.push_back(choice(flags));
    close(start);
    open_.pop_back();
    return node;
  }

  Node look(uint32_t flags, int64_t start, bool behind, bool negative) {
    Node node = made(NodeKind::Look, flags);
    node.behind = behind;
    node.negative = negative;
    node.children.push_back(choice(flags));
    close(start);
    return node;
  }

  Node group(uint32_t flags, int64_t start, bool& comment) {
    if (!accept('?')) return captured(flags, start, "");
    if (atEnd()) fail("unexpected end of pattern", at());
    char32_t c = pattern_[at_++];
    switch (c) {
      case ':': {
        Node node = made(NodeKind::Plain, flags);
        node.children.push_back(choice(flags));
        close(start);
        return node;
      }
      case '>': {
        Node node = made(NodeKind::Atomic, flags);
        node.children.push_back(choice(flags));
        close(start);
        return node;
      }
      case '=': return look(flags, start, false, false);
      case '!': return look(flags, start, false, true);
      case '<':
        if (accept('=')) return look(flags, start, true, false);
        if (accept('!')) return look(flags, start, true, true);
        if (atEnd()) fail("unexpected end of pattern", at());
        fail("unknown extension ?<" + toUtf8(std::u32string(1, peek())), start + 1);
      case '#':
        while (!atEnd() && peek() != ')') ++at_;
        if (!accept(')')) fail("missing ), unterminated comment", start);
        comment = true;
        return {};
      case 'P': return named(flags, start);
      case '(': return conditional(flags, start);
      default: --at_; return scoped(flags, start, comment);
    }
  }

  Node named(uint32_t flags, int64_t start) {
    if (accept('<')) {
      int64_t position;
      std::string name = groupName('>', position);
      checkIdentifier(name, position);
      for (auto& [groupName, number] : tree_.names)
        if (groupName == name)
          fail("redefinition of group name '" + name + "' as group " + std::to_string(groups_ + 1) +
                   "; was group " + std::to_string(number),
               position);
      return captured(flags, start, name);
    }
    if (accept('=')) {
      int64_t position;
      std::string name = groupName(')', position);
      checkIdentifier(name, position);
      return reference(flags, groupNamed(name, position), position);
    }
    if (atEnd()) fail("unexpected end of pattern", at());
    fail("unknown extension ?P" + toUtf8(std::u32string(1, peek())), start + 1);
  }

  Node conditional(uint32_t flags, int64_t start) {
    int64_t position;
    std::string name = groupName(')', position);
    Node node = made(NodeKind::Conditional, flags);
    if (isAsciiDigit(static_cast<char32_t>(name[0]))) {
      node.group = std::stoi(name);
      if (node.group == 0) fail("bad group number", position);
      conditionals_.emplace_back(node.group, position);
    } else {
      checkIdentifier(name, position);
      node.group = groupNamed(name, position);
    }
    node.children.push_back(sequence(flags));
    if (accept('|')) {
      node.children.push_back(sequence(flags));
      if (peek() == '|') fail("conditional backref with more than two branches", at());
    }
    close(start);
    return node;
  }

  // (?i), (?i:...), (?-i:...)
  Node scoped(uint32_t flags, int64_t start, bool& comment) {
    uint32_t on = 0, off = 0;
    while (flagOf(peek())) on |= flagOf(pattern_[at_++]);
    if (on && accept(')')) fail("global flags not at the start of the expression", start);
    if (accept('-')) {
      if (!flagOf(peek())) fail(isAsciiLetter(peek()) ? "unknown flag" : "missing flag", at());
      while (flagOf(peek())) off |= flagOf(pattern_[at_++]);
    }
    if (!on && !off) {
      if (atEnd()) fail("unexpected end of pattern", at());
      fail("unknown extension ?" + toUtf8(std::u32string(1, peek())), start + 1);
    }
    if (!accept(':'))
      fail(atEnd()                 ? "missing -, : or )"
           : isAsciiLetter(peek()) ? "unknown flag"
                                   : "missing -, : or )",
           at());
    if (on & kAscii) off |= kUnicode;
    if (on & kUnicode) off |= kAscii;
    Node node = made(NodeKind::Plain, flags);
    node.children.push_back(choice((flags | on) & ~off));
    close(start);
    comment = false;
    return node;
  }

  Node reference(uint32_t flags, int32_t number, int64_t position) {
    if (number > groups_) fail("invalid group reference " + std::to_string(number), position);
    if (std::find(open_.begin(), open_.end(), number) != open_.end())
      fail("cannot refer to an open group", position - 1);
    Node node = made(NodeKind::BackReference, flags);
    node.group = number;
    return node;
  }

  static bool categoryOf(char32_t c, Category& category) {
    switch (c) {
      case 'd': category = Category::Digit; return true;
      case 'D': category = Category::NotDigit; return true;
      case 's': category = Category::Space; return true;
      case 'S': category = Category::NotSpace; return true;
      case 'w': category = Category::Word; return true;
      case 'W': category = Category::NotWord; return true;
      default: return false;
    }
  }

  char32_t hexDigits(int count, int64_t start) {
    char32_t value = 0;
    for (int i = 0; i < count; ++i, ++at_) {
      if (atEnd() || hexValue(peek()) < 0)
        fail("incomplete escape " +
                 toUtf8(std::u32string_view(pattern_).substr(static_cast<size_t>(start),
                                                             at_ - static_cast<size_t>(start))),
             start);
      value = value * 16 + static_cast<char32_t>(hexValue(peek()));
    }
    return value;
  }

  // The character of an escape that is the same inside and outside a set. c is the character behind
  // the backslash.
  char32_t simpleEscape(char32_t c, int64_t start) {
    switch (c) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      case 'f': return '\f';
      case 'v': return '\v';
      case 'a': return '\a';
      case 'x': return hexDigits(2, start);
      case 'u':
        if (!bytes_) return hexDigits(4, start);
        break;
      case 'U':
        if (!bytes_) {
          char32_t code = hexDigits(8, start);
          if (code > 0x10FFFF)
            fail("bad escape " + toUtf8(std::u32string_view(pattern_).substr(
                                     static_cast<size_t>(start), at_ - static_cast<size_t>(start))),
                 start);
          return code;
        }
        break;
      case 'N':
        if (!bytes_) return namedCharacter(start);
        break;
      default: break;
    }
    if (isAsciiLetter(c)) fail("bad escape \\" + toUtf8(std::u32string(1, c)), start);
    return c;
  }

  char32_t namedCharacter(int64_t start) {
    if (!accept('{')) fail("missing {", at());
    int64_t position = at();
    std::u32string name;
    while (!atEnd() && peek() != '}') name += pattern_[at_++];
    if (!accept('}')) fail("missing }, unterminated name", position);
    char32_t code = syntax::unicode::characterNamed(toUtf8(name));
    if (code == syntax::unicode::kNoCharacter)
      fail("undefined character name '" + toUtf8(name) + "'", start);
    return code;
  }

  char32_t octal(int64_t start, char32_t first, int most) {
    char32_t value = first - '0';
    for (int i = 1; i < most && isOctal(peek()); ++i) value = value * 8 + (pattern_[at_++] - '0');
    if (value > 0377)
      fail("octal escape value " +
               toUtf8(std::u32string_view(pattern_).substr(static_cast<size_t>(start),
                                                           at_ - static_cast<size_t>(start))) +
               " outside of range 0-0o377",
           start);
    return value;
  }

  Node escape(uint32_t flags, int64_t start) {
    if (atEnd()) fail("bad escape (end of pattern)", start);
    char32_t c = pattern_[at_++];
    switch (c) {
      case 'A': return made(NodeKind::TextStart, flags);
      case 'Z': return made(NodeKind::TextEnd, flags);
      case 'b': return made(NodeKind::WordBoundary, flags);
      case 'B': return made(NodeKind::NotWordBoundary, flags);
      default: break;
    }
    if (Category category; categoryOf(c, category)) {
      Node node = made(NodeKind::Set, flags);
      node.set.categories.push_back(category);
      return node;
    }
    Node node = made(NodeKind::Char, flags);
    if (c == '0') {
      node.code = octal(start, c, 3);
      return node;
    }
    if (isAsciiDigit(c)) {
      if (isOctal(c) && isOctal(peek()) && isOctal(peek(1)) && isAsciiDigit(peek())) {
        node.code = octal(start, c, 3);
        return node;
      }
      int32_t number = static_cast<int32_t>(c - '0');
      if (isAsciiDigit(peek())) number = number * 10 + static_cast<int32_t>(pattern_[at_++] - '0');
      return reference(flags, number, start + 1);
    }
    node.code = simpleEscape(c, start);
    return node;
  }

  // Parses one member of a set: a category or a character.
  bool member(CharSet& set, char32_t& code) {
    int64_t start = at();
    code = pattern_[at_++];
    if (code != '\\') return true;
    if (atEnd()) fail("bad escape (end of pattern)", start);
    char32_t c = pattern_[at_++];
    if (Category category; categoryOf(c, category)) {
      set.categories.push_back(category);
      return false;
    }
    code = c == 'b'          ? '\b'
           : isOctal(c)      ? octal(start, c, 3)
           : isAsciiDigit(c) ? 0
                             : simpleEscape(c, start);
    if (isAsciiDigit(c) && !isOctal(c))
      fail("bad escape \\" + std::string(1, static_cast<char>(c)), start);
    return true;
  }

  Node charSet(uint32_t flags, int64_t start) {
    Node node = made(NodeKind::Set, flags);
    node.set.negated = accept('^');
    for (bool first = true;; first = false) {
      if (atEnd()) fail("unterminated character set", start);
      if (!first && accept(']')) return node;
      int64_t from = at();
      char32_t low, high;
      bool single = member(node.set, low);
      if (peek() == '-' && at_ + 1 < pattern_.size() && peek(1) != ']') {
        ++at_;
        CharSet unused;
        bool secondSingle = member(unused, high);
        auto shown = [&] {
          return toUtf8(std::u32string_view(pattern_).substr(static_cast<size_t>(from),
                                                             at_ - static_cast<size_t>(from)));
        };
        if (!single || !secondSingle || high < low) fail("bad character range " + shown(), from);
        node.set.ranges.emplace_back(low, high);
      } else if (single) {
        node.set.ranges.emplace_back(low, low);
      }
    }
  }

  const std::u32string& pattern_;
  uint32_t flags_;
  bool bytes_;
  size_t at_ = 0;
  int32_t groups_ = 0;
  int depth_ = 0;
  std::vector<int32_t> open_;
  std::vector<std::pair<int32_t, int64_t>> conditionals_;
  Tree tree_;
};

}  // namespace

Tree parse(const std::u32string& pattern, uint32_t flags, bool bytes) {
  return Parser(pattern, flags, bytes).run();
}

}  // namespace ts::eval::regex
