// Visits of lines, which an observer's log keeps. The interpreter notes them when the log is full.
#include "core/jit/instruction_code.h"

namespace ts::jit {
namespace {

using interp::Instruction;
using interp::Line;
using interp::LineLog;
using interp::LineVisit;
using interp::Op;
using Code = FunctionCode;

const Line& lineOf(const Code& code, const Instruction& in) {
  return code.program.lines[static_cast<size_t>(in.c)];
}

// Adds a counted line to the log. Where the log is full, the code goes on at `slow`.
void visit(Code& code, const Line& line, const std::string& slow) {
  if (!line.isCounted) return;
  const auto field = [&](const std::string& base, size_t offset) {
    return code.values.offset(base, static_cast<int64_t>(offset));
  };
  const std::string log = code.helper(offsetof(interp::NativeHelpers, lines));
  const auto read = [&](const char* type, size_t offset) {
    return code.ir.value("load {}, ptr {}, {}", type, field(log, offset), ValueWriter::kLog);
  };
  const std::string next = read("ptr", offsetof(LineLog, next));
  const std::string end = read("ptr", offsetof(LineLog, end));
  const std::string room = code.ir.block();
  code.ir.branch(code.ir.value("icmp eq ptr {}, {}", next, end), slow, room);
  code.ir.begin(room);
  const auto write = [&](const std::string& value, size_t offset) {
    code.ir.line("store i32 {}, ptr {}, {}", value, field(next, offset), ValueWriter::kVisit);
  };
  write(std::to_string(line.number), offsetof(LineVisit, line));
  write(read("i32", offsetof(LineLog, depth)), offsetof(LineVisit, depth));
  code.ir.line("store ptr {}, ptr {}, {}", field(next, sizeof(LineVisit)),
               field(log, offsetof(LineLog, next)), ValueWriter::kLog);
}

void lineEvent(Code& code, const Instruction& in) {
  const Line& line = lineOf(code, in);
  const std::string visited = code.ir.block(), slow = code.ir.block(), done = code.ir.block();
  code.ir.branch(code.ir.value("icmp eq i64 {}, {}", code.number(in.a), line.number), done,
                 visited);
  code.ir.begin(visited);
  visit(code, line, slow);
  code.assign(in.a, std::to_string(line.number));
  code.slowWay(slow, done);
}

void roundEvent(Code& code, const Instruction& in) {
  const Line& line = lineOf(code, in);
  const std::string first = code.ir.block(), later = code.ir.block(), slow = code.ir.block(),
                    done = code.ir.block();
  code.ir.branch(code.ir.value("icmp eq i64 {}, 0", code.number(in.b)), first, later);
  code.ir.begin(first);
  code.assign(in.a, "0");
  code.ir.jump(done);
  code.ir.begin(later);
  visit(code, line, slow);
  code.assign(in.a, std::to_string(line.number));
  code.slowWay(slow, done);
}

constexpr InstructionCode kLines[] = {
    {Op::LineEvent, [](const Code&, const Instruction&) { return true; }, lineEvent},
    {Op::RoundEvent, [](const Code&, const Instruction&) { return true; }, roundEvent},
};

}  // namespace

std::span<const InstructionCode> lineInstructions() { return kLines; }

}  // namespace ts::jit
