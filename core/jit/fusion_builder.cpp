#include "core/jit/fusion_builder.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/jit/vector_functions.h"
#include "core/tensor/error.h"

namespace ts::jit {

using interp::Instruction;
using interp::kTaken;
using interp::Program;
using interp::withoutFlag;
using tensor::IValue;

namespace {

// ---- views

// view() of a value, as one of its arguments needs it, which may have other strides than the value.
// Fails unless the dimensions are in the order of a contiguous tensor: then so are those of the
// value, and view() does not fail.
void viewInOrder(kernels::Stack& stack) {
  const tensor::Tensor self = stack[stack.size() - 2].toTensor();
  int64_t least = 1;
  for (size_t d = self.sizes().size(); d-- > 0;) {
    const int64_t size = self.sizes()[d], stride = self.strides()[d];
    if (size == 1 || stride == 0) continue;
    if (stride < least) tensor::fail("the dimensions are in another order");
    least = stride * size;
  }
  static kernels::NamedKernel reshape("aten::reshape");
  reshape(stack);
}

struct ViewRow {
  const char* name;
  // The operator for arguments of a value; null: the same.
  kernels::KernelFunction ofPart = nullptr;
  bool dropsElements = false;
  bool isList = false;
};
constexpr ViewRow kViews[] = {
    {"aten::select.int", nullptr, true},
    {"aten::slice.Tensor", nullptr, true},
    {"aten::narrow", nullptr, true},
    {"aten::unsqueeze"},
    {"aten::squeeze.dim"},
    {"aten::expand"},
    {"aten::view", viewInOrder},
    {"aten::reshape"},
    {"aten::flatten.using_ints"},
    {"aten::t"},
    {"aten::transpose.int"},
    {"aten::permute"},
    {"aten::chunk", nullptr, true, true},
    {"aten::split.Tensor", nullptr, true, true},
    {"aten::unbind.int", nullptr, true, true},
};
struct View {
  const ViewRow* row;
  kernels::KernelFunction ofPart;
};
// Null for other operators.
const View* viewOf(kernels::KernelFunction function) {
  using Views = std::unordered_map<kernels::KernelFunction, View>;
  static auto* viewsOfProfiles = new PerProfile<Views>;
  const Views& views = viewsOfProfiles->get([] {
    Views rows;
    for (const ViewRow& row : kViews)
      if (const kernels::KernelFunction view = kernels::find(row.name))
        rows.emplace(view, View{&row, row.ofPart ? row.ofPart : view});
    return rows;
  });
  const auto found = views.find(function);
  return found == views.end() ? nullptr : &found->second;
}

// A view of the first argument in which the dimensions of the second one run backwards.
void reverse(kernels::Stack& stack) {
  const tensor::Tensor self = stack[stack.size() - 2].toTensor();
  tensor::Dims strides = self.strides();
  int64_t offset = self.offset();
  const auto rank = static_cast<int64_t>(self.dim());
  std::vector<bool> isFlipped(self.dim());
  for (const IValue& item : stack.back().toList().items) {
    const auto dim = static_cast<size_t>(tensor::wrapDim(item.toInt(), rank));
    if (isFlipped[dim]) tensor::fail("dim {} appears multiple times", dim);
    isFlipped[dim] = true;
    offset += (self.sizes()[dim] - 1) * strides[dim];
    strides[dim] = -strides[dim];
  }
  stack.back() = tensor::view(self, self.sizes(), strides, offset);
}

// The elements of the only operand, as they are.
OperatorPlan movedPlan() {
  OperatorPlan plan;
  plan.steps = "x";
  plan.operands = {{0}};
  plan.isMoved = true;
  return plan;
}

}  // namespace

bool isViewOf(kernels::KernelFunction function) { return viewOf(function) != nullptr; }

// ---- registers

const FusionBuilder::Content* FusionBuilder::contentOf(Operand operand) const {
  const auto content = content_.find(withoutFlag(operand));
  return content == content_.end() || !content->second ? nullptr : &*content->second;
}

bool FusionBuilder::isNode(Operand operand) const {
  const Content* content = contentOf(operand);
  return content != nullptr && content->isNode() && content->reduction == Reduction::None &&
         !content->lists;
}

bool FusionBuilder::isList(Operand operand) const {
  const Content* content = contentOf(operand);
  if (content == nullptr) return false;
  if (content->isNode()) return content->lists.has_value();
  const int view = fusion_.inputs[content->value.index].view;
  return view >= 0 && fusion_.views[static_cast<size_t>(view)].function != nullptr;
}

// True if all elements of a row have the same value, as far as operators of the fusion tell.
bool FusionBuilder::isRow(Operand operand) const {
  const Content* content = contentOf(operand);
  return content != nullptr && content->isNode() && isRow_[content->value.index];
}

FusedArgument FusionBuilder::argumentFor(Operand operand) {
  if (!isValue(operand)) return {FusedArgument::Kind::Constant, 0, operand};
  auto [content, isNew] = content_.try_emplace(withoutFlag(operand));
  if (isNew) {
    content->second = Content{{FusedArgument::Kind::Input, fusion_.inputs.size()}};
    fusion_.inputs.push_back({withoutFlag(operand)});
  }
  return content->second->value;
}

void FusionBuilder::take(Operand operand) {
  if (operand >= 0 && (operand & kTaken)) content_[withoutFlag(operand)] = std::nullopt;
}

// True unless the operands need a value that is not there, or there are too many.
bool FusionBuilder::canTake(std::span<const Operand> operands, size_t views) const {
  const auto isNew = [&](Operand operand) { return isValue(operand) && !uses(operand); };
  const auto added = static_cast<size_t>(std::ranges::count_if(operands, isNew)) + views;
  const auto isMissing = [&](Operand operand) {
    const Content* content = contentOf(operand);
    return uses(operand) &&
           (content == nullptr || content->reduction != Reduction::None || content->lists);
  };
  return std::ranges::none_of(operands, isMissing) &&
         fusion_.inputs.size() + added <= kMostInputs && fusion_.nodes.size() < kMostNodes;
}

// ---- operators

bool FusionBuilder::add(const Instruction& at, kernels::KernelFunction function,
                        const kernels::PointwiseKernel& kernel) {
  const std::span operands = program_.operandsOf(at);
  const bool isInPlace = kernel.into == kernels::Into::Self;
  if (!canTake(operands)) return false;
  if (isInPlace) {
    if (!isNode(operands[0])) return false;
    // The views would change as well.
    const Content& self = *contentOf(operands[0]);
    if (self.isView || copied_.contains(self.value.index)) return false;
  }
  addNode(at, {function, &kernel, {}, {}}, isInPlace);
  return true;
}

bool FusionBuilder::add(const Instruction& at, kernels::KernelFunction function,
                        OperatorPlan plan) {
  const std::span operands = program_.operandsOf(at);
  if (!canTake(operands)) return false;
  if (plan.isView && !plan.isExpanded && !(isNode(operands[0]) && isRow(operands[0]))) return false;
  if ((plan.isExpanded || plan.onlyOfNodes) && !isNode(operands[0])) return false;
  if (plan.space && fusion_.space && !plan.space->mayEqual(*fusion_.space)) return false;
  if (plan.space && !fusion_.space) fusion_.space = plan.space;
  hasReduction_ |= plan.space || plan.total != Reduction::None;
  addNode(at, {function, nullptr, std::move(plan), {}}, false);
  return true;
}

bool FusionBuilder::addBoth(const Instruction& at, kernels::KernelFunction function,
                            OperatorPlan first, OperatorPlan second) {
  const std::span operands = program_.operandsOf(at);
  if (!canTake(operands) || fusion_.nodes.size() + 2 > kMostNodes) return false;
  if (fusion_.space && !first.space->mayEqual(*fusion_.space)) return false;
  if (!fusion_.space) fusion_.space = first.space;
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

bool FusionBuilder::reduce(const Instruction& at, Reduction reduction) {
  const std::span operands = program_.operandsOf(at);
  const bool isUsual = operands.size() == 2 && operands[1] < 0 && constant(operands[1]).isNone();
  if (!isUsual || !isNode(operands[0])) return false;
  const FusedArgument value = contentOf(operands[0])->value;
  take(operands[0]);
  content_[at.a] = Content{value, reduction};
  hasReduction_ = true;
  return true;
}

void FusionBuilder::addNode(const Instruction& at, FusedNode node, bool isInPlace) {
  const std::span operands = program_.operandsOf(at);
  bool areRows = node.plan.space ? node.plan.isRow : true;
  if (!node.plan.space)
    for (const Operand operand : operands)
      if (isValue(operand)) areRows &= isRow(operand);
  isRow_.push_back(areRows);
  for (const Operand operand : operands) node.arguments.push_back(argumentFor(operand));
  const Content* first = contentOf(operands[0]);
  const bool isView = node.plan.mayAlias && first != nullptr && first->isView;
  // The last use of a value may be anywhere in the list.
  for (const Operand operand : operands) take(operand);
  connect(node);
  const Content result{{FusedArgument::Kind::Node, fusion_.nodes.size()}, node.plan.total, isView};
  if (isInPlace) overwrite(node.arguments[0].index, result);
  content_[at.a] = result;
  fusion_.nodes.push_back(std::move(node));
}

// Joins the parts that the arguments of a new operator belong to.
void FusionBuilder::connect(const FusedNode& node) {
  const size_t part = fusion_.nodes.size();
  partOfInput_.resize(fusion_.inputs.size(), kNoPart);
  for (const FusedArgument& argument : node.arguments) {
    if (argument.kind == FusedArgument::Kind::Constant) continue;
    const bool isInput = argument.kind == FusedArgument::Kind::Input;
    const size_t joined = (isInput ? partOfInput_ : partOfNode_)[argument.index];
    if (joined == kNoPart) partOfInput_[argument.index] = part;
    if (joined == kNoPart || joined == part) continue;
    std::ranges::replace(partOfInput_, joined, part);
    std::ranges::replace(partOfNode_, joined, part);
  }
  partOfNode_.push_back(part);
}

// All references to a tensor refer to its new value.
void FusionBuilder::overwrite(size_t node, const Content& result) {
  fusion_.overwritten.push_back(node);
  for (auto& [index, content] : content_)
    if (isNode(index) && content->value.index == node) content = result;
}

// ---- views of tensors from outside

// A view becomes an input.
size_t FusionBuilder::addInput(FusedView view) {
  fusion_.inputs.push_back({0, static_cast<int>(fusion_.views.size())});
  fusion_.views.push_back(std::move(view));
  return fusion_.inputs.size() - 1;
}

void FusionBuilder::keepView(FusedView view, int32_t to) {
  content_[to] = Content{{FusedArgument::Kind::Input, addInput(std::move(view))}};
}

// Adds an operator without a kernel for elements, whose arguments are known.
void FusionBuilder::setResult(const Instruction& at, FusedNode node) {
  isRow_.push_back(false);
  connect(node);
  content_[at.a] = Content{{FusedArgument::Kind::Node, fusion_.nodes.size()}};
  fusion_.nodes.push_back(std::move(node));
}

bool FusionBuilder::addView(const Instruction& at, kernels::KernelFunction function) {
  const std::span operands = program_.operandsOf(at);
  if (operands[0] < 0 || !canTake(operands, 1)) return false;
  if (std::ranges::any_of(operands, [&](Operand operand) { return isNode(operand); })) return false;
  FusedView view{function};
  for (const Operand operand : operands) view.arguments.push_back(argumentFor(operand));
  for (const Operand operand : operands) take(operand);
  keepView(std::move(view), at.a);
  return true;
}

bool FusionBuilder::addFlip(const Instruction& at, kernels::KernelFunction function) {
  const std::span operands = program_.operandsOf(at);
  if (operands[0] < 0 || operands[1] >= 0) return false;
  std::optional<Origin> origin;
  if (isNode(operands[0])) {
    origin = originOf(contentOf(operands[0])->value.index, false);
    if (!origin) return false;
  }
  if (!canTake(operands, origin ? origin->inputs.size() : 1)) return false;
  FusedView view{reverse};
  for (const Operand operand : operands) view.arguments.push_back(argumentFor(operand));
  take(operands[0]);
  setResult(at, {function, nullptr, movedPlan(), {movedArgument(origin, std::move(view))}});
  return true;
}

// The value of nodes, or a tensor, of which a view moves the elements.
FusedArgument FusionBuilder::movedArgument(const std::optional<Origin>& origin, FusedView view) {
  if (origin) return {FusedArgument::Kind::Node, copyNodes(*origin, addViews(*origin, view))};
  return {FusedArgument::Kind::Input, addInput(std::move(view))};
}

bool FusionBuilder::addMoved(const Instruction& at, kernels::KernelFunction function,
                             const Instruction* list) {
  std::vector<Operand> read;
  FusedView view{function};
  view.isMoved = true;
  for (const Operand operand : program_.operandsOf(at))
    if (list == nullptr || operand != (list->a | kTaken)) read.push_back(operand);
  if (list != nullptr) std::ranges::copy(program_.operandsOf(*list), std::back_inserter(read));
  std::optional<Origin> origin;
  static kernels::NamedKernel roll("aten::roll");
  if (function == roll.get() && isNode(read[0])) {
    origin = originOf(contentOf(read[0])->value.index, false);
    if (!origin) return false;
  }
  const auto others = std::span(read).subspan(origin ? 1 : 0);
  if (!canTake(read, origin ? origin->inputs.size() : 1) ||
      std::ranges::any_of(others, [&](Operand operand) { return isNode(operand); }))
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
  const FusedArgument moved = movedArgument(origin, std::move(view));
  for (const Operand operand : read) take(operand);
  setResult(at, {function, nullptr, movedPlan(), {moved}});
  return true;
}

bool FusionBuilder::unpack(const Instruction& at) {
  const std::span operands = program_.operandsOf(at);
  if (!isList(operands[0])) return false;
  const Content list = *contentOf(operands[0]);
  const auto target = [&](size_t i) {
    return at.outs == 1 ? at.a : program_.operands[static_cast<size_t>(at.b + at.n) + i];
  };
  if (!list.isNode()) {
    if (!canTake(operands, at.outs)) return false;
    take(operands[0]);
    for (size_t i = 0; i < at.outs; ++i) keepView({nullptr, i, at.outs, {list.value}}, target(i));
    return true;
  }
  const auto origin = originOf(list.value.index, true);
  if (!origin || fusion_.inputs.size() + origin->inputs.size() * at.outs > kMostInputs ||
      fusion_.nodes.size() + origin->nodes.size() * at.outs > kMostNodes)
    return false;
  take(operands[0]);
  for (size_t i = 0; i < at.outs; ++i) {
    InputMap items;
    for (const auto& [input, views] : *list.lists)
      items[input] = addInput({nullptr, i, at.outs, {{FusedArgument::Kind::Input, views}}});
    content_[target(i)] =
        Content{{FusedArgument::Kind::Node, copyNodes(*origin, items)}, Reduction::None, true};
  }
  return true;
}

// ---- views of values

namespace {

// Operators whose results are contiguous for any argument: that of a view has another order of
// dimensions than the view of the result.
bool isContiguous(kernels::KernelFunction function) {
  static kernels::NamedKernel contiguous("aten::contiguous"), logSigmoid("aten::log_sigmoid");
  return function == contiguous.get() || function == logSigmoid.get();
}

// Formulas that fail for some integers.
bool mayFail(const kernels::Pointwise* formula) {
  return formula == &kernels::formulas::div_trunc || formula == &kernels::formulas::div_floor ||
         formula == &kernels::formulas::fmod || formula == &kernels::formulas::remainder;
}

}  // namespace

// True if each element depends only on the elements of the arguments at its place. dropsElements:
// the elements that are not computed must not fail.
bool FusionBuilder::isElementwise(const FusedNode& node, bool dropsElements) const {
  if (node.kernel != nullptr)
    return node.kernel->into != kernels::Into::Self && !(dropsElements && mayFail(formulaOf(node)));
  const OperatorPlan& plan = node.plan;
  return !isContiguous(node.function) && !plan.space && plan.total == Reduction::None &&
         !plan.isView && !plan.isExpanded &&
         std::ranges::all_of(plan.operands,
                             [](const OperatorArgument& operand) {
                               return operand.alignment == Alignment::Last;
                             }) &&
         !(dropsElements && plan.steps.find("require") != std::string::npos);
}

// The origin of a value whose views are the values of views; nullopt for others.
std::optional<FusionBuilder::Origin> FusionBuilder::originOf(size_t node,
                                                             bool dropsElements) const {
  std::set<size_t> nodes = {node}, inputs;
  for (size_t i = node + 1; i-- > 0;) {
    if (!nodes.contains(i)) continue;
    if (!isElementwise(fusion_.nodes[i], dropsElements)) return std::nullopt;
    for (const FusedArgument& argument : fusion_.nodes[i].arguments)
      if (argument.kind == FusedArgument::Kind::Node)
        nodes.insert(argument.index);
      else if (argument.kind == FusedArgument::Kind::Input)
        inputs.insert(argument.index);
  }
  for (const size_t input : inputs) {
    const int view = fusion_.inputs[input].view;
    if (view >= 0 && fusion_.views[static_cast<size_t>(view)].isMoved) return std::nullopt;
  }
  if (inputs.empty() || fusion_.nodes.size() + nodes.size() > kMostNodes) return std::nullopt;
  return Origin{{nodes.begin(), nodes.end()}, {inputs.begin(), inputs.end()}};
}

// Adds a view of each input, in place of the first argument.
FusionBuilder::InputMap FusionBuilder::addViews(const Origin& origin, const FusedView& view) {
  InputMap views;
  for (const size_t input : origin.inputs) {
    FusedView own = view;
    own.arguments[0] = {FusedArgument::Kind::Input, input};
    own.like = origin.inputs;
    views[input] = addInput(std::move(own));
  }
  copied_.insert(origin.nodes.begin(), origin.nodes.end());
  return views;
}

// Copies the nodes, which read other inputs. Returns the last one.
size_t FusionBuilder::copyNodes(const Origin& origin, const InputMap& inputs) {
  std::map<size_t, size_t> copies;
  for (const size_t i : origin.nodes) {
    FusedNode copy = fusion_.nodes[i];
    for (FusedArgument& argument : copy.arguments)
      if (argument.kind == FusedArgument::Kind::Node)
        argument.index = copies.at(argument.index);
      else if (argument.kind == FusedArgument::Kind::Input)
        argument.index = inputs.at(argument.index);
    isRow_.push_back(false);
    connect(copy);
    copies[i] = fusion_.nodes.size();
    fusion_.nodes.push_back(std::move(copy));
  }
  return fusion_.nodes.size() - 1;
}

bool FusionBuilder::addViewOfNode(const Instruction& at, kernels::KernelFunction function) {
  const std::span operands = program_.operandsOf(at);
  const View& view = *viewOf(function);
  if (!isNode(operands[0]) ||
      std::ranges::any_of(operands.subspan(1), [&](Operand operand) { return isNode(operand); }))
    return false;
  const size_t node = contentOf(operands[0])->value.index;
  const auto origin = originOf(node, view.row->dropsElements);
  if (!origin || !canTake(operands, origin->inputs.size())) return false;
  FusedView own{view.ofPart};
  for (const Operand operand : operands) own.arguments.push_back(argumentFor(operand));
  for (const Operand operand : operands) take(operand);
  const InputMap views = addViews(*origin, own);
  Content result{{FusedArgument::Kind::Node, node}, Reduction::None, true};
  if (view.row->isList)
    result.lists = views;
  else
    result.value.index = copyNodes(*origin, views);
  content_[at.a] = std::move(result);
  return true;
}

// The nodes that results depend on, and those that only may fail.
std::vector<bool> FusionBuilder::neededNodes() const {
  std::vector<bool> needed(fusion_.nodes.size());
  for (size_t i = 0; i < needed.size(); ++i) needed[i] = !copied_.contains(i);
  for (const auto& [index, content] : content_)
    if (content && content->isNode()) needed[content->value.index] = true;
  for (size_t i = needed.size(); i-- > 0;)
    if (needed[i])
      for (const FusedArgument& argument : fusion_.nodes[i].arguments)
        if (argument.kind == FusedArgument::Kind::Node) needed[argument.index] = true;
  return needed;
}

bool FusionBuilder::isComplete() const {
  for (const auto& [index, content] : content_)
    if (content && content->isView) return false;
  const std::vector<bool> needed = neededNodes();
  std::set<size_t> parts;
  for (size_t i = 0; i < needed.size(); ++i)
    if (needed[i]) parts.insert(partOfNode_[i]);
  return parts.size() < 2;
}

// ---- the end

// Drops the nodes of which only views are needed.
void FusionBuilder::dropNodes() {
  const std::vector<bool> needed = neededNodes();
  std::vector<size_t> places(needed.size());
  std::vector<FusedNode> nodes;
  for (size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    places[i] = nodes.size();
    for (FusedArgument& argument : fusion_.nodes[i].arguments)
      if (argument.kind == FusedArgument::Kind::Node) argument.index = places[argument.index];
    nodes.push_back(std::move(fusion_.nodes[i]));
  }
  fusion_.nodes = std::move(nodes);
  for (Fusion::Output& result : fusion_.outputs) result.node = places[result.node];
  // An in-place operator is never copied, so the tensor that it overwrites is needed.
  for (size_t& node : fusion_.overwritten) node = places[node];
}

std::optional<Fusion> FusionBuilder::finish(int32_t end) {
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
  dropNodes();
  const bool isFaster = fusion_.nodes.size() > 1 || hasReduction_ ||
                        (!fusion_.nodes.empty() && isSlow(fusion_.nodes[0]));
  if (!isFaster || fusion_.outputs.empty() || fusion_.outputs.size() > kMostOutputs)
    return std::nullopt;
  return std::move(fusion_);
}

// Two registers share a tensor, but not a sum.
Fusion::Output& FusionBuilder::output(const Content& content) {
  const auto same = std::ranges::find_if(fusion_.outputs, [&](const Fusion::Output& output) {
    return output.node == content.value.index && output.reduction == Reduction::None &&
           content.reduction == Reduction::None;
  });
  if (same != fusion_.outputs.end()) return *same;
  return fusion_.outputs.emplace_back(Fusion::Output{content.value.index, content.reduction, {}});
}

// True for operators that code computes faster than the kernel even by themselves.
bool FusionBuilder::isSlow(const FusedNode& node) const {
  const kernels::Pointwise* formula = formulaOf(node);
  return formula != nullptr && callsVectorFunction(formula->formula);
}

// The formula of an operator on tensors of float32, which may depend on its constants; null for
// an operator without one.
const kernels::Pointwise* FusionBuilder::formulaOf(const FusedNode& node) const {
  if (node.kernel == nullptr || node.kernel->formula != nullptr)
    return node.kernel == nullptr ? nullptr : node.kernel->formula;
  std::vector<IValue> arguments;
  for (const FusedArgument& argument : node.arguments)
    arguments.push_back(argument.kind == FusedArgument::Kind::Constant
                            ? constant(argument.constant)
                            : IValue(tensor::scalarTensor(0.0F)));
  try {
    return kernels::callOf(*node.kernel, arguments.data()).formula;
  } catch (const tensor::Error&) {
    return nullptr;
  }
}

}  // namespace ts::jit
