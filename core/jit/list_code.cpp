// Code of instructions on lists, and of moves of references.
#include <set>

#include "core/jit/instruction_code.h"

namespace ts::jit {
namespace {

using interp::Content;
using interp::Instruction;
using interp::Op;
using interp::Operand;
using interp::withoutFlag;
using tensor::Tag;
using Code = FunctionCode;
using ListField = ValueWriter::ListField;

struct Items {
  std::string begin, size;
};
// Leaves the function for other values than lists.
Items itemsOf(Code& code, const Slot& slot) {
  code.expectTag(slot, Tag::List, code.leave());
  const std::string list = code.values.object(slot);
  const std::string begin = code.values.listField(list, ListField::Begin);
  const std::string end = code.values.listField(list, ListField::End);
  const std::string from = code.ir.value("ptrtoint ptr {} to i64", begin),
                    to = code.ir.value("ptrtoint ptr {} to i64", end);
  return {begin, code.ir.value("ashr exact i64 {}, 4", code.ir.value("sub i64 {}, {}", to, from))};
}

// Leaves the function for an index that is out of range.
Slot elementOf(Code& code, const Slot& list, Operand index) {
  const Items items = itemsOf(code, list);
  const std::string place = code.position(index, items.size);
  return ValueWriter::element(code.ir.value("getelementptr i8, ptr {}, i64 {}", items.begin,
                                            code.ir.value("shl i64 {}, 4", place)));
}

void length(Code& code, const Instruction& in) {
  code.countCode();
  code.assign(in.a, itemsOf(code, code.values.registerAt(in.b)).size);
}

// ---- elements

// The later instruction that reads a number from the list that this one finds in a list, if only
// arithmetic comes between them that may be computed again: x[i][j + 1]. Else 0.
int32_t innerRead(const Code& code, const Instruction& in) {
  std::set<Operand> reads = {in.b, in.c};
  for (int32_t i = code.at() + 1; i < code.size() && !code.targets.contains(i); ++i) {
    const Instruction& next = code.instruction(i);
    if (next.op == Op::GetItem && next.b == (in.a | interp::kTaken))
      return code.makesNumber(next) && code.are(Content::Int, {next.c}) ? i : 0;
    if (!isSimple(code, next)) return 0;
    reads.insert({withoutFlag(next.b), withoutFlag(next.c)});
    if (reads.contains(next.a)) return 0;
  }
  return 0;
}

void readNumber(Code& code, const Slot& slot, int32_t to) {
  code.expectTag(slot, infoOf(code.contentOf(to)).tag, code.leave());
  code.assign(to, code.values.number(slot, code.contentOf(to)));
}

// Both reads at once, without a reference to the inner list. Where the second one fails, the
// interpreter repeats both.
void nestedItem(Code& code, const Instruction& in, int32_t last) {
  const int32_t first = code.at();
  const Slot inner = elementOf(code, code.values.registerAt(in.b), in.c);
  for (int32_t i = first + 1; i < last; ++i) {
    code.moveTo(i);
    findCode(code, code.instruction(i))->write(code, code.instruction(i));
  }
  code.moveTo(first);
  const Instruction& read = code.instruction(last);
  readNumber(code, elementOf(code, inner, read.c), read.a);
  code.moveTo(last);
}

// Copies a reference to a counted object over a register. Where the register held the last
// reference to an object, the interpreter destroys it.
void copyShared(Code& code, const Slot& from, const Slot& to, const std::string& slow) {
  const std::string tag = code.values.tag(from), counted = code.ir.block();
  code.ir.branch(code.values.isCounted(tag), counted, slow);
  code.ir.begin(counted);
  const std::string object = code.values.object(from);
  const std::string held = code.values.tag(to);
  const std::string release = code.ir.block(), test = code.ir.block(), copy = code.ir.block();
  code.ir.branch(code.values.isCounted(held), test, copy);
  code.ir.begin(test);
  const std::string count = code.values.referencesOf(code.values.object(to));
  const std::string before = code.ir.value("atomicrmw sub ptr {}, i32 1 acq_rel", count);
  code.ir.branch(code.ir.value("icmp eq i32 {}, 1", before), release, copy);
  code.ir.begin(release);
  code.ir.value("atomicrmw add ptr {}, i32 1 monotonic", count);
  code.ir.jump(slow);
  code.ir.begin(copy);
  code.ir.value("atomicrmw add ptr {}, i32 1 monotonic", code.values.referencesOf(object));
  code.values.setTag(to, tag);
  code.values.setObject(to, object);
}

void getItem(Code& code, const Instruction& in) {
  code.countCode();
  const bool isNumber = code.makesNumber(in);
  if (!isNumber)
    if (const int32_t last = innerRead(code, in)) return nestedItem(code, in, last);
  const Slot item = elementOf(code, code.values.registerAt(in.b), in.c);
  if (isNumber) return readNumber(code, item, in.a);
  const std::string slow = code.ir.block(), done = code.ir.block();
  copyShared(code, item, code.values.registerAt(in.a), slow);
  code.slowWay(slow, done);
}

void setItem(Code& code, const Instruction& in) {
  code.countCode();
  const Slot item = elementOf(code, code.values.registerAt(in.b), in.c);
  const Content content = code.contentOf(in.n);
  code.expectTag(item, infoOf(content).tag, code.leave());  // else it may own something
  code.values.setNumber(item, content, code.number(in.n));
}

// ---- values of any type

// Empties a register. `to` holds no reference.
void moveValue(Code& code, const Slot& to, const Slot& from) {
  code.values.setTag(to, code.values.tag(from));
  code.values.setObject(to, code.values.object(from));
  code.values.setTag(from, std::to_string(static_cast<int>(Tag::None)));
}

// A register that holds a reference is left to the interpreter.
void move(Code& code, const Instruction& in) {
  const std::string slow = code.ir.block(), fast = code.ir.block(), done = code.ir.block();
  const Slot to = code.values.registerAt(in.a),
             from = code.values.registerAt(interp::withoutFlag(in.b));
  code.ir.branch(code.values.isCounted(code.values.tag(to)), slow, fast);
  code.ir.begin(fast);
  moveValue(code, to, from);
  code.slowWay(slow, done);
}

// A list whose memory is full goes the slow way. An append of another value than a number is fast
// as a part of code, but not worth compiling code.
void append(Code& code, const Instruction& in) {
  const bool isNumber = code.contentOf(in.c) != Content::Any;
  if (isNumber) code.countCode();
  const std::string slow = code.ir.block(), fast = code.ir.block(), done = code.ir.block();
  const Slot slot = code.values.registerAt(in.b);
  code.expectTag(slot, Tag::List, code.leave());
  const std::string list = code.values.object(slot);
  const std::string end = code.values.listField(list, ListField::End);
  const std::string limit = code.values.listField(list, ListField::Limit);
  code.ir.branch(code.ir.value("icmp eq ptr {}, {}", end, limit), slow, fast);
  code.ir.begin(fast);
  if (isNumber)
    code.write(ValueWriter::element(end), code.contentOf(in.c), code.number(in.c));
  else
    moveValue(code, ValueWriter::element(end), code.values.registerAt(interp::withoutFlag(in.c)));
  code.values.setListField(list, ListField::End, code.values.next(end));
  code.slowWay(slow, done);
}

constexpr InstructionCode kLists[] = {
    {Op::Copy,
     [](const Code& code, const Instruction& in) {
       return in.b >= 0 && !Code::isKept(in.b) && in.a != interp::withoutFlag(in.b) &&
              code.are(Content::Any, {in.a, in.b});
     },
     move},
    {Op::Len,
     [](const Code& code, const Instruction& in) {
       return code.makesNumber(in) && Code::isKept(in.b);
     },
     length},
    {Op::GetItem,
     [](const Code& code, const Instruction& in) {
       return Code::isKept(in.b) && in.b != in.a && code.are(Content::Int, {in.c});
     },
     getItem},
    {Op::SetItem,
     [](const Code& code, const Instruction& in) {
       return Code::isKept(in.b) && in.outs == 0 && code.contentOf(in.n) != Content::Any &&
              code.are(Content::Int, {in.c});
     },
     setItem},
    {Op::Append,
     [](const Code& code, const Instruction& in) {
       const bool isTaken = in.c >= 0 && !Code::isKept(in.c) && interp::withoutFlag(in.c) != in.b;
       return Code::isKept(in.b) && in.outs == 0 &&
              (code.contentOf(in.c) != Content::Any || isTaken);
     },
     append},
};

}  // namespace

std::span<const InstructionCode> listInstructions() { return kLists; }

}  // namespace ts::jit
