// Regular expressions with Python's syntax. regex_parse parses the text to a tree, regex_compile
// compiles the tree to a program, and regex_match runs the program with backtracking. Doesn't
// depend on the evaluator.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ts::eval::regex {

enum Flags : uint32_t {
  kIgnoreCase = 2,
  kLocale = 4,
  kMultiline = 8,
  kDotAll = 16,
  kUnicode = 32,
  kVerbose = 64,
  kDebug = 128,
  kAscii = 256,
};
inline constexpr int32_t kNoLimit = -1;

struct Error {
  std::string message;
  int64_t position;  // in the pattern; -1: unknown
};

enum class Category : uint8_t { Digit, NotDigit, Space, NotSpace, Word, NotWord };

// Thrown for a count in braces beyond the supported maximum.
struct RepetitionTooLarge {};

struct CharSet {
  bool negated = false;
  std::vector<std::pair<char32_t, char32_t>> ranges;
  std::vector<Category> categories;
};

enum class NodeKind : uint8_t {
  Empty,
  Char,
  Any,
  Set,
  Sequence,
  Choice,
  Repeat,
  Group,
  Plain,
  BackReference,
  Look,
  Atomic,
  Conditional,
  LineStart,
  LineEnd,
  TextStart,
  TextEnd,
  WordBoundary,
  NotWordBoundary,
};

struct Node {
  NodeKind kind = NodeKind::Empty;
  uint32_t flags = 0;  // the flags that apply to this node
  char32_t code = 0;   // Char
  CharSet set;
  std::vector<Node> children;
  int32_t least = 0, most = kNoLimit;  // Repeat
  bool lazy = false, possessive = false;
  bool behind = false, negative = false;  // Look
  int32_t group = 0;                      // Group, BackReference, Conditional
};

struct Tree {
  Node root;
  int32_t groups = 0;
  std::vector<std::pair<std::string, int32_t>> names;
  uint32_t flags = 0;
};
// Throws Error and RepetitionTooLarge. bytes: the pattern is bytes, and character categories are
// ASCII.
Tree parse(const std::u32string& pattern, uint32_t flags, bool bytes);

// The meaning of an instruction's operands a and b:
// - Char, Set: a is the character, or an index into sets.
// - RepeatOne: repeats the next instruction a to b times (b may be kNoLimit). flag 0: greedy, 1:
//   lazy, 2: possessive.
// - Jump: continues at a. Split: tries a first, then b.
// - Save: stores the position in slot a. Mark: the same for a loop.
// - Progress: jumps to b when nothing was consumed since the Mark of slot a.
// - Look: runs the code from the next instruction to Done, then continues at b. flag 1: negative,
//   2: behind by a characters. Atomic: runs such code as well.
// - IfGroup: jumps to b unless group a has matched.
// - Done: ends the program, a Look or an Atomic.
enum class Op : uint8_t {
  Char,
  Any,
  Set,
  RepeatOne,
  Jump,
  Split,
  Save,
  Mark,
  Progress,
  BackReference,
  Look,
  Atomic,
  IfGroup,
  LineStart,
  LineEnd,
  TextStart,
  TextEnd,
  WordBoundary,
  NotWordBoundary,
  Done,
};
struct Instruction {
  Op op;
  uint8_t flag = 0;
  uint16_t flags = 0;  // of Flags
  int32_t a = 0, b = 0;
};
struct CompiledPattern {
  std::vector<Instruction> code;
  std::vector<CharSet> sets;
  int32_t groups = 0;
  int32_t slots = 2;  // two per group, then one per loop
};
CompiledPattern compile(const Tree& tree);

// The start and end of each group; -1 for a group that didn't match. Group 0 is the whole match.
struct Captures {
  std::vector<int32_t> slots;
  int32_t lastGroup = 0;  // the group that was closed last; 0: none
};

class Matcher {
 public:
  // Calls burn with the number of steps at intervals; burn may throw.
  Matcher(const CompiledPattern& program, const std::u32string& text, int32_t end,
          std::function<void(uint64_t)> burn)
      : program_(program), text_(text), end_(end), burn_(std::move(burn)) {}
  // Matches exactly at `start`. whole: the match must end at the end of the text. notEmpty: rejects
  // an empty match.
  bool matchAt(int32_t start, bool whole, bool notEmpty, Captures& captures);
  // Finds the first match from `start` on. notEmpty only applies to a match at `start`.
  bool search(int32_t start, bool notEmpty, Captures& captures);

 private:
  struct Choice {
    int32_t pc, position;
    int32_t limit;  // RepeatOne: the last position to try; -1: no RepeatOne
    uint32_t undo;
    bool lazy;
  };
  bool run(int32_t pc, int32_t position, int32_t& stop);
  bool resume(int32_t& pc, int32_t& position);
  bool one(const Instruction& instruction, int32_t position) const;
  bool atBoundary(int32_t position, uint32_t flags) const;
  void save(int32_t slot, int32_t value);
  void step();

  const CompiledPattern& program_;
  const std::u32string& text_;
  int32_t end_;
  std::function<void(uint64_t)> burn_;
  std::vector<int32_t> slots_;
  std::vector<std::pair<int32_t, int32_t>> undo_;
  std::vector<Choice> choices_;
  int32_t start_ = 0;
  bool whole_ = false, notEmpty_ = false;
  uint32_t steps_ = 0;
  int depth_ = 0;
};

bool inCategory(Category category, char32_t code, bool ascii);

}  // namespace ts::eval::regex
