#include "core/jit/function_writer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/jit/instruction_code.h"

namespace ts::jit {
namespace {

using interp::Content;
using interp::Instruction;
using interp::isJump;
using interp::Op;
using interp::Program;

// Comparisons of ints that jump unless they hold.
std::optional<std::string_view> comparisonOf(Op op) {
  switch (op) {
    case Op::JumpIfNotLtInt: return "slt";
    case Op::JumpIfNotLeInt: return "sle";
    case Op::JumpIfNotGtInt: return "sgt";
    case Op::JumpIfNotGeInt: return "sge";
    case Op::JumpIfNotEqInt: return "eq";
    case Op::JumpIfNotNeInt: return "ne";
    default: return std::nullopt;
  }
}

bool endsSegment(Op op) { return op == Op::Return || op == Op::Raise || op == Op::Missing; }

class Writer {
 public:
  Writer(const Program& program, const WriteOptions& options)
      : program_(program),
        entries_(options.entries),
        isInterruptible_(options.isInterruptible),
        groups_(findGroups(program, options.mayFuse)),
        segments_(program, groups_.spans(), options.marks),
        code_(program, segments_, options.places) {}

  WrittenFunction write() {
    ir_.begin("entry");
    for (size_t i = 0; i < program_.registers.size(); ++i)
      if (contentOf(i) != Content::Any) ir_.line("%r{} = alloca {}", i, infoOf(contentOf(i)).type);
    const bool isLazy = entries_ == LoopEntries::Lazy && code_.size() > kFewInstructions;
    if (isInterruptible_) {
      code_.storeAllNumbers();
      findStrips();
    }
    // A paused loop goes on as code.
    if (isLazy || entries_ == LoopEntries::Outermost || isInterruptible_) writeEntries();
    std::set<int32_t> arguments;
    for (size_t i = 0; i < program_.graph->inputs().size(); ++i)
      arguments.insert(static_cast<int32_t>(i));
    code_.load(arguments, 0);
    ir_.jump("i0");
    for (int32_t i = 0; i < code_.size(); i = code_.at() + 1) {
      if (i == 0 || code_.targets.contains(i)) {
        if (code_.isOpen()) ir_.jump(FunctionCode::labelOf(i));
        code_.open(FunctionCode::labelOf(i));
        if (const auto loop = strips_.find(i); loop != strips_.end()) beginStrip(i, loop->second);
      }
      code_.moveTo(i);
      if (code_.isOpen()) instruction(code_.instruction(i));
    }
    // Code never runs past the last instruction, a Return.
    if (code_.isOpen()) ir_.line("unreachable");
    return finish(isLazy);
  }

 private:
  Content contentOf(size_t index) const { return program_.registers[index]; }

  WrittenFunction finish(bool isLazy) {
    const bool isCode = !code_.counted().empty();
    if (!isCode) segments_.clear();
    WrittenFunction written;
    written.entries = std::move(nativeEntries_);
    if (!isCode || isLazy)
      written.start = segments_.addProgram(
          code_.targets, isCode ? compiledLoops() : std::set<int32_t>(), written.entries);
    if (isCode) {
      code_.writeLeaves();
      written.text = code_.text();
      written.isLazy = isLazy;
    }
    written.segments = std::move(segments_.segments);
    written.origins = std::move(segments_.origins);
    written.groups = std::move(groups_);
    return written;
  }

  // ---- loops that can be interrupted

  // A loop of fast instructions looks at the flag between two strips of iterations, so that LLVM
  // may use vectors within a strip. Other loops look at the flag in each iteration.
  static constexpr int kStrip = 1024;
  static std::string stripOf(int32_t top) { return fmt::format("strip{}", top); }

  void findStrips() {
    for (int32_t i = 0; i < code_.size(); ++i) {
      const Instruction& end = code_.instruction(i);
      if (end.op != Op::LoopNext) continue;
      const auto isFast = [&](const Instruction& in) {
        return in.op != Op::LoopBegin && !isInterpreted(in);
      };
      if (std::all_of(program_.code.begin() + end.c, program_.code.begin() + i, isFast))
        strips_[end.c] = i;
    }
    for (const auto& [top, end] : strips_) ir_.line("%end{} = alloca i64", top);
  }
  // Computes the end of the strip that begins with an iteration.
  void beginStrip(int32_t top, int32_t end) {
    const Instruction& next = code_.instruction(end);
    const std::string last = ir_.value("add i64 {}, {}", code_.number(next.a), kStrip);
    const std::string limit = code_.number(next.b);
    const std::string isWhole = ir_.value("icmp slt i64 {}, {}", last, limit);
    ir_.line("store i64 {}, ptr %end{}",
             ir_.value("select i1 {}, i64 {}, i64 {}", isWhole, last, limit), top);
    ir_.jump(stripOf(top));
    ir_.begin(stripOf(top));
  }
  void loopNext(const Instruction& in) {
    const std::string next = ir_.value("add nuw nsw i64 {}, 1", code_.number(in.a));
    code_.assign(in.a, next);
    const auto isBelow = [&](const std::string& limit) {
      return ir_.value("icmp slt i64 {}, {}", next, limit);
    };
    if (!isInterruptible_) return branch(isBelow(code_.number(in.b)), in.c, code_.at() + 1);
    if (strips_.contains(in.c)) {
      const std::string behind = ir_.block();
      ir_.branch(isBelow(ir_.value("load i64, ptr %end{}", in.c)), stripOf(in.c), behind);
      ir_.begin(behind);
    }
    const std::string again = ir_.block();
    ir_.branch(isBelow(code_.number(in.b)), again, FunctionCode::labelOf(code_.at() + 1));
    ir_.begin(again);
    const std::string flag = code_.helper(offsetof(interp::NativeHelpers, interrupt));
    const std::string isSet = ir_.value("load atomic i8, ptr {} monotonic, align 1", flag);
    ir_.branch(ir_.value("icmp eq i8 {}, 0", isSet), FunctionCode::labelOf(in.c),
               code_.pause(in.c));
    code_.close();
  }

