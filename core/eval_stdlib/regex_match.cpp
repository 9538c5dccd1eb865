#include <algorithm>

#include "core/eval_stdlib/regex.h"
#include "core/syntax/unicode_properties.h"

namespace ts::eval::regex {

namespace unicode = syntax::unicode;

namespace {

bool isWord(char32_t c, bool ascii) {
  if (c < 0x80)
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return !ascii && unicode::isAlnum(c);
}

bool isAsciiOnly(uint32_t flags) { return !(flags & kUnicode); }

char32_t lowered(char32_t c, bool ascii) { return ascii && c >= 0x80 ? c : unicode::lowerOf(c); }
char32_t raised(char32_t c, bool ascii) { return ascii && c >= 0x80 ? c : unicode::upperOf(c); }

bool inSet(const CharSet& set, char32_t c, bool ascii) {
  for (auto [low, high] : set.ranges)
    if (c >= low && c <= high) return true;
  for (Category category : set.categories)
    if (inCategory(category, c, ascii)) return true;
  return false;
}

}  // namespace

bool inCategory(Category category, char32_t c, bool ascii) {
  switch (category) {
    case Category::Digit: return ascii ? c >= '0' && c <= '9' : unicode::isDecimal(c);
    case Category::NotDigit: return !inCategory(Category::Digit, c, ascii);
    case Category::Space: return ascii ? c == ' ' || (c >= '\t' && c <= '\r') : unicode::isSpace(c);
    case Category::NotSpace: return !inCategory(Category::Space, c, ascii);
    case Category::Word: return isWord(c, ascii);
    case Category::NotWord: return !isWord(c, ascii);
  }
  return false;
}

bool Matcher::one(const Instruction& instruction, int32_t position) const {
  if (position >= end_) return false;
  char32_t c = text_[static_cast<size_t>(position)];
  bool ignoreCase = instruction.flags & kIgnoreCase, ascii = isAsciiOnly(instruction.flags);
  switch (instruction.op) {
    case Op::Any: return (instruction.flags & kDotAll) || c != '\n';
    case Op::Char: {
      auto wanted = static_cast<char32_t>(instruction.a);
      return c == wanted || (ignoreCase && lowered(c, ascii) == lowered(wanted, ascii));
    }
    default: {
      const CharSet& set = program_.sets[static_cast<size_t>(instruction.a)];
      bool isInSet = inSet(set, c, ascii);
      if (!isInSet && ignoreCase)
        isInSet = inSet(set, lowered(c, ascii), ascii) || inSet(set, raised(c, ascii), ascii);
      return isInSet != set.negated;
    }
  }
}

bool Matcher::atBoundary(int32_t position, uint32_t flags) const {
  bool ascii = isAsciiOnly(flags);
  bool before = position > 0 && isWord(text_[static_cast<size_t>(position - 1)], ascii);
  bool after = position < end_ && isWord(text_[static_cast<size_t>(position)], ascii);
  return before != after;
}

void Matcher::save(int32_t slot, int32_t value) {
  int32_t& place = slots_[static_cast<size_t>(slot)];
  undo_.emplace_back(slot, place);
  place = value;
}

void Matcher::step() {
  constexpr uint32_t kBatch = 1024;
  if (++steps_ < kBatch) return;
  steps_ = 0;
  if (burn_) burn_(kBatch);
}

// Runs from pc to a Done. Never touches choices that exist on entry; on success it drops its own
// remaining choices.
bool Matcher::run(int32_t pc, int32_t position, int32_t& stop) {
  const size_t base = choices_.size();
  auto choose = [&](int32_t to, int32_t from, int32_t limit = -1, bool lazy = false) {
    choices_.push_back({to, from, limit, static_cast<uint32_t>(undo_.size()), lazy});
  };
  for (;;) {
    step();
    const Instruction& now = program_.code[static_cast<size_t>(pc)];
    bool ok = true;
    switch (now.op) {
      case Op::Char:
      case Op::Any:
      case Op::Set:
        ok = one(now, position);
        ++position;
        ++pc;
        break;
      case Op::RepeatOne: {
        const Instruction& body = program_.code[static_cast<size_t>(pc) + 1];
        int32_t count = 0;
        int32_t wanted = now.flag == 1 ? now.a : now.b;
        for (; (wanted == kNoLimit || count < wanted) && one(body, position + count); ++count)
          step();
        pc += 2;
        if (count < now.a) {
          ok = false;
        } else if (now.flag == 1) {
          int32_t most = now.b == kNoLimit || now.b > end_ - position ? end_ : position + now.b;
          if (position + count < most) choose(pc, position + count, most, true);
          position += count;
        } else {
          if (now.flag == 0 && count > now.a) choose(pc, position + count, position + now.a);
          position += count;
        }
        break;
      }
      case Op::Jump: pc = now.a; break;
      case Op::Split:
        choose(now.b, position);
        pc = now.a;
        break;
      case Op::Save:
      case Op::Mark:
        save(now.a, position);
        if (now.op == Op::Save && now.a % 2 == 1) save(program_.slots, now.a / 2);
        ++pc;
        break;
      case Op::Progress:
        pc = slots_[static_cast<size_t>(now.a)] == position ? now.b : pc + 1;
        break;
      case Op::BackReference: {
        int32_t from = slots_[static_cast<size_t>(now.a) * 2],
                to = slots_[static_cast<size_t>(now.a) * 2 + 1];
        ok = from >= 0 && to >= 0 && to - from <= end_ - position;
        for (; ok && from < to; ++from, ++position) {
          char32_t wanted = text_[static_cast<size_t>(from)],
                   c = text_[static_cast<size_t>(position)];
          bool ascii = isAsciiOnly(now.flags);
          ok = c == wanted ||
               ((now.flags & kIgnoreCase) && lowered(c, ascii) == lowered(wanted, ascii));
        }
        ++pc;
        break;
      }
      case Op::Look:
      case Op::Atomic: {
        int32_t from = position - (now.op == Op::Look ? now.a : 0), reached = 0;
        size_t undone = undo_.size();
        ++depth_;
        bool matches = from >= 0 && run(pc + 1, from, reached);
        --depth_;
        if (now.op == Op::Atomic) {
          ok = matches;
          position = reached;
        } else {
          bool negative = now.flag & 1;
          ok = matches != negative;
          if (negative || !matches)
            for (; undo_.size() > undone; undo_.pop_back())
              slots_[static_cast<size_t>(undo_.back().first)] = undo_.back().second;
        }
        pc = now.b;
        break;
      }
      case Op::IfGroup:
        pc = slots_[static_cast<size_t>(now.a) * 2 + 1] >= 0 ? pc + 1 : now.b;
        break;
      case Op::LineStart:
        ok = position == 0 ||
             ((now.flags & kMultiline) && text_[static_cast<size_t>(position - 1)] == '\n');
        ++pc;
        break;
      case Op::LineEnd:
        ok = position == end_ ||
             (position == end_ - 1 && text_[static_cast<size_t>(position)] == '\n') ||
             ((now.flags & kMultiline) && text_[static_cast<size_t>(position)] == '\n');
        ++pc;
        break;
      case Op::TextStart:
        ok = position == 0;
        ++pc;
        break;
      case Op::TextEnd:
        ok = position == end_;
        ++pc;
        break;
      case Op::WordBoundary:
        ok = atBoundary(position, now.flags);
        ++pc;
        break;
      case Op::NotWordBoundary:
        ok = !atBoundary(position, now.flags) && end_ > 0;
        ++pc;
        break;
      case Op::Done:
        if (depth_ == 0 && ((whole_ && position != end_) || (notEmpty_ && position == start_))) {
          ok = false;
          break;
        }
        stop = position;
        choices_.resize(base);
        return true;
    }
    if (ok) continue;
    do {
      if (choices_.size() == base) return false;
    } while (!resume(pc, position));
  }
}

// Backtracks to the latest choice. Returns false when that choice is exhausted, after removing it.
bool Matcher::resume(int32_t& pc, int32_t& position) {
  Choice& choice = choices_.back();
  for (; undo_.size() > choice.undo; undo_.pop_back())
    slots_[static_cast<size_t>(undo_.back().first)] = undo_.back().second;
  pc = choice.pc;
  position = choice.position;
  if (choice.limit < 0) {
    choices_.pop_back();
    return true;
  }
  // RepeatOne: takes one more character if it matches (lazy), or one less.
  if (choice.lazy && !one(program_.code[static_cast<size_t>(pc) - 1], position)) {
    choices_.pop_back();
    return false;
  }
  position = choice.position += choice.lazy ? 1 : -1;
  if (choice.position == choice.limit) choices_.pop_back();
  return true;
}

bool Matcher::matchAt(int32_t start, bool whole, bool notEmpty, Captures& captures) {
  // One more slot than the program's: the group that was closed last.
  slots_.assign(static_cast<size_t>(program_.slots) + 1, -1);
  undo_.clear();
  choices_.clear();
  start_ = start;
  whole_ = whole;
  notEmpty_ = notEmpty;
  int32_t stop = 0;
  if (!run(0, start, stop)) return false;
  captures.slots.assign(slots_.begin(), slots_.begin() + 2 * (program_.groups + 1));
  captures.slots[0] = start;
  captures.slots[1] = stop;
  captures.lastGroup = std::max(slots_.back(), 0);
  return true;
}

bool Matcher::search(int32_t start, bool notEmpty, Captures& captures) {
  const Instruction& first = program_.code[0];
  bool plain = first.op == Op::Char || first.op == Op::Set;
  for (int32_t at = start; at <= end_; ++at, notEmpty = false) {
    if (plain && !one(first, at)) {
      step();
      continue;
    }
    if (matchAt(at, false, notEmpty, captures)) return true;
  }
  return false;
}

}  // namespace ts::eval::regex
