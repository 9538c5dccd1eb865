#include "core/jit/fusion.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/jit/moved_elements.h"
#include "core/jit/vector_functions.h"
#include "core/tensor/error.h"

namespace ts::jit {
namespace {

using interp::Instruction;
using interp::kTaken;
using interp::Op;
using interp::Operand;
using interp::Program;
using interp::withoutFlag;

// Operators that return views, or lists of views, of their first argument, with its dimensions in
// the same order.
bool isViewOf(kernels::KernelFunction function) {
  using Functions = std::unordered_set<kernels::KernelFunction>;
  static auto* viewsOfProfiles = new PerProfile<Functions>;
  const Functions& views = viewsOfProfiles->get([] {
    Functions functions;
    for (const std::string_view name :
         {"aten::select.int", "aten::slice.Tensor", "aten::narrow", "aten::unsqueeze",
          "aten::squeeze.dim", "aten::expand", "aten::view", "aten::chunk", "aten::split.Tensor",
          "aten::unbind.int"})
      if (const kernels::KernelFunction view = kernels::find(name)) functions.insert(view);
    return functions;
  });
  return views.contains(function);
}

// A view of the first argument in which the dimensions of the second one run backwards.
void reverse(kernels::Stack& stack) {
  const tensor::Tensor self = stack[stack.size() - 2].toTensor();
  tensor::Dims strides = self.strides();
  int64_t offset = self.offset();
  const auto rank = static_cast<int64_t>(self.dim());
  std::vector<bool> isFlipped(self.dim());
  for (const tensor::IValue& item : stack.back().toList().items) {
    const auto dim = static_cast<size_t>(tensor::wrapDim(item.toInt(), rank));
    if (isFlipped[dim]) tensor::fail("dim {} appears multiple times", dim);
    isFlipped[dim] = true;
    offset += (self.sizes()[dim] - 1) * strides[dim];
    strides[dim] = -strides[dim];
  }
  stack.back() = tensor::view(self, self.sizes(), strides, offset);
}

// A fusion in progress: the instructions from `first` to the current one.
class Builder {
 public:
  Builder(const Program& program, int32_t first) : program_(program) { fusion_.first = first; }

  bool isEmpty() const { return fusion_.nodes.empty(); }
  bool hasStarted() const { return !content_.empty(); }
  bool uses(Operand operand) const { return content_.contains(withoutFlag(operand)); }
  // True for a tensor that the fusion has made.
  bool isNode(Operand operand) const {
    auto content = content_.find(withoutFlag(operand));
    return content != content_.end() && content->second && content->second->isNode() &&
           content->second->reduction == Reduction::None;
  }

  // True if values connect all operators.
  bool isConnected() const { return parts_ < 2; }

