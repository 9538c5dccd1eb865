#include "core/jit/function_writer.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "core/jit/debug_places.h"
#include "core/jit/ir_text.h"
#include "core/jit/live_registers.h"
#include "core/jit/number_kernels.h"
#include "core/jit/value_writer.h"

namespace ts::jit {
namespace {

using interp::Content;
using interp::Instruction;
using interp::isJump;
using interp::Op;
using interp::Operand;
using interp::Program;
using interp::withoutFlag;
using tensor::IValue;
using tensor::Tag;
using ListField = ValueWriter::ListField;

int tagOf(Content content) { return static_cast<int>(infoOf(content).tag); }

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
// Jumps unless a comparison holds.
constexpr SimpleRow kJumps[] = {
    {Op::JumpIfNotLtInt, Content::Int, "icmp slt i64"},
    {Op::JumpIfNotLeInt, Content::Int, "icmp sle i64"},
    {Op::JumpIfNotGtInt, Content::Int, "icmp sgt i64"},
    {Op::JumpIfNotGeInt, Content::Int, "icmp sge i64"},
    {Op::JumpIfNotEqInt, Content::Int, "icmp eq i64"},
    {Op::JumpIfNotNeInt, Content::Int, "icmp ne i64"},
};
const SimpleRow* find(std::span<const SimpleRow> rows, Op op) {
  auto found = std::ranges::find(rows, op, &SimpleRow::op);
  return found == rows.end() ? nullptr : &*found;
}

// LLVM compiles so many instructions in a few milliseconds.
constexpr int32_t kFewInstructions = 100;

class Writer {
 public:
  Writer(const Program& program, const WriteOptions& options)
      : program_(program), options_(options), targets_(jumpTargets(program)) {
    if (options.places) places_.emplace(program.name, placeOf(0));
  }

  WrittenFunction write() {
    findLoopCode();
    written_.fusions = findFusions(program_, targets_, options_.mayFuse);
    ir_.begin("entry");
    setPlace(0);
    for (size_t i = 0; i < program_.registers.size(); ++i)
      if (contentOf(reg(i)) != Content::Any)
        ir_.line("%r{} = alloca {}", i, infoOf(contentOf(reg(i))).type);
    written_.isLazy = options_.entries == LoopEntries::Lazy && size() > kFewInstructions;
    if (written_.isLazy || options_.entries == LoopEntries::Outermost) writeEntries();
    const size_t arguments = program_.graph->inputs().size();
    std::set<int32_t> given;
    for (size_t i = 0; i < arguments; ++i) given.insert(reg(i));
    load(given, 0);
    ir_.jump("i0");
    for (at_ = 0; at_ < size(); ++at_) {
      if (at_ == 0 || targets_.contains(at_)) {
        if (at_ != 0) closePrevious();
        ir_.begin(labelOf(at_));
        isOpen_ = true;
      }
      setPlace(at_);
      if (isOpen_) instruction();
    }
    // Code never runs past the last instruction, a Return.
    if (isOpen_) ir_.line("unreachable");
    if (counted_.empty()) {
      written_.segments.clear();
      written_.origins.clear();
      written_.isLazy = false;
      writeWhole();
      return std::move(written_);
    }
    if (written_.isLazy) writeWhole();
    writeLeaves();
    written_.text = fmt::format(
        "define i32 @run(ptr %machine, ptr align 16 dereferenceable({}) %registers, "
        "ptr dereferenceable({}) %helpers, i32 %start) nounwind{} {{\n{}failed:\n  ret i32 1\n}}\n"
        "{}{}{}",
        std::max<size_t>(1, program_.registers.size()) * sizeof(IValue),
        sizeof(interp::NativeHelpers), places_ ? DebugPlaces::functionSuffix() : "", ir_.text(),
        kNumberDeclarations, ValueWriter::definitions(), places_ ? places_->definitions() : "");
    return std::move(written_);
  }

