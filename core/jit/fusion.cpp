#include "core/jit/fusion.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/jit/fusion_builder.h"
#include "core/jit/moved_elements.h"

namespace ts::jit {
namespace {

using interp::Instruction;
using interp::kTaken;
using interp::Op;
using interp::Operand;
using interp::Program;
using interp::withoutFlag;

class Finder {
 public:
  Finder(const Program& program, const std::set<int32_t>& targets, const FusionFilter& mayFuse)
      : program_(program), targets_(targets), mayFuse_(mayFuse) {}

  std::vector<Fusion> find() {
    for (int32_t i = 0; i < size();) i = fusionAt(i, size());
    return std::move(fusions_);
  }

 private:
  int32_t size() const { return static_cast<int32_t>(program_.code.size()); }
  const Instruction& at(int32_t index) const { return program_.code[static_cast<size_t>(index)]; }

  // Takes as many instructions before `limit` as possible. Returns where the search goes on.
  int32_t fusionAt(int32_t first, int32_t limit) {
    FusionBuilder builder(program_, first);
    int32_t end = first;  // after the last instruction taken
    int32_t complete = first;
    while (end < limit) {
      const bool mayRelease = builder.hasStarted() && !targets_.contains(end);
      if (mayRelease && at(end).op == Op::Release && builder.uses(at(end).a)) {
        builder.release(at(end++).a);
      } else {
        std::vector<int32_t> moved;
        const int32_t call = nextOperator(builder, end, moved);
        if (call < 0) break;
        const int32_t last = at(call).op == Op::MakeList ? readerOf(call) : call;
        if (last >= limit || !hasFewResults(last) || !isAllowed(last) ||
            !add(builder, at(last), last == call ? nullptr : &at(call)))
          break;
        builder.move(moved);
        end = last + 1;
      }
      if (builder.isComplete()) complete = end;
    }
    if (end == first) return first + 1;
    if (!builder.isComplete()) return fusionAt(first, complete);
    if (auto fusion = builder.finish(end)) fusions_.push_back(std::move(*fusion));
    return end;
  }

  bool hasFewResults(int32_t call) const {
    return at(call).outs == 1 || at(call).outs == 2 || at(call).op == Op::UnpackList;
  }
  bool isAllowed(int32_t call) const {
    return !mayFuse_ || mayFuse_(*program_.nodes[static_cast<size_t>(call)]);
  }
  // list: the instruction that makes the list that an operator moves; null for others.
  bool add(FusionBuilder& builder, const Instruction& call, const Instruction* list) const {
    if (call.op == Op::UnpackList) return builder.unpack(call);
    const auto function = functionOf(call);
    if (movesElements(function)) return builder.addMoved(call, function, list);
    std::vector<const tensor::IValue*> arguments;
    for (const Operand operand : program_.operandsOf(call))
      arguments.push_back(program_.constantOf(operand));
    if (call.outs == 2) {
      auto first = planOperator(function, arguments), second = planOperator(function, arguments, 1);
      return first && second &&
             builder.addBoth(call, function, std::move(*first), std::move(*second));
    }
    if (const Reduction reduction = reductionOfAll(function); reduction != Reduction::None)
      return builder.reduce(call, reduction);
    if (isViewOf(function) && builder.addView(call, function)) return true;
    if (const auto* kernel = kernels::findPointwise(function))
      return builder.add(call, function, *kernel);
    auto plan = planOperator(function, arguments);
    static kernels::NamedKernel flip("aten::flip");
    if (plan && function == flip.get()) return builder.addFlip(call, function);
    if (plan && builder.add(call, function, std::move(*plan))) return true;
    return isViewOf(function) && builder.addViewOfNode(call, function);
  }

  kernels::KernelFunction functionOf(const Instruction& call) const {
    return program_.kernels[static_cast<size_t>(call.c)];
  }
  // The operator that moves elements and reads the list that an instruction makes, with nothing
  // but checks of its arguments between them; -1: none.
  int32_t readerOf(int32_t list) const {
    if (at(list).op != Op::MakeList) return -1;
    int32_t reader = list + 1;
    while (reader < size() && at(reader).op == Op::CheckDefined) ++reader;
    if (reader == size() || at(reader).op != Op::Kernel || !movesElements(functionOf(at(reader))))
      return -1;
    const auto begin = program_.operands.begin() + at(reader).b;
    const std::span<const Operand> read(begin, begin + at(reader).n);
    for (int32_t i = list + 1; i <= reader; ++i) {
      const bool isRead = i == reader || std::ranges::any_of(read, [&](Operand operand) {
                            return withoutFlag(operand) == withoutFlag(at(i).b);
                          });
      if (targets_.contains(i) || !isRead) return -1;
    }
    return std::ranges::count(read, at(list).a | kTaken) == 1 ? reader : -1;
  }
  // The next operator, after checks of its arguments and instructions that may run before the
  // fusion; -1 if another instruction comes first.
  int32_t nextOperator(const FusionBuilder& builder, int32_t from,
                       std::vector<int32_t>& moved) const {
    std::vector<Operand> checked;
    int32_t call = from;
    const auto isCall = [&](int32_t index) {
      const Instruction& in = at(index);
      return in.op == Op::Kernel || readerOf(index) >= 0 ||
             (in.op == Op::UnpackList &&
              builder.isList(program_.operands[static_cast<size_t>(in.b)]));
    };
    for (; call < size() && !isCall(call); ++call) {
      const Instruction& in = at(call);
      if (in.op == Op::CheckDefined || (in.op == Op::CheckLeaf && builder.isNode(in.b)))
        checked.push_back(withoutFlag(in.b));
      else if (builder.hasStarted() && isMovable(in) && !builder.uses(in.a) &&
               (in.op == Op::Release || !builder.uses(in.b)))
        moved.push_back(call);
      else
        return -1;
    }
    if (call == size()) return -1;
    const auto isInside = [&](int32_t target) { return target > from || builder.hasStarted(); };
    for (int32_t i = from; i <= call; ++i)
      if (targets_.contains(i) && isInside(i)) return -1;
    const bool areRead = std::ranges::all_of(checked, [&](Operand operand) {
      bool isRead = false;
      program_.forEachOperand(
          at(call), [&](Operand read) { isRead |= read == operand; }, [](int32_t) {});
      return isRead;
    });
    return areRead ? call : -1;
  }
  // Instructions that never fail and only change the register a.
  static bool isMovable(const Instruction& in) {
    return (in.op == Op::GetAttr && in.c >= 0) || in.op == Op::Release;
  }

  const Program& program_;
  const std::set<int32_t>& targets_;
  const FusionFilter& mayFuse_;
  std::vector<Fusion> fusions_;
};

}  // namespace

Reduction reductionOfAll(kernels::KernelFunction function) {
  static kernels::NamedKernel sum("aten::sum"), mean("aten::mean");
  return function == sum.get()    ? Reduction::Sum
         : function == mean.get() ? Reduction::Mean
                                  : Reduction::None;
}

std::set<int32_t> jumpTargets(const Program& program) {
  std::set<int32_t> targets;
  for (size_t i = 0; i < program.code.size(); ++i) {
    if (!interp::isJump(program.code[i].op)) continue;
    targets.insert(program.code[i].c);
    targets.insert(static_cast<int32_t>(i) + 1);
  }
  return targets;
}

std::vector<Fusion> findFusions(const Program& program, const std::set<int32_t>& targets,
                                const FusionFilter& mayFuse) {
  return Finder(program, targets, mayFuse).find();
}

}  // namespace ts::jit
