#include "core/jit/recorded_region.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/ir/kinds.h"
#include "core/operator_facts/facts.h"

namespace ts::jit {
namespace {

using interp::Instruction;
using interp::kTaken;
using interp::Op;
using interp::Operand;
using interp::Program;
using interp::withoutFlag;
using tensor::IValue;

// A region of fewer operators gains nothing.
constexpr size_t kFewestOperators = 2;
// The saved tensors of a node live until all its gradients are there.
constexpr size_t kMostOperators = 128;

// True for an operator whose result may share memory with its arguments.
bool mayReturnView(const ops::FunctionSchema& schema) {
  const auto isAlias = [](const ops::Argument& result) { return result.alias.has_value(); };
  const auto* facts = operator_facts::factsOf(schema);
  return std::ranges::any_of(schema.returns, isAlias) || facts == nullptr ||
         facts->kind == operator_facts::Kind::View || facts->mayReturnArgument;
}

// A list of tensors, or of numbers: sizes, indices.
bool isPlainList(types::TypePtr type) {
  if (!type->is(types::TypeKind::List)) return false;
  const types::TypePtr element = type->element();
  return element == types::tensorType() || element == types::optionalOf(types::tensorType()) ||
         element == types::intType() || element == types::floatType() ||
         element == types::boolType();
}

// A region in progress.
class RegionBuilder {
 public:
  // mayJoin: whether the region may contain the operator of a node.
  RegionBuilder(const Program& program, const FusionFilter& mayJoin, int32_t first)
      : program_(program), mayJoin_(mayJoin) {
    span_.first = first;
    span_.graph = std::make_shared<ir::Graph>();
    span_.graph->shareOwners(*program.graph);
    span_.graph->keepAlive(program.graph);
  }

  // Takes an instruction. Returns false, with nothing changed, for one that ends the region.
  bool add(int32_t index) {
    const Instruction& in = program_.code[static_cast<size_t>(index)];
    const ir::Node& node = *program_.nodes[static_cast<size_t>(index)];
    switch (in.op) {
      case Op::Release: contents_[in.a] = std::nullopt; return true;
      case Op::CheckDefined: return true;
      case Op::GetAttr: return readAttribute(in);
      case Op::MakeList: return isPlainList(node.output()->type()) && copy(in, node, index, true);
      case Op::UnpackList: return isList(program_.operandsOf(in)[0]) && copy(in, node, index, true);
      case Op::Kernel: break;
      default: return false;
    }
    if (operators_ == kMostOperators || node.schema() == nullptr || !mayJoin_(node)) return false;
    const bool isView = mayReturnView(*node.schema());
    if (!copy(in, node, index, isView)) return false;
    if (!isView) ++operators_;
    return true;
  }

  // The instruction at which the region has to end, because a value leaves it: the one that makes a
  // view or a list, or the first one that reads another value. Gradients of a value that the
  // program has must include those from all later operators. -1: none.
  int32_t escape() const {
    int32_t first = -1;
    for (const auto& [index, content] : contents_) {
      if (!content || content->value == nullptr) continue;
      for (const auto* places : {&bound_, &reads_})
        if (const auto place = places->find(content->value); place != places->end())
          first = first < 0 ? place->second : std::min(first, place->second);
    }
    return first;
  }
  bool isWorthwhile() const { return operators_ >= kFewestOperators; }

  RecordedSpan finish(int32_t end) {
    span_.count = end - span_.first;
    for (const auto& [index, content] : contents_) {
      if (!content) {
        span_.released.push_back(index);
      } else if (content->value == nullptr) {
        span_.contents.push_back({index, content->place, 0});
      } else {
        const auto outputs = span_.graph->outputs();
        const auto known = std::ranges::find(outputs, content->value);
        const auto output = static_cast<size_t>(known - outputs.begin());
        if (known == outputs.end()) span_.graph->registerOutput(content->value);
        span_.contents.push_back({index, std::nullopt, output});
      }
    }
    return std::move(span_);
  }

 private:
  // A value of the region, or one from before it.
  struct Content {
    ir::Value* value = nullptr;
    std::optional<ValuePlace> place = std::nullopt;
  };

  Content contentOf(Operand operand) const {
    const auto entry = contents_.find(withoutFlag(operand));
    if (entry != contents_.end() && entry->second) return *entry->second;
    return {nullptr, ValuePlace{withoutFlag(operand)}};
  }
  bool isList(Operand operand) const {
    const ir::Value* value = operand < 0 ? nullptr : contentOf(operand).value;
    return value != nullptr && bound_.contains(value);
  }
  void take(Operand operand) {
    if (operand >= 0 && (operand & kTaken)) contents_[withoutFlag(operand)] = std::nullopt;
  }

  bool readAttribute(const Instruction& in) {
    Content object = contentOf(in.b);
    if (in.c < 0 || in.b < 0 || object.value != nullptr) return false;
    object.place->slots.push_back(in.c);
    take(in.b);
    contents_[in.a] = object;
    return true;
  }