 private:
  static int32_t reg(size_t index) { return static_cast<int32_t>(index); }
  int32_t size() const { return static_cast<int32_t>(program_.code.size()); }
  const Instruction& at(int32_t index) const { return program_.code[static_cast<size_t>(index)]; }
  SourceRange placeOf(int32_t instruction) const {
    return program_.nodes[static_cast<size_t>(instruction)]->range();
  }
  void setPlace(int32_t instruction) {
    if (places_) ir_.setSuffix(places_->suffixOf(placeOf(instruction)));
  }
  static std::string labelOf(int32_t instruction) { return fmt::format("i{}", instruction); }

  void findLoopCode() {
    isInLoop_.resize(program_.code.size());
    for (int32_t i = 0; i < size(); ++i)
      if (isJump(at(i).op))
        for (int32_t k = at(i).c; k <= i; ++k) isInLoop_[static_cast<size_t>(k)] = true;
  }
  // Code may start at the first instruction of each outermost loop, with the numbers that are live
  // there.
  void writeEntries() {
    std::string cases;
    for (int32_t i = size() - 1, top = size(); i >= 0; --i) {
      if (at(i).op != Op::LoopNext || i >= top) continue;
      top = at(i).c;
      written_.entries.push_back({top});
      loopEnds_[top] = i;
      cases += fmt::format(" i32 {}, label %enter{}", top, top);
    }
    if (written_.entries.empty()) return;
    ir_.line("switch i32 %start, label %arguments [{} ]", cases);
    if (!live_) live_.emplace(program_);
    for (const auto [entry, segment] : written_.entries) {
      ir_.begin(fmt::format("enter{}", entry));
      const std::vector<int32_t> live = live_->before(entry);
      loadOr({live.begin(), live.end()}, [&] { ir_.line("ret i32 2"); });
      ir_.jump(labelOf(entry));
    }
    ir_.begin("arguments");
  }
  void closePrevious() {
    if (isOpen_) ir_.jump(labelOf(at_));
  }

  // ---- operands

