#include "core/jit/convolutions.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "core/jit/image_layouts.h"

namespace ts::jit {
namespace {

using interp::Instruction;
using interp::kTaken;
using interp::Op;
using interp::Operand;
using interp::Program;
using interp::withoutFlag;
using tensor::IValue;

// The places of a convolution's arguments; input, weight, bias and stride are the first ones.
struct CallForm {
  std::string_view name;
  size_t padding = 4, dilation = 5, groups = 6;
  int transposed = -1;
};
constexpr CallForm kCallForms[] = {
    {"aten::conv2d"},
    {"aten::convolution", 4, 5, 8, 6},
    {"aten::_convolution", 4, 5, 8, 6},
    {"aten::_convolution.deprecated", 4, 5, 8, 6},
};
constexpr size_t kSpatial = 2;

const CallForm* formOf(kernels::KernelFunction function) {
  using Functions = std::vector<std::pair<kernels::KernelFunction, const CallForm*>>;
  static auto* formsOfProfiles = new PerProfile<Functions>;
  const Functions& forms = formsOfProfiles->get([] {
    Functions functions;
    for (const CallForm& form : kCallForms)
      if (const auto function = kernels::find(form.name)) functions.emplace_back(function, &form);
    return functions;
  });
  const auto entry = std::ranges::find(forms, function, &Functions::value_type::first);
  return entry == forms.end() ? nullptr : entry->second;
}

std::optional<kernels::IntList> pairOf(const IValue& value) {
  if (value.isInt()) return kernels::IntList(kSpatial, value.toInt());
  if (!value.isList()) return std::nullopt;
  kernels::IntList pair;
  for (const IValue& item : value.toList().items) {
    if (!item.isInt()) return std::nullopt;
    pair.push_back(item.toInt());
  }
  if (pair.size() == 1) pair.push_back(pair[0]);
  if (pair.size() != kSpatial) return std::nullopt;
  return pair;
}

// The registers while instructions read attributes.
class AttributeReads {
 public:
  ValuePlace place(Operand operand) const {
    const auto entry = changed_.find(withoutFlag(operand));
    return entry == changed_.end() || !entry->second ? ValuePlace{withoutFlag(operand)}
                                                     : *entry->second;
  }
  void release(int32_t index) { changed_[index] = std::nullopt; }
  // Releases those that operands are the last users of.
  void take(std::span<const Operand> operands) {
    for (const Operand operand : operands)
      if (operand >= 0 && (operand & kTaken)) release(withoutFlag(operand));
  }
  // Op::GetAttr.
  void read(const Instruction& in) {
    ValuePlace value = place(in.b);
    value.slots.push_back(in.c);
    if (in.b >= 0 && (in.b & kTaken)) release(withoutFlag(in.b));
    changed_[in.a] = std::move(value);
  }
  void finish(Convolution& found) const {
    found.changed.clear();
    for (const auto& [index, value] : changed_)
      if (index != found.to) found.changed.emplace_back(index, value);
  }

 private:
  std::map<int32_t, std::optional<ValuePlace>> changed_;  // nullopt: empty
};

class ConvolutionFinder {
 public:
  ConvolutionFinder(const Program& program, const std::set<int32_t>& targets,
                    const FusionFilter& mayFuse)
      : program_(program), targets_(targets), mayFuse_(mayFuse) {}

  std::vector<Convolution> find() {
    std::unordered_set<const ir::Node*> nodes;
    for (int32_t i = 0; i < size(); ++i) {
      auto found = convolutionAt(i);
      if (!found) continue;
      nodes.insert(&nodeOf(i));
      addNorm(*found);
      found_.push_back(std::move(*found));
    }
    if (found_.empty()) return {};
    const auto isConvolution = [&](const ir::Node& node) { return nodes.contains(&node); };
    const auto hidden = findHiddenImages(*program_.graph, isConvolution);
    for (Convolution& convolution : found_) {
      const ir::Node& last = nodeOf(convolution.first + convolution.count - 1);
      convolution.isHidden = hidden.contains(last.output());
      convolution.isInputHidden = hidden.contains(nodeOf(convolution.first).input(0));
    }
    return std::move(found_);
  }