  // ---- starts in loops

  // Code may start at the first instruction of each outermost loop, with the numbers that are live
  // there.
  void writeEntries() {
    std::string cases;
    for (int32_t i = code_.size() - 1, top = code_.size(); i >= 0; --i) {
      const Instruction& in = code_.instruction(i);
      if (in.op != Op::LoopNext || i >= top) continue;
      top = in.c;
      nativeEntries_.push_back({top});
      loopEnds_[top] = i;
      cases += fmt::format(" i32 {}, label %enter{}", top, top);
    }
    if (nativeEntries_.empty()) return;
    ir_.line("switch i32 %start, label %arguments [{} ]", cases);
    for (const auto [entry, segment] : nativeEntries_) {
      ir_.begin(fmt::format("enter{}", entry));
      code_.loadOr(code_.live().before(entry), [&] { ir_.line("ret i32 2"); });
      ir_.jump(FunctionCode::labelOf(entry));
    }
    ir_.begin("arguments");
  }
  // The outermost loops with instructions that code is faster for.
  std::set<int32_t> compiledLoops() const {
    std::set<int32_t> compiled;
    for (const auto& [first, last] : loopEnds_) {
      const auto counted = code_.counted().lower_bound(first);
      if (counted != code_.counted().end() && *counted < last) compiled.insert(first);
    }
    return compiled;
  }

  // ---- instructions

  void instruction(const Instruction& in) {
    if (isJump(in.op)) return jump(in);
    if (const InstructionCode* code = findCode(code_, in)) return code->write(code_, in);
    // As many instructions as possible in one segment.
    int32_t last = code_.at();
    while (last + 1 < code_.size() && !code_.targets.contains(last + 1) &&
           !endsSegment(code_.instruction(last).op) && isInterpreted(code_.instruction(last + 1)))
      ++last;
    code_.interpret(code_.at(), last);
    code_.moveTo(last);
  }
  bool isInterpreted(const Instruction& in) const {
    return !isJump(in.op) && findCode(code_, in) == nullptr;
  }

  void jump(const Instruction& in) {
    if (const auto comparison = comparisonOf(in.op)) {
      const std::string x = code_.number(in.a), y = code_.number(in.b);
      return jumpUnless(ir_.value("icmp {} i64 {}, {}", *comparison, x, y), in.c);
    }
    switch (in.op) {
      case Op::JumpIfNot: return jumpUnless(code_.condition(in.b), in.c);
      case Op::JumpIf: return branch(code_.condition(in.b), in.c, code_.at() + 1);
      case Op::LoopBegin:
        code_.assign(in.a, "0");
        return jumpUnless(ir_.value("icmp sgt i64 {}, 0", code_.number(in.b)), in.c);
      case Op::LoopNext: return loopNext(in);
      default:  // Op::Jump
        ir_.jump(FunctionCode::labelOf(in.c));
        code_.close();
    }
  }
  void jumpUnless(const std::string& condition, int32_t target) {
    branch(condition, code_.at() + 1, target);
  }
  void branch(const std::string& condition, int32_t yes, int32_t no) {
    ir_.branch(condition, FunctionCode::labelOf(yes), FunctionCode::labelOf(no));
    code_.close();
  }

  const Program& program_;
  const LoopEntries entries_;
  const bool isInterruptible_;
  ProgramGroups groups_;
  SegmentList segments_;
  FunctionCode code_;
  IrText& ir_ = code_.ir;
  std::vector<interp::NativeEntry> nativeEntries_;
  std::map<int32_t, int32_t> loopEnds_;  // of these loops, by their start
  std::map<int32_t, int32_t> strips_;    // likewise, of loops that run in strips
};

}  // namespace

WrittenFunction writeFunction(const Program& program, const WriteOptions& options) {
  return Writer(program, options).write();
}

}  // namespace ts::jit