  const IValue* constantOf(Operand operand) const {
    if (operand >= 0) return nullptr;
    return &program_.constants[program_.constants.size() - static_cast<size_t>(-operand)];
  }
  Content contentOf(Operand operand) const {
    if (const IValue* constant = constantOf(operand)) {
      if (constant->isInt()) return Content::Int;
      if (constant->isDouble()) return Content::Float;
      return constant->isBool() ? Content::Bool : Content::Any;
    }
    return program_.registers[static_cast<size_t>(withoutFlag(operand))];
  }
  bool are(Content content, std::initializer_list<Operand> operands) const {
    return std::ranges::all_of(operands,
                               [&](Operand operand) { return contentOf(operand) == content; });
  }
  // The value of a number.
  std::string number(Operand operand) {
    if (const IValue* constant = constantOf(operand)) {
      if (constant->isInt()) return fmt::format("{}", constant->toInt());
      if (constant->isDouble()) return doubleText(constant->toDouble());
      return constant->toBool() ? "true" : "false";
    }
    const int32_t index = withoutFlag(operand);
    return ir_.value("load {}, ptr %r{}", infoOf(contentOf(index)).type, index);
  }
  void assign(int32_t to, const std::string& value) {
    ir_.line("store {} {}, ptr %r{}", infoOf(contentOf(to)).type, value, to);
  }
  // Stores a number to the frame, for the interpreter.
  void store(int32_t index) { write(values_.registerAt(index), contentOf(index), number(index)); }
  void write(const Slot& slot, Content content, const std::string& value) {
    values_.setTag(slot, std::to_string(tagOf(content)));
    values_.setNumber(slot, content, value);
  }
  // Continues in a new block if a value in memory has the tag, else at `otherwise`.
  void expectTag(const Slot& slot, Tag tag, const std::string& otherwise) {
    const std::string found = values_.tag(slot);
    const std::string next = ir_.block();
    ir_.branch(ir_.value("icmp eq i8 {}, {}", found, static_cast<int>(tag)), next, otherwise);
    ir_.begin(next);
  }
  // Loads the numbers among registers that the interpreter wrote. If one has another type, the
  // interpreter goes on alone from `next`.
  void load(const std::set<int32_t>& indices, int32_t next) {
    loadOr(indices, [&] { finish(next, indices); });
  }
  // As above. `leave` writes the code for another type.
  template <typename Leave>
  void loadOr(const std::set<int32_t>& indices, Leave leave) {
    std::string isWrong = "false";
    for (const int32_t index : indices) {
      if (contentOf(index) == Content::Any) continue;
      const std::string found = values_.tag(values_.registerAt(index));
      const std::string differs = ir_.value("icmp ne i8 {}, {}", found, tagOf(contentOf(index)));
      isWrong = ir_.value("or i1 {}, {}", isWrong, differs);
    }
    if (isWrong == "false") return;
    const std::string good = ir_.block(), bad = ir_.block();
    ir_.branch(isWrong, bad, good);
    ir_.begin(bad);
    leave();
    ir_.begin(good);
    for (const int32_t index : indices)
      if (contentOf(index) != Content::Any)
        assign(index, values_.number(values_.registerAt(index), contentOf(index)));
  }
  // Leaves the rest of the function to the interpreter, with the numbers that it reads in the
  // frame. `isThere`: the registers that the frame already contains.
  void finish(int32_t next, const std::set<int32_t>& isThere) {
    if (!live_) live_.emplace(program_);
    for (const int32_t index : live_->before(next))
      if (!isThere.contains(index)) store(index);
    const std::string status = ir_.value("call i32 {}(ptr %machine, i32 {})",
                                         helper(offsetof(interp::NativeHelpers, finish)), next);
    ir_.line("ret i32 {}", status);
  }
  std::string helper(size_t offset) {
    return ir_.value("load ptr, ptr {}, !invariant.load !{{}}",
                     values_.offset("%helpers", static_cast<int64_t>(offset)));
  }
  // The block that leaves the function at the current instruction, for instructions that fail.
  std::string leave() {
    auto& block = leaves_[at_];
    if (block.empty()) block = ir_.block();
    return block;
  }
  void writeLeaves() {
    for (const auto& [instruction, block] : leaves_) {
      ir_.begin(block);
      setPlace(instruction);
      finish(instruction, {});
    }
  }

  // ---- segments

  void addToSegment(Instruction instruction, int32_t origin) {
    written_.segments.push_back(instruction);
    written_.origins.push_back(origin);
  }
  void writeSegment(int32_t first, int32_t last) {
    addInstructions(first, last);
    mark(last, 0);
    addToSegment({.op = Op::Leave}, last);
  }
  void addInstructions(int32_t first, int32_t last) {
    std::set<int32_t> moved;
    size_t fused = 0;       // the place of the last Op::Fused in the segments
    int32_t fusedEnd = -1;  // the instruction behind its operators
    const auto endFusion = [&](int32_t i) {
      if (i != fusedEnd) return;
      written_.segments[fused].n = static_cast<int32_t>(written_.segments.size() - fused - 1);
      fusedEnd = -1;
    };
    for (int32_t i = first; i <= last; ++i) {
      endFusion(i);
      const auto fusion = std::ranges::find(written_.fusions, i, &Fusion::first);
      if (fusion != written_.fusions.end()) {
        for (const int32_t instruction : fusion->moved) addToSegment(at(instruction), instruction);
        moved.insert(fusion->moved.begin(), fusion->moved.end());
        mark(i, fusion->count);
        fused = written_.segments.size();
        fusedEnd = i + fusion->count;
        const auto index = static_cast<int32_t>(fusion - written_.fusions.begin());
        addToSegment({.op = Op::Fused, .c = index}, i);
      }
      if (moved.contains(i)) continue;
      if (!isCheck(at(i).op)) mark(i, at(i).op == Op::Return ? 0 : 1);
      addToSegment(at(i), i);
    }
    endFusion(last + 1);
  }
  // The whole program as segments: the interpreter runs everything except fusions.
  void writeWhole() {
    written_.start = static_cast<int32_t>(written_.segments.size());
    std::map<int32_t, int32_t> places;  // of targets
    for (int32_t first = 0; first < size();) {
      const auto next = targets_.upper_bound(first);
      const int32_t end = next == targets_.end() ? size() : std::min(*next, size());
      places[first] = static_cast<int32_t>(written_.segments.size());
      if (written_.isLazy && isCompiledLoop(first))
        addToSegment({.op = Op::Compile, .c = first}, first);
      addInstructions(first, end - 1);
      first = end;
    }
    for (auto at = static_cast<size_t>(written_.start); at < written_.segments.size(); ++at)
      if (isJump(written_.segments[at].op))
        written_.segments[at].c = places.at(written_.segments[at].c);
    for (interp::NativeEntry& entry : written_.entries)
      entry.segment = places.at(entry.instruction);
  }
  // True for the start of an outermost loop with instructions that code is faster for.
  bool isCompiledLoop(int32_t first) const {
    const auto entry = loopEnds_.find(first);
    if (entry == loopEnds_.end()) return false;
    const auto counted = counted_.lower_bound(first);
    return counted != counted_.end() && *counted < entry->second;
  }
  // Instructions that take no time.
  static bool isCheck(Op op) {
    return op == Op::Release || op == Op::CheckDefined || op == Op::CheckLeaf;
  }
  void mark(int32_t first, int32_t count) {
    if (options_.marks) addToSegment({.op = Op::Mark, .c = first, .n = count}, first);
  }

