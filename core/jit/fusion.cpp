#include "core/jit/fusion.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace ts::jit {
namespace {

using interp::Instruction;
using interp::kTaken;
using interp::Op;
using interp::Operand;
using interp::Program;
using interp::withoutFlag;

// A fusion in progress: the instructions from `first` to the current one.
class Builder {
 public:
  Builder(const Program& program, int32_t first) : program_(program) { fusion_.first = first; }

  bool isEmpty() const { return fusion_.nodes.empty(); }

  // Adds an operator. Returns false, without a change, if the operator is unrelated to the others
  // or there are too many.
  bool add(const Instruction& at, const kernels::PointwiseKernel& kernel) {
    const std::span operands(program_.operands.data() + at.b, static_cast<size_t>(at.n));
    const auto isNew = [&](Operand operand) {
      return isValue(operand) && !content_.contains(withoutFlag(operand));
    };
    const auto added = static_cast<size_t>(std::ranges::count_if(operands, isNew));
    const bool isRelated = std::ranges::any_of(operands, [&](Operand operand) {
      return operand >= 0 && content_.contains(withoutFlag(operand));
    });
    if (!isEmpty() && !isRelated) return false;
    if (fusion_.inputs.size() + added > kMostInputs || fusion_.nodes.size() == kMostNodes)
      return false;
    FusedNode node{&kernel, {}};
    for (const Operand operand : operands) node.arguments.push_back(argumentFor(operand));
    // The last use of a value may be anywhere in the list.
    for (const Operand operand : operands)
      if (operand >= 0 && (operand & kTaken)) content_[withoutFlag(operand)] = std::nullopt;
    content_[at.a] = FusedArgument{FusedArgument::Kind::Node, fusion_.nodes.size()};
    fusion_.nodes.push_back(std::move(node));
    return true;
  }
  // A register becomes empty. Returns false for a register that the fusion does not fill.
  bool release(int32_t index) {
    auto found = content_.find(index);
    if (found == content_.end()) return false;
    found->second = std::nullopt;
    return true;
  }

  // The fusion up to an instruction; nullopt if it would not be faster than the interpreter.
  std::optional<Fusion> finish(int32_t end) {
    fusion_.count = end - fusion_.first;
    for (const auto& [index, content] : content_) {
      if (index < 0) continue;
      if (!content)
        fusion_.released.push_back(index);
      else if (content->kind == FusedArgument::Kind::Node)
        fusion_.outputs.push_back({content->index, index});
    }
    if (fusion_.nodes.size() < 2 || fusion_.outputs.empty() ||
        fusion_.outputs.size() > kMostOutputs)
      return std::nullopt;
    return std::move(fusion_);
  }

 private:
  // True for registers and tensors.
  bool isValue(Operand operand) const { return operand >= 0 || constant(operand).isTensor(); }
  const tensor::IValue& constant(Operand operand) const {
    return program_.constants[program_.constants.size() - static_cast<size_t>(-operand)];
  }
  FusedArgument argumentFor(Operand operand) {
    if (!isValue(operand)) return {FusedArgument::Kind::Constant, 0, operand};
    auto [found, isNew] = content_.try_emplace(withoutFlag(operand));
    if (isNew) {
      found->second = FusedArgument{FusedArgument::Kind::Input, fusion_.inputs.size()};
      fusion_.inputs.push_back(withoutFlag(operand));
    }
    return *found->second;
  }

  const Program& program_;
  Fusion fusion_;
  // The values of the registers and constants that the fusion uses; nullopt: the register is empty.
  std::map<Operand, std::optional<FusedArgument>> content_;
};

class Finder {
 public:
  Finder(const Program& program, const std::set<int32_t>& targets)
      : program_(program), targets_(targets) {}

  std::vector<Fusion> find() {
    for (int32_t i = 0; i < size();) i = fusionAt(i);
    return std::move(found_);
  }

 private:
  int32_t size() const { return static_cast<int32_t>(program_.code.size()); }
  const Instruction& at(int32_t index) const { return program_.code[static_cast<size_t>(index)]; }

  // Takes as many instructions as possible. Returns where the search goes on.
  int32_t fusionAt(int32_t first) {
    Builder builder(program_, first);
    int32_t end = first;  // after the last instruction taken
    while (end == first || !targets_.contains(end)) {
      if (!builder.isEmpty() && at(end).op == Op::Release && builder.release(at(end).a)) {
        ++end;
        continue;
      }
      const int32_t call = operatorAfterChecks(end);
      if (call < 0) break;
      const auto* kernel =
          kernels::findPointwise(program_.kernels[static_cast<size_t>(at(call).c)]);
      if (kernel == nullptr || at(call).outs != 1 || !builder.add(at(call), *kernel)) break;
      end = call + 1;
    }
    if (end == first) return first + 1;
    if (auto fusion = builder.finish(end)) found_.push_back(std::move(*fusion));
    return end;
  }

  // The next operator, after checks of its own arguments; -1 if another instruction comes first.
  int32_t operatorAfterChecks(int32_t from) const {
    int32_t call = from;
    while (call < size() && at(call).op == Op::CheckDefined) {
      ++call;
      if (targets_.contains(call)) return -1;
    }
    if (call == size() || at(call).op != Op::Kernel) return -1;
    for (int32_t i = from; i < call; ++i) {
      bool isRead = false;
      program_.forEachOperand(
          at(call), [&](Operand operand) { isRead |= operand == withoutFlag(at(i).b); },
          [](int32_t) {});
      if (!isRead) return -1;
    }
    return call;
  }

  const Program& program_;
  const std::set<int32_t>& targets_;
  std::vector<Fusion> found_;
};

}  // namespace

std::vector<Fusion> findFusions(const Program& program, const std::set<int32_t>& targets) {
  return Finder(program, targets).find();
}

}  // namespace ts::jit
