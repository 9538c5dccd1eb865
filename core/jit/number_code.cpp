// Code of instructions on numbers.
#include <algorithm>
#include <bit>
#include <vector>

#include "core/jit/instruction_code.h"
#include "core/jit/number_kernels.h"

namespace ts::jit {
namespace {

using interp::Content;
using interp::Instruction;
using interp::Op;
using interp::Operand;
using tensor::IValue;

// Instructions on numbers that one instruction of LLVM computes. The result has the content of the
// instruction's register.
struct SimpleRow {
  Op op;
  Content operands;
  const char* code;
};
constexpr SimpleRow kSimple[] = {
    {Op::AddInt, Content::Int, "add i64"},
    {Op::SubInt, Content::Int, "sub i64"},
    {Op::MulInt, Content::Int, "mul i64"},
    {Op::LtInt, Content::Int, "icmp slt i64"},
    {Op::LeInt, Content::Int, "icmp sle i64"},
    {Op::GtInt, Content::Int, "icmp sgt i64"},
    {Op::GeInt, Content::Int, "icmp sge i64"},
    {Op::EqInt, Content::Int, "icmp eq i64"},
    {Op::NeInt, Content::Int, "icmp ne i64"},
    {Op::AddFloat, Content::Float, "fadd double"},
    {Op::SubFloat, Content::Float, "fsub double"},
    {Op::MulFloat, Content::Float, "fmul double"},
    {Op::DivFloat, Content::Float, "fdiv double"},
    {Op::LtFloat, Content::Float, "fcmp olt double"},
    {Op::LeFloat, Content::Float, "fcmp ole double"},
    {Op::GtFloat, Content::Float, "fcmp ogt double"},
    {Op::GeFloat, Content::Float, "fcmp oge double"},
};
const SimpleRow* findSimple(Op op) {
  const auto* row = std::ranges::find(kSimple, op, &SimpleRow::op);
  return row == std::end(kSimple) ? nullptr : row;
}

void simple(FunctionCode& code, const Instruction& in) {
  code.countCode();
  const std::string x = code.number(in.b), y = code.number(in.c);
  code.assign(in.a, code.ir.value("{} {}, {}", findSimple(in.op)->code, x, y));
}

// ---- divisions

// The quotient rounds down. A power of two is a shift. Another divisor d of x >= 0 is a product
// with ceil(2^(64 + k) / d), where 2^k < d < 2^(k + 1): it exceeds the exact factor by less than
// 1 / d in the product, as x < 2^63. Negative x is -1 - y, and so is its quotient.
void divideBy(FunctionCode& code, const Instruction& in, int64_t divisor) {
  const std::string x = code.number(in.b);
  const int k = std::bit_width(static_cast<uint64_t>(divisor)) - 1;
  const bool isPower = std::has_single_bit(static_cast<uint64_t>(divisor));
  if (isPower && in.op == Op::RemainderInt)
    return code.assign(in.a, code.ir.value("and i64 {}, {}", x, divisor - 1));
  std::string quotient;
  if (isPower) {
    quotient = code.ir.value("ashr i64 {}, {}", x, k);
  } else {
    __extension__ using Wide = unsigned __int128;
    const auto factor = static_cast<uint64_t>((Wide{1} << (64 + k)) / static_cast<Wide>(divisor));
    const std::string sign = code.ir.value("ashr i64 {}, 63", x);
    const std::string wide =
        code.ir.value("zext i64 {} to i128", code.ir.value("xor i64 {}, {}", x, sign));
    const std::string product = code.ir.value("mul nuw i128 {}, {}", wide, factor + 1);
    const std::string high =
        code.ir.value("trunc i128 {} to i64", code.ir.value("lshr i128 {}, {}", product, 64 + k));
    quotient = code.ir.value("xor i64 {}, {}", high, sign);
  }
  if (in.op == Op::FloorDivInt) return code.assign(in.a, quotient);
  code.assign(
      in.a, code.ir.value("sub i64 {}, {}", x, code.ir.value("mul i64 {}, {}", quotient, divisor)));
}

// Rounds towards minus infinity. Zero fails. The processor traps where the quotient by -1
// overflows, so the code divides by 1 instead.
void divide(FunctionCode& code, const Instruction& in) {
  code.countCode();
  if (const IValue* divisor = code.program.constantOf(in.c); divisor && divisor->toInt() > 0)
    return divideBy(code, in, divisor->toInt());
  const std::string good = code.ir.block();
  const std::string x = code.number(in.b), y = code.number(in.c);
  code.ir.branch(code.ir.value("icmp eq i64 {}, 0", y), code.leave(), good);
  code.ir.begin(good);
  const std::string isMinusOne = code.ir.value("icmp eq i64 {}, -1", y);
  const std::string divisor = code.ir.value("select i1 {}, i64 1, i64 {}", isMinusOne, y);
  const std::string rest = code.ir.value("srem i64 {}, {}", x, divisor);
  const std::string differ =
      code.ir.value("icmp slt i64 {}, 0", code.ir.value("xor i64 {}, {}", rest, y));
  const std::string isInexact = code.ir.value("icmp ne i64 {}, 0", rest);
  const std::string isBelow = code.ir.value("and i1 {}, {}", differ, isInexact);
  if (in.op == Op::RemainderInt) {
    const std::string more = code.ir.value("select i1 {}, i64 {}, i64 0", isBelow, y);
    return code.assign(in.a, code.ir.value("add i64 {}, {}", rest, more));
  }
  const std::string quotient = code.ir.value("sdiv i64 {}, {}", x, divisor);
  const std::string minus = code.ir.value("sub i64 0, {}", quotient);
  const std::string floor =
      code.ir.value("select i1 {}, i64 {}, i64 {}", isMinusOne, minus, quotient);
  code.assign(in.a,
              code.ir.value("add i64 {}, {}", floor, code.ir.value("sext i1 {} to i64", isBelow)));
}

// ---- kernels

// Null for other kernels.
const NumberKernel* kernelOf(const FunctionCode& code, const Instruction& in) {
  if (in.outs != 1) return nullptr;
  const NumberKernel* kernel =
      findNumberKernel(code.program.kernels[static_cast<size_t>(in.c)], code.contentOf(in.a));
  if (kernel == nullptr) return nullptr;
  const bool fits = std::ranges::all_of(code.program.operandsOf(in), [&](Operand operand) {
    const Content content = code.contentOf(operand);
    return content == kernel->operands ||
           (kernel->operands == Content::Float && content == Content::Int);
  });
  return fits ? kernel : nullptr;
}

bool isNumberKernel(const FunctionCode& code, const Instruction& in) {
  return kernelOf(code, in) != nullptr;
}

void compute(FunctionCode& code, const Instruction& in) {
  code.countCode();
  const NumberKernel& kernel = *kernelOf(code, in);
  std::vector<std::string> values;
  for (const Operand operand : code.program.operandsOf(in)) {
    std::string value = code.number(operand);
    if (code.contentOf(operand) != kernel.operands)
      value = code.ir.value("sitofp i64 {} to double", value);
    values.push_back(std::move(value));
  }
  code.assign(in.a, kernel.write(code.ir, values));
}

// ---- the others

using Code = FunctionCode;

template <Content... kOperands>
bool fits(const Code& code, const Instruction& in) {
  const Operand operands[] = {in.b, in.c, in.n};
  size_t at = 0;
  // The result may share its register with values of other types; then the interpreter computes it.
  return code.makesNumber(in) && (code.are(kOperands, {operands[at++]}) && ...);
}

constexpr InstructionCode kOthers[] = {
    {Op::Copy,
     [](const Code& code, const Instruction& in) {
       return code.makesNumber(in) && code.contentOf(in.a) == code.contentOf(in.b);
     },
     [](Code& code, const Instruction& in) { code.assign(in.a, code.number(in.b)); }},
    {Op::Not, fits<Content::Bool>,
     [](Code& code, const Instruction& in) {
       code.assign(in.a, code.ir.value("xor i1 {}, true", code.number(in.b)));
     }},
    {Op::NegInt, fits<Content::Int>,
     [](Code& code, const Instruction& in) {
       code.assign(in.a, code.ir.value("sub i64 0, {}", code.number(in.b)));
     }},
    {Op::DeriveIndex, fits<Content::Int, Content::Int, Content::Int>,
     [](Code& code, const Instruction& in) {
       const std::string step = code.number(in.b), count = code.number(in.n);
       const std::string product = code.ir.value("mul i64 {}, {}", step, count);
       code.assign(in.a, code.ir.value("add i64 {}, {}", code.number(in.c), product));
     }},
    {Op::FloorDivInt, fits<Content::Int, Content::Int>, divide},
    {Op::RemainderInt, fits<Content::Int, Content::Int>, divide},
    {Op::Kernel, isNumberKernel, compute},
    {Op::Direct, isNumberKernel, compute},
};

}  // namespace

bool isSimple(const FunctionCode& code, const Instruction& in) {
  const SimpleRow* row = findSimple(in.op);
  return row != nullptr && code.makesNumber(in) && code.are(row->operands, {in.b, in.c});
}

std::span<const InstructionCode> numberInstructions() {
  static const auto table = [] {
    std::vector<InstructionCode> made(std::begin(kOthers), std::end(kOthers));
    for (const SimpleRow& row : kSimple) made.push_back({row.op, isSimple, simple});
    return made;
  }();
  return table;
}

}  // namespace ts::jit