  // Leaves instructions to the interpreter.
  void interpret(int32_t first, int32_t last) {
    std::set<int32_t> stored, loaded;
    const auto begin = static_cast<int32_t>(written_.segments.size());
    bool returns = false;
    for (int32_t i = first; i <= last; ++i) {
      returns |= at(i).op == Op::Return || at(i).op == Op::Raise || at(i).op == Op::Missing;
      program_.forEachOperand(
          at(i),
          [&](Operand operand) {
            if (operand >= 0 && contentOf(operand) != Content::Any && !loaded.contains(operand) &&
                stored.insert(operand).second)
              store(operand);
          },
          [&](int32_t written) {
            if (contentOf(written) != Content::Any) loaded.insert(written);
          });
    }
    writeSegment(first, last);
    const std::string status = ir_.value("call i32 {}(ptr %machine, i32 {})",
                                         helper(offsetof(interp::NativeHelpers, interpret)), begin);
    if (returns) {
      ir_.line("ret i32 {}", status);
      isOpen_ = false;
      return;
    }
    const std::string good = ir_.block();
    ir_.branch(ir_.value("icmp eq i32 {}, 0", status), good, "failed");
    ir_.begin(good);
    load(loaded, last + 1);
  }

  // ---- instructions

  // Code for an instruction on numbers pays in a loop, or if LLVM has little to compile.
  void countCode() {
    if (size() <= kFewInstructions || isInLoop_[static_cast<size_t>(at_)]) counted_.insert(at_);
  }

