// Code of frequent operators on strings. All others are calls.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/interp/operators.h"
#include "core/jit/instruction_code.h"

namespace ts::jit {
namespace {

using interp::Content;
using interp::Instruction;
using interp::Op;
using interp::Operand;
using tensor::Tag;
using Code = FunctionCode;

std::string_view nameOf(const Code& code, const Instruction& in) {
  return interp::findDirect(code.program.kernels[static_cast<size_t>(in.c)])->name;
}
Operand operandAt(const Code& code, const Instruction& in, size_t index) {
  return code.program.operands[static_cast<size_t>(in.b) + index];
}

// A comparison with a constant of at most one byte.
struct Comparison {
  Operand text;
  const std::string* constant;
  bool isEqual;
};
std::optional<Comparison> comparisonOf(const Code& code, const Instruction& in) {
  if (in.op != Op::Direct || !code.makesNumber(in)) return std::nullopt;
  const std::string_view name = nameOf(code, in);
  if (name != "aten::eq.str" && name != "aten::ne.str") return std::nullopt;
  for (const size_t text : {0, 1}) {
    const Operand operand = operandAt(code, in, text);
    const tensor::IValue* constant = code.program.constantOf(operandAt(code, in, 1 - text));
    if (operand >= 0 && constant != nullptr && constant->isString() &&
        constant->toString().size() <= 1)
      return Comparison{operand, &constant->toString(), name == "aten::eq.str"};
  }
  return std::nullopt;
}

// ---- reads

ValueWriter::Text textOf(Code& code, Operand operand) {
  if (operand < 0) return code.values.text({code.addressOf(operand)});
  const Slot slot = code.values.registerAt(interp::withoutFlag(operand));
  code.expectTag(slot, Tag::String, code.leave());
  return code.values.text(slot);
}

void lengthOfText(Code& code, const Instruction& in) {
  code.countLoopCode();
  code.assign(in.a, textOf(code, operandAt(code, in, 0)).size);
}

// byte: the first one; a text ends with a byte that does not count.
void compare(Code& code, const Comparison& wanted, int32_t to, const std::string& size,
             const std::string& byte) {
  std::string isSame =
      code.ir.value("icmp eq i64 {}, {}", size, static_cast<int64_t>(wanted.constant->size()));
  if (!wanted.constant->empty()) {
    const auto first = static_cast<unsigned char>((*wanted.constant)[0]);
    isSame = code.ir.value("and i1 {}, {}", isSame,
                           code.ir.value("icmp eq i8 {}, {}", byte, static_cast<int>(first)));
  }
  code.assign(to, wanted.isEqual ? isSame : code.ir.value("xor i1 {}, true", isSame));
}

void compareText(Code& code, const Instruction& in) {
  code.countLoopCode();
  const Comparison wanted = *comparisonOf(code, in);
  const ValueWriter::Text text = textOf(code, wanted.text);
  compare(code, wanted, in.a, text.size, code.ir.value("load i8, ptr {}", text.begin));
}

bool isReadable(const Code& code, Operand text) {
  const tensor::IValue* constant = code.program.constantOf(text);
  return Code::isKept(text) || (constant != nullptr && constant->isString());
}

// ---- strings of one byte that only the next instruction takes, so that no string is needed

// True for `text + more` whose result replaces the text.
bool appends(const Code& code, const Instruction& in, Operand more) {
  if (in.op != Op::Direct || in.outs != 1 || nameOf(code, in) != "aten::add.str") return false;
  const Operand text = operandAt(code, in, 0);
  return text >= 0 && !Code::isKept(text) && text != more && operandAt(code, in, 1) == more;
}
bool readsByte(const Code& code, const Instruction& in, Operand byte) {
  if (const auto comparison = comparisonOf(code, in)) return comparison->text == byte;
  return in.op == Op::Direct && code.makesNumber(in) && nameOf(code, in) == "aten::ord" &&
         operandAt(code, in, 0) == byte;
}

// The next instruction if it takes the byte that this one finds: s[i] == "x", ord(s[i]),
// text + s[i], text + chr(i). Else null.
const Instruction* takerOf(const Code& code, const Instruction& in) {
  const int32_t next = code.at() + 1;
  if (next >= code.size() || code.targets.contains(next)) return nullptr;
  const Instruction& taker = code.instruction(next);
  const Operand byte = in.a | interp::kTaken;
  return appends(code, taker, byte) || readsByte(code, taker, byte) ? &taker : nullptr;
}

// True if the next instruction appends the string that this one makes.
bool isAppended(const Code& code, const Instruction& in) {
  const Instruction* taker = takerOf(code, in);
  return taker != nullptr && appends(code, *taker, in.a | interp::kTaken);
}
// True for a string that an operator makes of an int, and that the next instruction appends.
bool isAppendedInt(const Code& code, const Instruction& in, std::string_view name) {
  return in.outs == 1 && nameOf(code, in) == name &&
         code.are(Content::Int, {operandAt(code, in, 0)}) && isAppended(code, in);
}

// The instruction `add` stores bytes behind a text that has no other reference and enough memory.
// Elsewhere the interpreter runs the instructions up to it.
void append(Code& code, int32_t add, const std::vector<ValueWriter::Bytes>& bytes,
            const std::string& slow) {
  const Instruction& in = code.instruction(add);
  const int32_t from = interp::withoutFlag(operandAt(code, in, 0));
  const Slot text = code.values.registerAt(from), to = code.values.registerAt(in.a);
  const auto require = [&](const std::string& condition) {
    const std::string good = code.ir.block();
    code.ir.branch(condition, good, slow);
    code.ir.begin(good);
  };
  code.expectTag(text, Tag::String, slow);
  const std::string object = code.values.object(text);
  const std::string references =
      code.ir.value("load atomic i32, ptr {} monotonic, align 4", code.values.referencesOf(object));
  require(code.ir.value("icmp eq i32 {}, 1", references));
  if (from != in.a)
    require(code.ir.value("xor i1 {}, true", code.values.isCounted(code.values.tag(to))));
  int64_t added = 0;
  for (const auto& [size, number] : bytes) added += size;
  const std::string size = code.values.text(text).size;
  require(code.ir.value("icmp ule i64 {}, {}", code.ir.value("add i64 {}, {}", size, added),
                        code.values.capacity(text)));
  require(code.ir.value("icmp ult i64 {}, {}", size, interp::kMaxText));
  code.values.append(text, bytes);
  if (from != in.a) {
    code.values.setTag(to, std::to_string(static_cast<int>(Tag::String)));
    code.values.setObject(to, object);
    code.values.setTag(text, std::to_string(static_cast<int>(Tag::None)));
  }
  code.slowWay(slow, code.ir.block(), add);
  code.moveTo(add);
}
void appendByte(Code& code, const std::string& byte, const std::string& slow) {
  append(code, code.at() + 1, {{1, byte}}, slow);
}

// A constant that a text grows by, of a few bytes; else null.
const std::string* growthOf(const Code& code, const Instruction& in) {
  constexpr size_t kMost = 32;
  if (in.op != Op::Direct || in.n != 2) return nullptr;
  const Operand more = operandAt(code, in, 1);
  const tensor::IValue* constant = code.program.constantOf(more);
  if (constant == nullptr || !constant->isString() || !appends(code, in, more)) return nullptr;
  const std::string& text = constant->toString();
  return text.empty() || text.size() > kMost ? nullptr : &text;
}
void appendConstant(Code& code, const Instruction& in) {
  code.countLoopCode();
  const std::string_view text = *growthOf(code, in);
  std::vector<ValueWriter::Bytes> bytes;
  for (size_t at = 0; at < text.size();) {
    const size_t size = std::bit_floor(std::min<size_t>(text.size() - at, sizeof(uint64_t)));
    uint64_t number = 0;
    for (size_t i = size; i-- > 0;) number = number << 8 | static_cast<unsigned char>(text[at + i]);
    bytes.push_back({static_cast<int>(size), std::to_string(static_cast<int64_t>(number))});
    at += size;
  }
  append(code, code.at(), bytes, code.ir.block());
}

// Where the index fails, the interpreter repeats the read.
void readByte(Code& code, const Instruction& in) {
  code.countLoopCode();
  const ValueWriter::Text text = textOf(code, operandAt(code, in, 0));
  const std::string place = code.position(operandAt(code, in, 1), text.size);
  const std::string byte = code.ir.value(
      "load i8, ptr {}", code.ir.value("getelementptr i8, ptr {}, i64 {}", text.begin, place));
  const Instruction& taker = *takerOf(code, in);
  if (isAppended(code, in)) return appendByte(code, byte, code.ir.block());
  code.moveTo(code.at() + 1);
  if (const auto comparison = comparisonOf(code, taker))
    return compare(code, *comparison, taker.a, "1", byte);
  code.assign(taker.a, code.ir.value("zext i8 {} to i64", byte));
}

void makeByte(Code& code, const Instruction& in) {
  code.countLoopCode();
  const std::string number = code.number(operandAt(code, in, 0));
  const std::string slow = code.ir.block(), good = code.ir.block();
  code.ir.branch(code.ir.value("icmp ule i64 {}, {}", number, interp::kMaxCharacter), good, slow);
  code.ir.begin(good);
  appendByte(code, code.ir.value("trunc i64 {} to i8", number), slow);
}

// text + str(number)
void appendNumber(Code& code, const Instruction& in) {
  code.countLoopCode();
  const int32_t next = code.at() + 1;
  const Instruction& add = code.instruction(next);
  const std::string slow = code.ir.block(), done = code.ir.block();
  const std::string isDone = code.ir.value(
      "call zeroext i1 {}(ptr {}, ptr {}, i64 {})",
      code.helper(offsetof(interp::NativeHelpers, appendNumber)), code.addressOf(add.a),
      code.addressOf(operandAt(code, add, 0)), code.number(operandAt(code, in, 0)));
  const std::string good = code.ir.block();
  code.ir.branch(isDone, good, slow);
  code.ir.begin(good);
  code.slowWay(slow, done, next);
  code.moveTo(next);
}

constexpr InstructionCode kTexts[] = {
    {Op::Direct,
     [](const Code& code, const Instruction& in) {
       return code.makesNumber(in) && nameOf(code, in) == "aten::len.str" &&
              Code::isKept(operandAt(code, in, 0));
     },
     lengthOfText},
    {Op::Direct,
     [](const Code& code, const Instruction& in) {
       const auto comparison = comparisonOf(code, in);
       return comparison && Code::isKept(comparison->text);
     },
     compareText},
    {Op::Direct,
     [](const Code& code, const Instruction& in) {
       return in.outs == 1 && nameOf(code, in) == "aten::__getitem__.str" &&
              isReadable(code, operandAt(code, in, 0)) &&
              code.are(Content::Int, {operandAt(code, in, 1)}) && takerOf(code, in) != nullptr;
     },
     readByte},
    {Op::Direct,
     [](const Code& code, const Instruction& in) { return isAppendedInt(code, in, "aten::chr"); },
     makeByte},
    {Op::Direct,
     [](const Code& code, const Instruction& in) { return isAppendedInt(code, in, "aten::str"); },
     appendNumber},
    {Op::Direct,
     [](const Code& code, const Instruction& in) { return growthOf(code, in) != nullptr; },
     appendConstant},
};

}  // namespace

std::span<const InstructionCode> textInstructions() {
  return ValueWriter::knowsTexts() ? std::span(kTexts) : std::span<const InstructionCode>();
}

}  // namespace ts::jit