 private:
  int32_t size() const { return static_cast<int32_t>(program_.code.size()); }
  const Instruction& at(int32_t index) const { return program_.code[static_cast<size_t>(index)]; }
  const ir::Node& nodeOf(int32_t index) const {
    return *program_.nodes[static_cast<size_t>(index)];
  }
  bool isAllowed(int32_t index) const { return !mayFuse_ || mayFuse_(nodeOf(index)); }
  bool isFalse(Operand operand) const {
    const IValue* value = program_.constantOf(operand);
    return value != nullptr && value->isBool() && !value->toBool();
  }

  std::optional<Convolution> convolutionAt(int32_t index) const {
    const Instruction& in = at(index);
    if (in.op != Op::Kernel || in.outs != 1) return std::nullopt;
    const CallForm* form = formOf(program_.kernels[static_cast<size_t>(in.c)]);
    if (form == nullptr || !isAllowed(index)) return std::nullopt;
    const auto operands = program_.operandsOf(in);
    if (form->transposed >= 0 && !isFalse(operands[static_cast<size_t>(form->transposed)]))
      return std::nullopt;
    std::array<const IValue*, 4> numbers{};
    for (size_t i = 0;
         const size_t place : {size_t{3}, form->padding, form->dilation, form->groups})
      numbers[i++] = program_.constantOf(operands[place]);
    if (std::ranges::count(numbers, nullptr) > 0 || !numbers[3]->isInt()) return std::nullopt;
    const auto stride = pairOf(*numbers[0]), padding = pairOf(*numbers[1]),
               dilation = pairOf(*numbers[2]);
    const auto isLeast = [](const kernels::IntList& pair, int64_t least) {
      return std::ranges::all_of(pair, [&](int64_t number) { return number >= least; });
    };
    const int64_t groups = numbers[3]->toInt();
    if (!stride || !padding || !dilation || !isLeast(*stride, 1) || !isLeast(*padding, 0) ||
        !isLeast(*dilation, 1) || groups < 1)
      return std::nullopt;
    Convolution found;
    found.first = index;
    found.count = 1;
    found.arguments = {*stride, *padding, *dilation, groups};
    const AttributeReads registers;
    found.input = registers.place(operands[0]);
    found.weight = registers.place(operands[1]);
    found.bias = registers.place(operands[2]);
    found.to = in.a;
    AttributeReads after;
    after.take(operands);
    after.finish(found);
    return found;
  }

  // Adds a batch norm that is the only user of the result.
  void addNorm(Convolution& found) const {
    static kernels::NamedKernel batchNorm("aten::batch_norm");
    AttributeReads registers;
    registers.take(program_.operandsOf(at(found.first)));
    int32_t index = found.first + 1;
    for (;; ++index) {
      if (index == size() || targets_.contains(index)) return;
      const Instruction& in = at(index);
      if (in.op == Op::Kernel) break;
      if (in.op == Op::CheckDefined) continue;
      if (in.a == found.to) return;
      if (in.op == Op::Release)
        registers.release(in.a);
      else if (in.op == Op::GetAttr && in.c >= 0)
        registers.read(in);
      else
        return;
    }
    const Instruction& in = at(index);
    if (program_.kernels[static_cast<size_t>(in.c)] != batchNorm.get() || !isAllowed(index)) return;
    const auto operands = program_.operandsOf(in);
    const IValue* epsilon = program_.constantOf(operands[7]);
    const bool isOnlyUse = operands[0] == (found.to | kTaken) &&
                           std::ranges::none_of(operands.subspan(1), [&](Operand operand) {
                             return withoutFlag(operand) == found.to;
                           });
    if (!isOnlyUse || !isFalse(operands[5]) || epsilon == nullptr || !epsilon->isDouble()) return;
    found.norm = {registers.place(operands[1]), registers.place(operands[2]),
                  registers.place(operands[3]), registers.place(operands[4]), epsilon->toDouble()};
    registers.take(operands);
    if (found.to != in.a) registers.release(found.to);
    found.to = in.a;
    found.count = index + 1 - found.first;
    registers.finish(found);
  }

  const Program& program_;
  const std::set<int32_t>& targets_;
  const FusionFilter& mayFuse_;
  std::vector<Convolution> found_;
};

}  // namespace

std::vector<Convolution> findConvolutions(const Program& program, const std::set<int32_t>& targets,
                                          const FusionFilter& mayFuse) {
  return ConvolutionFinder(program, targets, mayFuse).find();
}

}  // namespace ts::jit