  void instruction() {
    const Instruction& in = at(at_);
    // The result may share its register with values of other types; then the interpreter computes
    // it.
    const bool isNumber =
        !interp::infoOf(in.op).writes.empty() && in.outs == 1 && contentOf(in.a) != Content::Any;
    if (const SimpleRow* row = find(kSimple, in.op);
        row && isNumber && are(row->operands, {in.b, in.c})) {
      countCode();
      const std::string x = number(in.b), y = number(in.c);
      return assign(in.a, ir_.value("{} {}, {}", row->code, x, y));
    }
    if (const SimpleRow* row = find(kJumps, in.op)) {
      const std::string x = number(in.a), y = number(in.b);
      return jumpUnless(ir_.value("{} {}, {}", row->code, x, y), in.c);
    }
    switch (in.op) {
      case Op::Jump:
        ir_.jump(labelOf(in.c));
        isOpen_ = false;
        return;
      case Op::JumpIfNot: return jumpUnless(condition(in.b), in.c);
      case Op::JumpIf:
        return ir_.branch(condition(in.b), labelOf(in.c), labelOf(at_ + 1)), closed();
      case Op::LoopBegin:
        assign(in.a, "0");
        return jumpUnless(ir_.value("icmp sgt i64 {}, 0", number(in.b)), in.c);
      case Op::LoopNext: {
        const std::string next = ir_.value("add nuw nsw i64 {}, 1", number(in.a));
        assign(in.a, next);
        ir_.branch(ir_.value("icmp slt i64 {}, {}", next, number(in.b)), labelOf(in.c),
                   labelOf(at_ + 1));
        return closed();
      }
      case Op::Copy:
        if (!isNumber || contentOf(in.a) != contentOf(in.b)) break;
        return assign(in.a, number(in.b));
      case Op::Not:
        if (!isNumber || !are(Content::Bool, {in.b})) break;
        return assign(in.a, ir_.value("xor i1 {}, true", number(in.b)));
      case Op::NegInt:
        if (!isNumber || !are(Content::Int, {in.b})) break;
        return assign(in.a, ir_.value("sub i64 0, {}", number(in.b)));
      case Op::DeriveIndex: {
        if (!isNumber || !are(Content::Int, {in.b, in.c, in.n})) break;
        const std::string product = ir_.value("mul i64 {}, {}", number(in.b), number(in.n));
        return assign(in.a, ir_.value("add i64 {}, {}", number(in.c), product));
      }
      case Op::FloorDivInt:
      case Op::RemainderInt:
        if (!isNumber || !are(Content::Int, {in.b, in.c})) break;
        return divide(in);
      case Op::Len:
        if (!isNumber || in.b < 0 || in.b & interp::kTaken) break;
        return length(in);
      case Op::GetItem:
        if (in.b < 0 || in.b & interp::kTaken || in.b == in.a || !are(Content::Int, {in.c})) break;
        return getItem(in);
      case Op::SetItem:
        if (in.b < 0 || in.b & interp::kTaken || in.outs != 0 || contentOf(in.n) == Content::Any ||
            !are(Content::Int, {in.c}))
          break;
        return setItem(in);
      case Op::Kernel:
        if (const NumberKernel* kernel = numberKernel(in)) return compute(in, *kernel);
        break;
      case Op::Append:
        if (in.b < 0 || in.b & interp::kTaken || in.outs != 0 || contentOf(in.c) == Content::Any)
          break;
        return append(in);
      default: break;
    }
    // As many instructions as possible in one segment.
    int32_t last = at_;
    auto endsSegment = [](Op op) {
      return op == Op::Return || op == Op::Raise || op == Op::Missing;
    };
    while (last + 1 < size() && !targets_.contains(last + 1) && !endsSegment(at(last).op) &&
           isAlwaysInterpreted(at(last + 1)))
      ++last;
    interpret(at_, last);
    at_ = last;
  }

  // The kernel of an instruction that becomes code; null for others.
  const NumberKernel* numberKernel(const Instruction& in) const {
    if (in.outs != 1) return nullptr;
    const NumberKernel* kernel =
        findNumberKernel(program_.kernels[static_cast<size_t>(in.c)], contentOf(in.a));
    if (kernel == nullptr) return nullptr;
    const bool fits = std::ranges::all_of(operandsOf(in), [&](Operand operand) {
      const Content content = contentOf(operand);
      return content == kernel->operands ||
             (kernel->operands == Content::Float && content == Content::Int);
    });
    return fits ? kernel : nullptr;
  }
  std::span<const Operand> operandsOf(const Instruction& in) const {
    return {program_.operands.data() + in.b, static_cast<size_t>(in.n)};
  }
  void compute(const Instruction& in, const NumberKernel& kernel) {
    countCode();
    std::vector<std::string> values;
    for (const Operand operand : operandsOf(in)) {
      std::string value = number(operand);
      if (contentOf(operand) != kernel.operands)
        value = ir_.value("sitofp i64 {} to double", value);
      values.push_back(std::move(value));
    }
    assign(in.a, kernel.write(ir_, values));
  }

