// Code of frequent operators on strings. All others are calls.
#include <cstring>

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
    const tensor::IValue* constant = code.constantOf(operandAt(code, in, 1 - text));
    if (operand >= 0 && constant != nullptr && constant->isString() &&
        constant->toString().size() <= 1)
      return Comparison{operand, &constant->toString(), name == "aten::eq.str"};
  }
  return std::nullopt;
}

// ---- reads

ValueWriter::Text textOf(Code& code, Operand operand) {
  const Slot slot = code.values.registerAt(interp::withoutFlag(operand));
  code.expectTag(slot, Tag::String, code.leave());
  return code.values.text(slot);
}

void length(Code& code, const Instruction& in) {
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

// ---- strings of one byte that only the next instruction takes, so that no string is needed

// True for `text + byte` whose result replaces the text.
bool appends(const Code& code, const Instruction& in, Operand byte) {
  if (in.op != Op::Direct || in.outs != 1 || nameOf(code, in) != "aten::add.str") return false;
  const Operand text = operandAt(code, in, 0);
  return text >= 0 && !Code::isKept(text) && text != byte && operandAt(code, in, 1) == byte;
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

// The next instruction stores the byte behind a text that has no other reference and enough memory.
// Elsewhere the interpreter runs both instructions.
void appendByte(Code& code, const std::string& byte, const std::string& slow) {
  const int32_t next = code.at() + 1;
  const Instruction& add = code.instruction(next);
  const int32_t from = interp::withoutFlag(operandAt(code, add, 0));
  const Slot text = code.values.registerAt(from), to = code.values.registerAt(add.a);
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
  if (from != add.a)
    require(code.ir.value("xor i1 {}, true", code.values.isCounted(code.values.tag(to))));
  const std::string size = code.values.text(text).size;
  require(code.ir.value("icmp ult i64 {}, {}", size, code.values.capacity(text)));
  require(code.ir.value("icmp ult i64 {}, {}", size, interp::kMaxText));
  code.values.append(text, byte);
  if (from != add.a) {
    code.values.setTag(to, std::to_string(static_cast<int>(Tag::String)));
    code.values.setObject(to, object);
    code.values.setTag(text, std::to_string(static_cast<int>(Tag::None)));
  }
  code.slowWay(slow, code.ir.block(), next);
  code.moveTo(next);
}

// Where the index fails, the interpreter repeats the read.
void readByte(Code& code, const Instruction& in) {
  code.countLoopCode();
  const ValueWriter::Text text = textOf(code, operandAt(code, in, 0));
  const std::string place = code.position(operandAt(code, in, 1), text.size);
  const std::string byte = code.ir.value(
      "load i8, ptr {}", code.ir.value("getelementptr i8, ptr {}, i64 {}", text.begin, place));
  const Instruction& taker = *takerOf(code, in);
  if (appends(code, taker, in.a | interp::kTaken)) return appendByte(code, byte, code.ir.block());
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

constexpr InstructionCode kTexts[] = {
    {Op::Direct,
     [](const Code& code, const Instruction& in) {
       return code.makesNumber(in) && nameOf(code, in) == "aten::len.str" &&
              Code::isKept(operandAt(code, in, 0));
     },
     length},
    {Op::Direct,
     [](const Code& code, const Instruction& in) {
       const auto comparison = comparisonOf(code, in);
       return comparison && Code::isKept(comparison->text);
     },
     compareText},
    {Op::Direct,
     [](const Code& code, const Instruction& in) {
       return in.outs == 1 && nameOf(code, in) == "aten::__getitem__.str" &&
              Code::isKept(operandAt(code, in, 0)) &&
              code.are(Content::Int, {operandAt(code, in, 1)}) && takerOf(code, in) != nullptr;
     },
     readByte},
    {Op::Direct,
     [](const Code& code, const Instruction& in) {
       return in.outs == 1 && nameOf(code, in) == "aten::chr" &&
              code.are(Content::Int, {operandAt(code, in, 0)}) && takerOf(code, in) != nullptr &&
              appends(code, *takerOf(code, in), in.a | interp::kTaken);
     },
     makeByte},
};

}  // namespace

std::span<const InstructionCode> textInstructions() {
  return ValueWriter::knowsTexts() ? std::span(kTexts) : std::span<const InstructionCode>();
}

}  // namespace ts::jit
