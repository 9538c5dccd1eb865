// Regular expressions with Python's syntax: text to a tree (regex_parse), the tree to a program
// (regex_compile), the program run with backtracking (regex_match). Knows nothing of the evaluator.
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
  int64_t position;  // in the pattern; -1: none
};

enum class Category : uint8_t { Digit, NotDigit, Space, NotSpace, Word, NotWord };

// A count in braces that no text could reach.
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
  uint32_t flags = 0;  // in force where it stands
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
// Throws Error and RepetitionTooLarge. bytes: a pattern of bytes, whose categories are ASCII's.
Tree parse(const std::u32string& pattern, uint32_t flags, bool bytes);

enum class Op : uint8_t {
  Char,
  Any,
  Set,        // a: code, or an index into sets
  RepeatOne,  // the next instruction a to b times (possibly kNoLimit); flag: 0 greedy, 1 lazy, 2
              // possessive
  Jump,
  Split,  // Split: first a, then b
  Save,   // the position into slot a
  Mark,
  Progress,  // Mark: as Save, of a loop; Progress: to b where nothing was consumed since slot a
  BackReference,
  Look,     // Look: program from the next instruction to Done; flag 1: negative, 2: behind by a; b:
            // where to go on
  Atomic,   // likewise
  IfGroup,  // to b unless group a matched
  LineStart,
  LineEnd,
  TextStart,
  TextEnd,
  WordBoundary,
  NotWordBoundary,
  Done,  // of the whole, or of a Look or an Atomic
};
struct Instruction {
  Op op;
  uint8_t flag = 0;
  uint16_t flags = 0;  // of Flags
  int32_t a = 0, b = 0;
};
struct Program {
  std::vector<Instruction> code;
  std::vector<CharSet> sets;
  int32_t groups = 0;
  int32_t slots = 2;  // two a group, then the loops'
};
Program compile(const Tree& tree);

// Where the groups matched: start and end each, -1 for those that didn't. Group 0 is the whole.
struct Captures {
  std::vector<int32_t> slots;
  int32_t lastGroup = 0;  // the last one closed; 0: none
};

class Matcher {
 public:
  // burn is called with the number of steps now and then; it may throw.
  Matcher(const Program& program, const std::u32string& text, int32_t end,
          std::function<void(uint64_t)> burn)
      : program_(program), text_(text), end_(end), burn_(std::move(burn)) {}
  // A match that begins exactly at start; `whole`: and ends at the end. notEmpty: one of no
  // characters doesn't count.
  bool matchAt(int32_t start, bool whole, bool notEmpty, Captures& captures);
  // The first from start on; notEmpty holds at start alone.
  bool search(int32_t start, bool notEmpty, Captures& captures);

 private:
  struct Choice {
    int32_t pc, position;
    int32_t limit;  // RepeatOne: the position it may go to; -1: a plain choice
    uint32_t undo;
    bool lazy;
  };
  bool run(int32_t pc, int32_t position, int32_t& stop);
  bool resume(int32_t& pc, int32_t& position);
  bool one(const Instruction& instruction, int32_t position) const;
  bool atBoundary(int32_t position, uint32_t flags) const;
  void save(int32_t slot, int32_t value);
  void step();

  const Program& program_;
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