  // isBound: the results may not leave the region.
  bool copy(const Instruction& in, const ir::Node& node, int32_t index, bool isBound) {
    const std::span<const Operand> operands = program_.operandsOf(in);
    if (operands.size() != node.inputs().size() || node.outputs().size() != in.outs) return false;
    std::vector<ir::Value*> inputs;
    for (size_t i = 0; i < operands.size(); ++i) {
      inputs.push_back(valueOf(operands[i], node.input(i)));
      reads_.try_emplace(inputs.back(), index);
    }
    ir::Node* own = span_.graph->create(node.kind(), inputs, node.outputs().size());
    own->copyMetadata(&node);
    span_.graph->appendNode(own);
    for (const Operand operand : operands) take(operand);
    for (size_t i = 0; i < in.outs; ++i) {
      own->output(i)->setType(node.output(i)->type());
      const int32_t to =
          in.outs == 1 ? in.a : program_.operands[static_cast<size_t>(in.b) + operands.size() + i];
      contents_[to] = Content{own->output(i)};
      if (isBound) bound_[own->output(i)] = index;
    }
    return true;
  }

  ir::Value* valueOf(Operand operand, const ir::Value* original) {
    if (operand < 0) {
      ir::Value*& constant = constants_[original];
      if (constant == nullptr) {
        const auto none = [](ir::Value* value) { return value; };
        constant =
            span_.graph->prependNode(span_.graph->createClone(original->node(), none))->output();
      }
      return constant;
    }
    const Content content = contentOf(operand);
    if (content.value != nullptr) return content.value;
    for (size_t i = 0; i < span_.inputs.size(); ++i)
      if (span_.inputs[i] == *content.place) return span_.graph->inputs()[i];
    span_.inputs.push_back(*content.place);
    ir::Value* input = span_.graph->addInput();
    input->setType(original->type());
    return input;
  }

  const Program& program_;
  const FusionFilter& mayJoin_;
  RecordedSpan span_;
  std::map<int32_t, std::optional<Content>> contents_;  // of registers; nullopt: empty
  std::unordered_map<const ir::Value*, ir::Value*> constants_;
  // Views and lists, with the instructions that make them; values, with the first ones that read
  // them.
  std::unordered_map<const ir::Value*, int32_t> bound_, reads_;
  size_t operators_ = 0;
};

class RegionFinder {
 public:
  RegionFinder(const Program& program, const std::set<int32_t>& targets,
               const FusionFilter& mayJoin)
      : program_(program), targets_(targets), mayJoin_(mayJoin) {}

  std::vector<RecordedSpan> find() {
    for (int32_t first = 0; first < size();) first = regionAt(first, size());
    return std::move(found_);
  }

 private:
  int32_t size() const { return static_cast<int32_t>(program_.code.size()); }

  // Takes as many instructions before `limit` as possible. Returns where the search goes on.
  int32_t regionAt(int32_t first, int32_t limit) {
    if (program_.code[static_cast<size_t>(first)].op != Op::Kernel) return first + 1;
    RegionBuilder builder(program_, mayJoin_, first);
    int32_t end = first;
    while (end < limit && (end == first || !targets_.contains(end)) && builder.add(end)) ++end;
    if (end == first) return first + 1;
    const int32_t escape = builder.escape();
    if (escape == first) return first + 1;
    if (escape > 0) return regionAt(first, escape);
    if (builder.isWorthwhile()) found_.push_back(builder.finish(end));
    return end;
  }

  const Program& program_;
  const std::set<int32_t>& targets_;
  const FusionFilter& mayJoin_;
  std::vector<RecordedSpan> found_;
};

class RecordedGroup final : public interp::FusedGroup {
 public:
  RecordedGroup(RecordedSpan span, const interp::ResultMarker& marker, FusionCensus* census)
      : span_(std::move(span)), region_(marker.makeRegion(span_.graph)), census_(census) {}

  bool run(IValue* registers, const IValue* pool) override {
    if (misses_ == kMostMisses) return false;
    inputs_.clear();
    for (const ValuePlace& place : span_.inputs) inputs_.push_back(place.in(registers, pool));
    const bool isDone = region_->run(*interp::Interpreter::current(), inputs_, results_);
    inputs_.clear();
    misses_ = isDone ? 0 : misses_ + 1;
    if (!isDone && census_ != nullptr) census_->refuse(region_->refusal());
    if (!isDone) return false;
    std::vector<IValue> values;
    for (const RecordedSpan::Content& content : span_.contents)
      values.push_back(content.place ? content.place->in(registers, pool)
                                     : results_[content.output]);
    results_.clear();
    for (const int32_t released : span_.released) registers[released] = IValue();
    for (size_t i = 0; i < values.size(); ++i)
      registers[span_.contents[i].to] = std::move(values[i]);
    return true;
  }

 private:
  // After this number of failures in a row the group fails without reading its arguments.
  static constexpr int kMostMisses = 100;

  const RecordedSpan span_;
  const std::unique_ptr<interp::RecordedRegion> region_;
  FusionCensus* const census_;
  std::vector<IValue> inputs_, results_;
  int misses_ = 0;
};

}  // namespace

std::vector<RecordedSpan> findRecorded(const Program& program, const std::set<int32_t>& targets,
                                       const FusionFilter& mayFuse) {
  const FusionFilter mayJoin = [&](const ir::Node& node) {
    return program.marker->mayJoin(*node.schema()) && (!mayFuse || mayFuse(node));
  };
  return RegionFinder(program, targets, mayJoin).find();
}

std::unique_ptr<interp::FusedGroup> makeRecordedGroup(RecordedSpan span,
                                                      const interp::ResultMarker& marker,
                                                      FusionCensus* census) {
  return std::make_unique<RecordedGroup>(std::move(span), marker, census);
}

}  // namespace ts::jit