  // Adds an operator. Returns false, without a change, if it needs a value of its own or there are
  // too many.
  bool add(const Instruction& at, kernels::KernelFunction function,
           const kernels::PointwiseKernel& kernel) {
    const std::span operands = program_.operandsOf(at);
    const bool isInPlace = kernel.into == kernels::Into::Self;
    if (!canTake(operands) || (isInPlace && !isNode(operands[0]))) return false;
    addNode(at, {function, &kernel, {}, {}}, isInPlace);
    return true;
  }
  bool add(const Instruction& at, kernels::KernelFunction function, OperatorPlan plan) {
    const std::span operands = program_.operandsOf(at);
    if (!canTake(operands)) return false;
    if (plan.isView && !plan.isExpanded && !(isNode(operands[0]) && isRow(operands[0])))
      return false;
    if ((plan.isExpanded || plan.onlyOfNodes) && !isNode(operands[0])) return false;
    if (plan.space && fusion_.space && *plan.space != *fusion_.space) return false;
    if (plan.space) fusion_.space = plan.space;
    hasReduction_ |= plan.space || plan.total != Reduction::None;
    addNode(at, {function, nullptr, std::move(plan), {}}, false);
    return true;
  }
  // Adds an operator with two results.
  bool addBoth(const Instruction& at, kernels::KernelFunction function, OperatorPlan first,
               OperatorPlan second) {
    const std::span operands = program_.operandsOf(at);
    if (!canTake(operands) || fusion_.nodes.size() + 2 > kMostNodes) return false;
    if (fusion_.space && *first.space != *fusion_.space) return false;
    fusion_.space = first.space;
    hasReduction_ = true;
    std::vector<FusedArgument> arguments;
    for (const Operand operand : operands) arguments.push_back(argumentFor(operand));
    for (const Operand operand : operands) take(operand);
    std::array plans{std::move(first), std::move(second)};
    for (size_t i = 0; i < 2; ++i) {
      FusedNode node{function, nullptr, std::move(plans[i]), arguments, i, 2};
      isRow_.push_back(true);
      connect(node);
      content_[program_.operands[static_cast<size_t>(at.b + at.n) + i]] =
          Content{{FusedArgument::Kind::Node, fusion_.nodes.size()}};
      fusion_.nodes.push_back(std::move(node));
    }
    return true;
  }
  // Adds a reduction. Returns false, without a change, unless it reduces the result of an operator.
  bool reduce(const Instruction& at, Reduction reduction) {
    const std::span operands = program_.operandsOf(at);
    const bool isUsual = operands.size() == 2 && operands[1] < 0 && constant(operands[1]).isNone();
    if (!isUsual || !isNode(operands[0])) return false;
    const FusedArgument value = content_[withoutFlag(operands[0])]->value;
    take(operands[0]);
    content_[at.a] = Content{value, reduction};
    hasReduction_ = true;
    return true;
  }
  // Adds a view of a tensor from outside. Returns false, without a change, for other tensors.
  bool addView(const Instruction& at, kernels::KernelFunction function) {
    const std::span operands = program_.operandsOf(at);
    if (operands[0] < 0 || !canTake(operands, 1)) return false;
    if (std::ranges::any_of(operands, [&](Operand operand) { return isNode(operand); }))
      return false;
    FusedView view{function};
    for (const Operand operand : operands) view.arguments.push_back(argumentFor(operand));
    for (const Operand operand : operands) take(operand);
    keepView(std::move(view), at.a);
    return true;
  }
  // Adds the flip of a tensor from outside: the elements of a view with negative strides, which no
  // register contains.
  bool addFlip(const Instruction& at, kernels::KernelFunction function, OperatorPlan plan) {
    const std::span operands = program_.operandsOf(at);
    if (operands[0] < 0 || operands[1] >= 0 || isNode(operands[0]) || !canTake(operands, 1))
      return false;
    const FusedArgument self = argumentFor(operands[0]), dims = argumentFor(operands[1]);
    take(operands[0]);
    addNodeOfView(at, {function, nullptr, std::move(plan), {dims}}, {reverse, 0, 0, {self, dims}});
    return true;
  }
  // Adds an operator that moves elements of tensors from outside. list: the instruction that makes
  // its list of arguments; may be null.
  bool addMoved(const Instruction& at, kernels::KernelFunction function, const Instruction* list) {
    std::vector<Operand> read;
    FusedView view{function};
    for (const Operand operand : program_.operandsOf(at))
      if (list == nullptr || operand != (list->a | kTaken)) read.push_back(operand);
    if (list != nullptr) std::ranges::copy(program_.operandsOf(*list), std::back_inserter(read));
    if (!canTake(read, 1) ||
        std::ranges::any_of(read, [&](Operand operand) { return isNode(operand); }))
      return false;
    for (const Operand operand : program_.operandsOf(at)) {
      const bool isList = list != nullptr && operand == (list->a | kTaken);
      if (isList) view.list = static_cast<int>(view.arguments.size());
      view.arguments.push_back(isList ? FusedArgument{FusedArgument::Kind::Constant}
                                      : argumentFor(operand));
    }
    if (list != nullptr)
      for (const Operand operand : program_.operandsOf(*list))
        view.listed.push_back(argumentFor(operand));
    view.isMoved = true;
    OperatorPlan plan;
    plan.steps = "x";
    plan.operands = {{0}};
    plan.isMoved = true;
    addNodeOfView(at, {function, nullptr, std::move(plan), {}}, std::move(view));
    for (const Operand operand : read)
      if (withoutFlag(operand) != at.a) take(operand);
    return true;
  }
  // True for a list of views.
  bool isList(Operand operand) const {
    const auto content = content_.find(withoutFlag(operand));
    if (content == content_.end() || !content->second || content->second->isNode()) return false;
    const int view = fusion_.inputs[content->second->value.index].view;
    return view >= 0 && fusion_.views[static_cast<size_t>(view)].function != nullptr;
  }
  bool unpack(const Instruction& at) {
    const std::span operands = program_.operandsOf(at);
    if (!isList(operands[0]) || !canTake(operands, at.outs)) return false;
    const FusedArgument list = argumentFor(operands[0]);
    take(operands[0]);
    for (size_t i = 0; i < at.outs; ++i)
      keepView({nullptr, i, at.outs, {list}},
               at.outs == 1 ? at.a : program_.operands[static_cast<size_t>(at.b + at.n) + i]);
    return true;
  }
  // A register that the fusion uses becomes empty.
  void release(int32_t index) { content_[index] = std::nullopt; }
  // Instructions run before the fusion.
  void move(const std::vector<int32_t>& instructions) {
    fusion_.moved.insert(fusion_.moved.end(), instructions.begin(), instructions.end());
  }

