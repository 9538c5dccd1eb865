// Code of frequent operators on strings. All others are calls.
#include <cstring>

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

// The next instruction if it only looks at the byte that this one finds, s[i] == "x" or ord(s[i]),
// so that no string is needed. Else null.
const Instruction* readerOf(const Code& code, const Instruction& in) {
  const int32_t next = code.at() + 1;
  if (next >= code.size() || code.targets.contains(next)) return nullptr;
  const Instruction& reader = code.instruction(next);
  const Operand taken = in.a | interp::kTaken;
  if (const auto comparison = comparisonOf(code, reader))
    return comparison->text == taken ? &reader : nullptr;
  const bool isOrd =
      reader.op == Op::Direct && code.makesNumber(reader) && nameOf(code, reader) == "aten::ord";
  return isOrd && operandAt(code, reader, 0) == taken ? &reader : nullptr;
}

// Where the index fails, the interpreter repeats the read.
void readByte(Code& code, const Instruction& in) {
  code.countLoopCode();
  const Instruction& reader = *readerOf(code, in);
  const ValueWriter::Text text = textOf(code, operandAt(code, in, 0));
  const std::string place = code.position(operandAt(code, in, 1), text.size);
  const std::string byte = code.ir.value(
      "load i8, ptr {}", code.ir.value("getelementptr i8, ptr {}, i64 {}", text.begin, place));
  code.moveTo(code.at() + 1);
  if (const auto comparison = comparisonOf(code, reader))
    return compare(code, *comparison, reader.a, "1", byte);
  code.assign(reader.a, code.ir.value("zext i8 {} to i64", byte));
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
              code.are(Content::Int, {operandAt(code, in, 1)}) && readerOf(code, in) != nullptr;
     },
     readByte},
};

}  // namespace

std::span<const InstructionCode> textInstructions() {
  return ValueWriter::knowsTexts() ? std::span(kTexts) : std::span<const InstructionCode>();
}

}  // namespace ts::jit
