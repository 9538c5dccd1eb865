#include "core/jit/function_code.h"

#include <algorithm>
#include <cstddef>

#include "core/jit/number_kernels.h"

namespace ts::jit {

using interp::Content;
using interp::Instruction;
using interp::Op;
using interp::Operand;
using interp::withoutFlag;
using tensor::IValue;
using tensor::Tag;

namespace {

int tagOf(Content content) { return static_cast<int>(infoOf(content).tag); }

SourceRange placeOf(const interp::Program& program, int32_t instruction) {
  return program.nodes[static_cast<size_t>(instruction)]->range();
}
// The first known place. Reads of attributes, with which methods often begin, have none.
SourceRange placeOf(const interp::Program& program) {
  const auto node = std::ranges::find_if(
      program.nodes, [](const ir::Node* node) { return node->range().file != nullptr; });
  return node == program.nodes.end() ? SourceRange() : (*node)->range();
}

}  // namespace

FunctionCode::FunctionCode(const interp::Program& program, SegmentList& segments, bool places)
    : program(program),
      targets(jumpTargets(program)),
      segments_(segments),
      isInLoop_(program.code.size()) {
  if (places) places_.emplace(program.name, placeOf(program));
  for (int32_t i = 0; i < size(); ++i)
    if (interp::isJump(instruction(i).op))
      for (int32_t k = instruction(i).c; k <= i; ++k) isInLoop_[static_cast<size_t>(k)] = true;
  moveTo(0);
}

void FunctionCode::moveTo(int32_t instruction) {
  at_ = instruction;
  if (places_) ir.setSuffix(places_->suffixOf(placeOf(program, instruction)));
}

// Code for an instruction pays in a loop, or if LLVM has little to compile.
void FunctionCode::countCode() {
  if (size() <= kFewInstructions || isInLoop_[static_cast<size_t>(at_)]) counted_.insert(at_);
}

void FunctionCode::open(std::string_view block) {
  ir.begin(block);
  isOpen_ = true;
}

// ---- operands

Content FunctionCode::contentOf(Operand operand) const {
  if (const IValue* constant = program.constantOf(operand)) {
    if (constant->isInt()) return Content::Int;
    if (constant->isDouble()) return Content::Float;
    return constant->isBool() ? Content::Bool : Content::Any;
  }
  return program.registers[static_cast<size_t>(withoutFlag(operand))];
}

bool FunctionCode::are(Content content, std::initializer_list<Operand> operands) const {
  return std::ranges::all_of(operands,
                             [&](Operand operand) { return contentOf(operand) == content; });
}

bool FunctionCode::makesNumber(const Instruction& in) const {
  return !interp::infoOf(in.op).writes.empty() && in.outs == 1 && contentOf(in.a) != Content::Any;
}

std::string FunctionCode::addressOf(Operand operand) {
  if (operand < 0) return values.offset("%pool", operand * static_cast<int64_t>(sizeof(IValue)));
  return values.registerAt(withoutFlag(operand)).address;
}

std::string FunctionCode::operatorAt(size_t index) {
  const size_t offset =
      index * sizeof(interp::DirectOperator) + offsetof(interp::DirectOperator, run);
  return ir.value("load ptr, ptr {}, !invariant.load !{{}}",
                  values.offset(helper(offsetof(interp::NativeHelpers, operators)),
                                static_cast<int64_t>(offset)));
}

std::string FunctionCode::number(Operand operand) {
  if (const IValue* constant = program.constantOf(operand)) {
    if (constant->isInt()) return fmt::format("{}", constant->toInt());
    if (constant->isDouble()) return doubleText(constant->toDouble());
    return constant->toBool() ? "true" : "false";
  }
  const int32_t index = withoutFlag(operand);
  return ir.value("load {}, ptr %r{}", infoOf(contentOf(index)).type, index);
}

void FunctionCode::assign(int32_t to, const std::string& value) {
  ir.line("store {} {}, ptr %r{}", infoOf(contentOf(to)).type, value, to);
}

void FunctionCode::write(const Slot& slot, Content content, const std::string& value) {
  values.setTag(slot, std::to_string(tagOf(content)));
  values.setNumber(slot, content, value);
}

std::string FunctionCode::condition(Operand operand) {
  if (contentOf(operand) == Content::Bool) return number(operand);
  const Slot slot = values.registerAt(withoutFlag(operand));
  expectTag(slot, Tag::Bool, leave());
  return values.number(slot, Content::Bool);
}

std::string FunctionCode::position(Operand index, const std::string& size) {
  const std::string position = number(index), good = ir.block();
  const std::string fromEnd = ir.value("add i64 {}, {}", position, size);
  const std::string isNegative = ir.value("icmp slt i64 {}, 0", position);
  const std::string place = ir.value("select i1 {}, i64 {}, i64 {}", isNegative, fromEnd, position);
  ir.branch(ir.value("icmp ult i64 {}, {}", place, size), good, leave());
  ir.begin(good);
  return place;
}

void FunctionCode::expectTag(const Slot& slot, Tag tag, const std::string& otherwise) {
  const std::string actual = values.tag(slot);
  const std::string next = ir.block();
  ir.branch(ir.value("icmp eq i8 {}, {}", actual, static_cast<int>(tag)), next, otherwise);
  ir.begin(next);
}

std::string FunctionCode::differ(const std::set<int32_t>& indices) {
  std::string isWrong;
  for (const int32_t index : indices) {
    if (contentOf(index) == Content::Any) continue;
    const std::string actual = values.tag(values.registerAt(index));
    const std::string differs = ir.value("icmp ne i8 {}, {}", actual, tagOf(contentOf(index)));
    isWrong = isWrong.empty() ? differs : ir.value("or i1 {}, {}", isWrong, differs);
  }
  return isWrong;
}

// ---- the interpreter's part

const LiveRegisters& FunctionCode::live() {
  if (!live_) live_.emplace(program);
  return *live_;
}

std::string FunctionCode::helper(size_t offset) {
  return ir.value("load ptr, ptr {}, !invariant.load !{{}}",
                  values.offset("%helpers", static_cast<int64_t>(offset)));
}

void FunctionCode::finish(int32_t next, const std::set<int32_t>& isThere, size_t way) {
  storeLive(next, isThere);
  const std::string status = ir.value("call i32 {}(ptr %machine, i32 {})", helper(way), next);
  ir.line("ret i32 {}", status);
}

void FunctionCode::storeLive(int32_t next, const std::set<int32_t>& isThere) {
  for (const int32_t index : live().before(next))
    if (!isThere.contains(index)) store(index);
}

std::string FunctionCode::leave() {
  auto& block = leaves_[at_];
  if (block.empty()) block = ir.block();
  return block;
}

std::string FunctionCode::pause(int32_t iteration) {
  auto& block = pauses_[iteration];
  if (block.empty()) block = ir.block();
  return block;
}

void FunctionCode::writeLeaves() {
  const auto write = [&](const std::map<int32_t, std::string>& blocks, size_t way) {
    for (const auto& [instruction, block] : blocks) {
      ir.begin(block);
      moveTo(instruction);
      finish(instruction, {}, way);
    }
  };
  write(leaves_, offsetof(interp::NativeHelpers, finish));
  write(pauses_, offsetof(interp::NativeHelpers, pause));
}

void FunctionCode::interpret(int32_t first, int32_t last) {
  std::set<int32_t> stored, loaded;
  bool returns = false;
  for (int32_t i = first; i <= last; ++i) {
    const Instruction& in = instruction(i);
    returns |= in.op == Op::Return || in.op == Op::Raise || in.op == Op::Missing;
    program.forEachOperand(
        in,
        [&](Operand operand) {
          if (operand >= 0 && contentOf(operand) != Content::Any && !loaded.contains(operand) &&
              stored.insert(operand).second)
            store(operand);
        },
        [&](int32_t written) {
          if (contentOf(written) != Content::Any) loaded.insert(written);
        });
  }
  if (storesAll_) storeLive(first, stored);
  const std::string status =
      ir.value("call i32 {}(ptr %machine, i32 {})",
               helper(offsetof(interp::NativeHelpers, interpret)), segments_.add(first, last));
  if (returns) {
    ir.line("ret i32 {}", status);
    return close();
  }
  const std::string good = ir.block();
  ir.branch(ir.value("icmp eq i32 {}, 0", status), good, "failed");
  ir.begin(good);
  load(loaded, last + 1);
}

void FunctionCode::slowWay(const std::string& slow, const std::string& done, int32_t last) {
  ir.jump(done);
  ir.begin(slow);
  interpret(at_, last);
  ir.jump(done);
  ir.begin(done);
}

std::string FunctionCode::text() const {
  return fmt::format(
      "define i32 @run(ptr %machine, ptr align {} dereferenceable({}) %registers, "
      "ptr align {} %pool, ptr dereferenceable({}) %helpers, i32 %start) nounwind{} "
      "{{\n{}failed:\n  ret i32 1\n}}\n"
      "{}{}{}",
      alignof(IValue), std::max<size_t>(1, program.registers.size()) * sizeof(IValue),
      alignof(IValue), sizeof(interp::NativeHelpers), places_ ? DebugPlaces::functionSuffix() : "",
      ir.text(), kNumberDeclarations, ValueWriter::definitions(),
      places_ ? places_->definitions() : "");
}

}  // namespace ts::jit