  // The fusion up to an instruction; nullopt if it would not be faster than the interpreter.
  std::optional<Fusion> finish(int32_t end) {
    fusion_.count = end - fusion_.first;
    for (const auto& [index, content] : content_) {
      if (index < 0) continue;
      if (!content)
        fusion_.released.push_back(index);
      else if (content->isNode())
        output(*content).to.push_back(index);
      else if (fusion_.inputs[content->value.index].view >= 0)
        fusion_.kept.push_back({content->value.index, index});
    }
    const bool isFaster =
        fusion_.nodes.size() > 1 || hasReduction_ || (!isEmpty() && isSlow(fusion_.nodes[0]));
    if (!isFaster || fusion_.outputs.empty() || fusion_.outputs.size() > kMostOutputs)
      return std::nullopt;
    return std::move(fusion_);
  }

 private:
  // True for operators that code computes faster than the kernel even by themselves.
  bool isSlow(const FusedNode& node) const {
    const kernels::Pointwise* formula = formulaOf(node);
    return formula != nullptr && callsVectorFunction(formula->formula);
  }
  // The formula of an operator on tensors of float32, which may depend on its constants; null for
  // an operator without one.
  const kernels::Pointwise* formulaOf(const FusedNode& node) const {
    if (node.kernel == nullptr || node.kernel->formula != nullptr)
      return node.kernel == nullptr ? nullptr : node.kernel->formula;
    std::vector<tensor::IValue> arguments;
    for (const FusedArgument& argument : node.arguments)
      arguments.push_back(argument.kind == FusedArgument::Kind::Constant
                              ? constant(argument.constant)
                              : tensor::scalarTensor(0.0F));
    try {
      return kernels::callOf(*node.kernel, arguments.data()).formula;
    } catch (const tensor::Error&) {
      return nullptr;
    }
  }
  // True unless the operands need a value that is not there, or there are too many.
  bool canTake(std::span<const Operand> operands, size_t views = 0) const {
    const auto isNew = [&](Operand operand) { return isValue(operand) && !uses(operand); };
    const auto added = static_cast<size_t>(std::ranges::count_if(operands, isNew)) + views;
    const bool haveValues = std::ranges::none_of(operands, [&](Operand operand) {
      return uses(operand) && !hasValue(withoutFlag(operand));
    });
    return haveValues && fusion_.inputs.size() + added <= kMostInputs &&
           fusion_.nodes.size() < kMostNodes;
  }
  // True if all elements of a row have the same value, as far as operators of the fusion tell.
  bool isRow(Operand operand) const {
    const auto content = content_.find(withoutFlag(operand));
    return content != content_.end() && content->second && content->second->isNode() &&
           isRow_[content->second->value.index];
  }
  void addNode(const Instruction& at, FusedNode node, bool isInPlace) {
    const std::span operands = program_.operandsOf(at);
    bool areRows = node.plan.space ? node.plan.isRow : true;
    if (!node.plan.space)
      for (const Operand operand : operands)
        if (isValue(operand)) areRows &= isRow(operand);
    isRow_.push_back(areRows);
    for (const Operand operand : operands) node.arguments.push_back(argumentFor(operand));
    // The last use of a value may be anywhere in the list.
    for (const Operand operand : operands) take(operand);
    connect(node);
    const Content result{{FusedArgument::Kind::Node, fusion_.nodes.size()}, node.plan.total};
    if (isInPlace) overwrite(node.arguments[0].index, result);
    content_[at.a] = result;
    fusion_.nodes.push_back(std::move(node));
  }
  // Adds an operator on a view that no register contains, before its other arguments.
  void addNodeOfView(const Instruction& at, FusedNode node, FusedView view) {
    node.arguments.insert(node.arguments.begin(),
                          {FusedArgument::Kind::Input, fusion_.inputs.size()});
    fusion_.inputs.push_back({0, static_cast<int>(fusion_.views.size())});
    fusion_.views.push_back(std::move(view));
    isRow_.push_back(false);
    connect(node);
    content_[at.a] = Content{{FusedArgument::Kind::Node, fusion_.nodes.size()}};
    fusion_.nodes.push_back(std::move(node));
  }
  // A view becomes an input.
  void keepView(FusedView view, int32_t to) {
    content_[to] = Content{{FusedArgument::Kind::Input, fusion_.inputs.size()}};
    fusion_.inputs.push_back({0, static_cast<int>(fusion_.views.size())});
    fusion_.views.push_back(std::move(view));
  }
  // True for registers and tensors.
  bool isValue(Operand operand) const { return operand >= 0 || constant(operand).isTensor(); }
  const tensor::IValue& constant(Operand operand) const { return *program_.constantOf(operand); }
  FusedArgument argumentFor(Operand operand) {
    if (!isValue(operand)) return {FusedArgument::Kind::Constant, 0, operand};
    auto [content, isNew] = content_.try_emplace(withoutFlag(operand));
    if (isNew) {
      content->second = Content{{FusedArgument::Kind::Input, fusion_.inputs.size()}};
      fusion_.inputs.push_back({withoutFlag(operand)});
    }
    return content->second->value;
  }
  // Joins the parts that the arguments of a new operator belong to.
  void connect(const FusedNode& node) {
    const size_t part = fusion_.nodes.size();
    partOfInput_.resize(fusion_.inputs.size(), kNoPart);
    ++parts_;
    for (const FusedArgument& argument : node.arguments) {
      if (argument.kind == FusedArgument::Kind::Constant) continue;
      const bool isInput = argument.kind == FusedArgument::Kind::Input;
      const size_t joined = (isInput ? partOfInput_ : partOfNode_)[argument.index];
      if (joined == kNoPart) partOfInput_[argument.index] = part;
      if (joined == kNoPart || joined == part) continue;
      std::ranges::replace(partOfInput_, joined, part);
      std::ranges::replace(partOfNode_, joined, part);
      --parts_;
    }
    partOfNode_.push_back(part);
  }
  void take(Operand operand) {
    if (operand >= 0 && (operand & kTaken)) content_[withoutFlag(operand)] = std::nullopt;
  }
  struct Content {
    FusedArgument value;
    Reduction reduction = Reduction::None;  // of the value
    bool isNode() const { return value.kind == FusedArgument::Kind::Node; }
  };
  bool hasValue(Operand operand) const {
    const std::optional<Content>& content = content_.at(operand);
    return content && content->reduction == Reduction::None;
  }
  // All references to a tensor refer to its new value.
  void overwrite(size_t node, const Content& result) {
    fusion_.overwritten.push_back(node);
    for (auto& [index, content] : content_)
      if (isNode(index) && content->value.index == node) content = result;
  }
  // Two registers share a tensor, but not a sum.
  Fusion::Output& output(const Content& content) {
    const auto same = std::ranges::find_if(fusion_.outputs, [&](const Fusion::Output& output) {
      return output.node == content.value.index && output.reduction == Reduction::None &&
             content.reduction == Reduction::None;
    });
    if (same != fusion_.outputs.end()) return *same;
    return fusion_.outputs.emplace_back(Fusion::Output{content.value.index, content.reduction, {}});
  }

  const Program& program_;
  Fusion fusion_;
  bool hasReduction_ = false;
  std::vector<bool> isRow_;  // by node
  // Operators belong to one part if values connect them. A part has the number of an operator.
  static constexpr size_t kNoPart = SIZE_MAX;
  std::vector<size_t> partOfInput_, partOfNode_;
  size_t parts_ = 0;
  // The values of the registers and constants that the fusion uses; nullopt: the register is empty.
  std::map<Operand, std::optional<Content>> content_;
};

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
    Builder builder(program_, first);
    int32_t end = first;  // after the last instruction taken
    int32_t connected = first;
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
      if (builder.isConnected()) connected = end;
    }
    if (end == first) return first + 1;
    if (!builder.isConnected()) return fusionAt(first, connected);
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
  bool add(Builder& builder, const Instruction& call, const Instruction* list) const {
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
    if (plan && function == flip.get()) return builder.addFlip(call, function, std::move(*plan));
    return plan && builder.add(call, function, std::move(*plan));
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
  int32_t nextOperator(const Builder& builder, int32_t from, std::vector<int32_t>& moved) const {
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