  // True for instructions that instruction() never turns into code.
  bool isAlwaysInterpreted(const Instruction& in) const {
    switch (in.op) {
      case Op::Copy:
      case Op::Not:
      case Op::NegInt:
      case Op::DeriveIndex:
      case Op::FloorDivInt:
      case Op::RemainderInt:
      case Op::Len:
      case Op::GetItem:
      case Op::SetItem:
      case Op::Append: return false;
      case Op::Kernel: return numberKernel(in) == nullptr;
      default: return !isJump(in.op) && find(kSimple, in.op) == nullptr;
    }
  }

  void closed() { isOpen_ = false; }
  // A bool, which may be one of several types that the register has in turn.
  std::string condition(Operand operand) {
    if (contentOf(operand) == Content::Bool) return number(operand);
    const Slot slot = values_.registerAt(withoutFlag(operand));
    expectTag(slot, Tag::Bool, leave());
    return values_.number(slot, Content::Bool);
  }
  void jumpUnless(const std::string& condition, int32_t target) {
    ir_.branch(condition, labelOf(at_ + 1), labelOf(target));
    closed();
  }

  // Code with a slow way: it interprets the instruction at_, then continues at `done`.
  void slowWay(const std::string& slow, const std::string& done) {
    ir_.jump(done);
    ir_.begin(slow);
    interpret(at_, at_);
    ir_.jump(done);
    ir_.begin(done);
  }

  // Rounds towards minus infinity. Zero fails. The processor traps where the quotient by -1
  // overflows, so the code divides by 1 instead.
  void divide(const Instruction& in) {
    countCode();
    if (const IValue* divisor = constantOf(in.c); divisor && divisor->toInt() > 0)
      return divideBy(in, divisor->toInt());
    const std::string good = ir_.block();
    const std::string x = number(in.b), y = number(in.c);
    ir_.branch(ir_.value("icmp eq i64 {}, 0", y), leave(), good);
    ir_.begin(good);
    const std::string isMinusOne = ir_.value("icmp eq i64 {}, -1", y);
    const std::string divisor = ir_.value("select i1 {}, i64 1, i64 {}", isMinusOne, y);
    const std::string rest = ir_.value("srem i64 {}, {}", x, divisor);
    const std::string differ =
        ir_.value("icmp slt i64 {}, 0", ir_.value("xor i64 {}, {}", rest, y));
    const std::string isInexact = ir_.value("icmp ne i64 {}, 0", rest);
    const std::string isBelow = ir_.value("and i1 {}, {}", differ, isInexact);
    if (in.op == Op::RemainderInt) {
      const std::string more = ir_.value("select i1 {}, i64 {}, i64 0", isBelow, y);
      return assign(in.a, ir_.value("add i64 {}, {}", rest, more));
    }
    const std::string quotient = ir_.value("sdiv i64 {}, {}", x, divisor);
    const std::string minus = ir_.value("sub i64 0, {}", quotient);
    const std::string whole =
        ir_.value("select i1 {}, i64 {}, i64 {}", isMinusOne, minus, quotient);
    assign(in.a, ir_.value("add i64 {}, {}", whole, ir_.value("sext i1 {} to i64", isBelow)));
  }

  // The quotient rounds down. A power of two is a shift. Another divisor d of x >= 0 is a product
  // with ceil(2^(64 + k) / d), where 2^k < d < 2^(k + 1): it exceeds the exact factor by less than
  // 1 / d in the product, as x < 2^63. Negative x is -1 - y, and so is its quotient.
  void divideBy(const Instruction& in, int64_t divisor) {
    const std::string x = number(in.b);
    const int k = std::bit_width(static_cast<uint64_t>(divisor)) - 1;
    const bool isPower = std::has_single_bit(static_cast<uint64_t>(divisor));
    if (isPower && in.op == Op::RemainderInt)
      return assign(in.a, ir_.value("and i64 {}, {}", x, divisor - 1));
    std::string quotient;
    if (isPower) {
      quotient = ir_.value("ashr i64 {}, {}", x, k);
    } else {
      __extension__ using Wide = unsigned __int128;
      const auto factor = static_cast<uint64_t>((Wide{1} << (64 + k)) / static_cast<Wide>(divisor));
      const std::string sign = ir_.value("ashr i64 {}, 63", x);
      const std::string wide =
          ir_.value("zext i64 {} to i128", ir_.value("xor i64 {}, {}", x, sign));
      const std::string product = ir_.value("mul nuw i128 {}, {}", wide, factor + 1);
      const std::string high =
          ir_.value("trunc i128 {} to i64", ir_.value("lshr i128 {}, {}", product, 64 + k));
      quotient = ir_.value("xor i64 {}, {}", high, sign);
    }
    if (in.op == Op::FloorDivInt) return assign(in.a, quotient);
    assign(in.a, ir_.value("sub i64 {}, {}", x, ir_.value("mul i64 {}, {}", quotient, divisor)));
  }

  struct Items {
    std::string begin, size;
  };
  // Leaves the function for other values than lists.
  Items itemsOf(const Slot& slot) {
    expectTag(slot, Tag::List, leave());
    const std::string list = values_.object(slot);
    const std::string begin = values_.listField(list, ListField::Begin);
    const std::string end = values_.listField(list, ListField::End);
    const std::string from = ir_.value("ptrtoint ptr {} to i64", begin),
                      to = ir_.value("ptrtoint ptr {} to i64", end);
    return {begin, ir_.value("ashr exact i64 {}, 4", ir_.value("sub i64 {}, {}", to, from))};
  }
  // Leaves the function for an index that is out of range.
  Slot element(const Items& items, Operand index) {
    const std::string given = number(index), good = ir_.block();
    const std::string fromEnd = ir_.value("add i64 {}, {}", given, items.size);
    const std::string isNegative = ir_.value("icmp slt i64 {}, 0", given);
    const std::string place = ir_.value("select i1 {}, i64 {}, i64 {}", isNegative, fromEnd, given);
    ir_.branch(ir_.value("icmp ult i64 {}, {}", place, items.size), good, leave());
    ir_.begin(good);
    return ValueWriter::element(ir_.value("getelementptr i8, ptr {}, i64 {}", items.begin,
                                          ir_.value("shl i64 {}, 4", place)));
  }
  Slot elementOf(const Slot& list, Operand index) { return element(itemsOf(list), index); }

  void length(const Instruction& in) {
    countCode();
    assign(in.a, itemsOf(values_.registerAt(in.b)).size);
  }
  // The later instruction that reads a number from the list that this one finds in a list, if only
  // arithmetic comes between them that may be computed again: x[i][j + 1]. Else 0.
  int32_t innerRead(const Instruction& in) const {
    std::set<Operand> reads = {in.b, in.c};
    for (int32_t i = at_ + 1; i < size() && !targets_.contains(i); ++i) {
      const Instruction& next = at(i);
      if (next.op == Op::GetItem && next.b == (in.a | interp::kTaken))
        return contentOf(next.a) != Content::Any && are(Content::Int, {next.c}) ? i : 0;
      const SimpleRow* row = find(kSimple, next.op);
      if (row == nullptr || contentOf(next.a) == Content::Any ||
          !are(row->operands, {next.b, next.c}))
        return 0;
      reads.insert({withoutFlag(next.b), withoutFlag(next.c)});
      if (reads.contains(next.a)) return 0;
    }
    return 0;
  }
  // Both reads at once, without a reference to the inner list. Where the second one fails, the
  // interpreter repeats both.
  void nestedItem(const Instruction& in, int32_t last) {
    const int32_t first = at_;
    const Slot inner = elementOf(values_.registerAt(in.b), in.c);
    for (at_ = first + 1; at_ < last; ++at_) instruction();
    at_ = first;
    readNumber(elementOf(inner, at(last).c), at(last).a);
    at_ = last;
  }
  void readNumber(const Slot& slot, int32_t to) {
    expectTag(slot, infoOf(contentOf(to)).tag, leave());
    assign(to, values_.number(slot, contentOf(to)));
  }
  void getItem(const Instruction& in) {
    countCode();
    const bool isNumber = contentOf(in.a) != Content::Any;
    if (!isNumber)
      if (const int32_t last = innerRead(in)) return nestedItem(in, last);
    const Slot item = elementOf(values_.registerAt(in.b), in.c);
    if (isNumber) return readNumber(item, in.a);
    const std::string slow = ir_.block(), done = ir_.block();
    copyShared(item, values_.registerAt(in.a), slow);
    slowWay(slow, done);
  }
  // Copies a reference to a counted object over a register. Where the register held the last
  // reference to an object, the interpreter destroys it.
  void copyShared(const Slot& from, const Slot& to, const std::string& slow) {
    const std::string tag = values_.tag(from), counted = ir_.block();
    ir_.branch(isCounted(tag), counted, slow);
    ir_.begin(counted);
    const std::string object = values_.object(from);
    const std::string held = values_.tag(to);
    const std::string release = ir_.block(), test = ir_.block(), copy = ir_.block();
    ir_.branch(isCounted(held), test, copy);
    ir_.begin(test);
    const std::string count = values_.referencesOf(values_.object(to));
    const std::string before = ir_.value("atomicrmw sub ptr {}, i32 1 acq_rel", count);
    ir_.branch(ir_.value("icmp eq i32 {}, 1", before), release, copy);
    ir_.begin(release);
    ir_.value("atomicrmw add ptr {}, i32 1 monotonic", count);
    ir_.jump(slow);
    ir_.begin(copy);
    ir_.value("atomicrmw add ptr {}, i32 1 monotonic", values_.referencesOf(object));
    values_.setTag(to, tag);
    values_.setObject(to, object);
  }
  std::string isCounted(const std::string& tag) {
    return ir_.value("icmp uge i8 {}, {}", tag, static_cast<int>(Tag::Complex));
  }
  void setItem(const Instruction& in) {
    countCode();
    const Slot item = elementOf(values_.registerAt(in.b), in.c);
    expectTag(item, infoOf(contentOf(in.n)).tag, leave());  // else it may own something
    values_.setNumber(item, contentOf(in.n), number(in.n));
  }

  // A list whose memory is full goes the slow way.
  void append(const Instruction& in) {
    countCode();
    const std::string slow = ir_.block(), fast = ir_.block(), done = ir_.block();
    const Slot slot = values_.registerAt(in.b);
    expectTag(slot, Tag::List, leave());
    const std::string list = values_.object(slot);
    const std::string end = values_.listField(list, ListField::End);
    const std::string limit = values_.listField(list, ListField::Limit);
    ir_.branch(ir_.value("icmp eq ptr {}, {}", end, limit), slow, fast);
    ir_.begin(fast);
    write(ValueWriter::element(end), contentOf(in.c), number(in.c));
    values_.setListField(list, ListField::End, values_.next(end));
    slowWay(slow, done);
  }

  const Program& program_;
  const WriteOptions& options_;
  std::optional<DebugPlaces> places_;
  IrText ir_;
  ValueWriter values_{ir_};
  WrittenFunction written_;
  const std::set<int32_t> targets_;  // instructions that start a block
  std::vector<bool> isInLoop_;       // by instruction
  int32_t at_ = 0;
  bool isOpen_ = false;  // the current block has no jump at its end yet
  // The instructions because of which code is faster than the interpreter.
  std::set<int32_t> counted_;
  std::optional<LiveRegisters> live_;
  std::map<int32_t, std::string> leaves_;  // by instruction
  std::map<int32_t, int32_t> loopEnds_;    // of the loops among the entries, by their start
};

}  // namespace

WrittenFunction writeFunction(const Program& program, const WriteOptions& options) {
  return Writer(program, options).write();
}

}  // namespace ts::jit
