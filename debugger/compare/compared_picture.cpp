#include "debugger/compare/compared_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/picture/baked.h"
#include "core/picture/diff.h"
#include "core/picture/observed_run.h"
#include "core/picture/tensor_facts.h"

namespace ts::debugger {
namespace {

using viz::NodeId;
using viz::ValueId;

// A graph that is run again, with the values of the run.
class Side {
 public:
  // name: of the engine whose values these are.
  Side(std::string name, EngineKind kind, const Request& request, Call call)
      : name_(std::move(name)),
        request_(request),
        call_(call),
        engine_(std::make_unique<Engine>(makeEngine(kind, request))) {
    if (engine_->failure) return;
    callee_ = programs::compiledCallee(engine_->program->vm(), engine_->callee);
    for (Call earlier : {Call::First, Call::Second, Call::Evaluating})
      if (earlier < call) callEngine(*engine_, earlier, request_.inputs);
  }

  const std::string& name() const { return name_; }
  // Null when the engine could not be created.
  const ir::Graph* graph() const {
    return callee_.function == nullptr ? nullptr : callee_.function->graph.get();
  }
  bool isTraining() const { return call_ != Call::Evaluating && engine_->program->isTraining(); }

  const std::vector<trace::Event>& losses() const { return callee_.losses; }

  viz::PictureOptions options(bool isWhole) {
    viz::PictureOptions options;
    options.training = isWhole;
    if (callee_.self) options.weights = viz::weightsOf(*callee_.self);
    options.observe = [this](const ir::GraphPtr& graph, const viz::ModelIndex& index,
                             viz::Overlay& into) {
      runGraph(*engine_, call_, request_.inputs,
               [&](interp::Interpreter& interpreter, const interp::Stack& inputs) {
                 viz::observeRun(interpreter, graph, inputs, index, into,
                                 [this](ValueId id, const IValue& seen) { record(id, seen); });
               });
      return std::string();
    };
    return options;
  }

  // None: not seen.
  const IValue* value(ValueId id) const {
    return id < values_.size() && values_[id] ? &*values_[id] : nullptr;
  }

 private:
  void record(ValueId id, const IValue& seen) {
    if (seen.isObject()) return;
    if (id >= values_.size()) values_.resize(id + 1);
    values_[id] = frozen(seen);
  }

  std::string name_;
  Request request_;
  Call call_;
  std::unique_ptr<Engine> engine_;
  programs::CompiledCallee callee_;
  std::vector<std::optional<IValue>> values_;
};

// The first divergence of an engine that ran; else null.
const Divergence* firstInCall(const Comparison& comparison) {
  const auto first =
      std::ranges::find(comparison.divergences, false, &Divergence::isCreationFailure);
  return first == comparison.divergences.end() ? nullptr : &*first;
}

bool diverges(const Comparison& comparison, EngineKind kind) {
  return std::ranges::find(comparison.divergences, kind, &Divergence::engine) !=
         comparison.divergences.end();
}

bool hasGraph(const Comparison& comparison, EngineKind kind) {
  const EngineRun* run = comparison.of(kind);
  return run != nullptr && run->engine.graph != nullptr;
}

// Machine code runs the graph of the scripted code.
EngineKind engineOfGraph(EngineKind kind) {
  return kind == EngineKind::Compiled ? EngineKind::Script : kind;
}

class PictureMaker {
 public:
  explicit PictureMaker(const Comparison& comparison)
      : comparison_(comparison), divergence_(firstInCall(comparison)) {
    if (divergence_ != nullptr) call_ = divergence_->call;
  }

  viz::Picture make() {
    const std::string& name = comparison_.request.target.name;
    chooseSides();
    if (!second_) {
      viz::Picture empty = viz::makePicture(ir::Graph(), name, {}).picture;
      empty.sides = {std::string(nameOf(comparison_.kinds[0]))};
      return empty;
    }
    std::string warning;
    const bool isWhole = second_->isTraining() || raises();
    std::optional<viz::DiffSide> before;
    if (first_)
      before = viz::makeDiffSide(*first_->graph(), name, first_->options(isWhole), warning);
    picture_ = viz::makePicture(*second_->graph(), name, second_->options(isWhole),
                                before ? &*before : nullptr)
                   .picture;
    if (first_) picture_.sides.push_back(first_->name());
    picture_.sides.push_back(second_->name());
    addValues();
    viz::markBaked(picture_, second_->losses());
    markFirstDifferences();
    markDivergences();
    return std::move(picture_);
  }

 private:
  // The second graph is that of the divergence. Scripted code that agrees is the best first graph,
  // because it has all decisions; else the operators that Python ran are.
  void chooseSides() {
    const Request& request = comparison_.request;
    EngineKind kind = divergence_ != nullptr ? divergence_->engine : EngineKind::Trace;
    if (!hasGraph(comparison_, kind)) kind = EngineKind::Script;
    if (!hasGraph(comparison_, kind)) return;
    second_.emplace(std::string(nameOf(kind)), engineOfGraph(kind), request, call_);
    if (second_->graph() == nullptr) return second_.reset();
    if (kind == EngineKind::Trace && hasGraph(comparison_, EngineKind::Script) &&
        !diverges(comparison_, EngineKind::Script)) {
      first_.emplace("script", EngineKind::Script, request, call_);
    } else {
      Request onInputs = request;
      onInputs.example = request.inputs;
      first_.emplace("eager", EngineKind::Trace, onInputs, call_);
    }
    if (first_->graph() == nullptr) first_.reset();
  }

  // The nodes that raise are of interest only when one of them has raised.
  bool raises() const {
    return std::ranges::any_of(comparison_.engines, [&](const EngineRun& run) {
      const auto call = run.calls.find(call_);
      return call != run.calls.end() && call->second.first.failure.has_value();
    });
  }

  // ---- values

  static std::string textOf(const IValue& value, const viz::TensorFacts* facts) {
    if (facts == nullptr || !facts->summary || facts->elements() == 1) return brief(value);
    return fmt::format("{}, {:.4g} … {:.4g}, mean {:.4g}", facts->text(), facts->summary->min,
                       facts->summary->max, facts->summary->mean);
  }

  void addValues() {
    for (ValueId id = 0; id < picture_.model.values.size(); ++id) {
      const ValueId before =
          id < picture_.firstValues.size() ? picture_.firstValues[id] : viz::kNone;
      const IValue* first = first_ && before != viz::kNone ? first_->value(before) : nullptr;
      const IValue* second = second_->value(id);
      if (first == nullptr && second == nullptr) continue;
      if (id >= picture_.seen.size()) picture_.seen.resize(id + 1);
      viz::SeenTwice& seen = picture_.seen[id];
      if (first != nullptr) {
        const bool isTensor = first->isTensor() && first->toTensor().defined();
        const std::optional<viz::TensorFacts> facts =
            isTensor ? std::optional(viz::factsOf(first->toTensor())) : std::nullopt;
        seen.first = textOf(*first, facts ? &*facts : nullptr);
      }
      if (second != nullptr) seen.second = textOf(*second, picture_.overlay.value(id));
      if (first == nullptr || second == nullptr) continue;
      if (const auto difference = differAsArguments(*first, *second))
        seen.difference = textOf(*difference);
    }
  }

  const viz::SeenTwice* seen(ValueId id) const {
    return id < picture_.seen.size() ? &picture_.seen[id] : nullptr;
  }

  bool isKnownEqual(const viz::ModelArgument& argument) const {
    if (argument.folded) return true;
    const viz::SeenTwice* both = seen(argument.value);
    return both != nullptr && !both->first.empty() && !both->second.empty() &&
           both->difference.empty();
  }

  // Without a first graph, the value of the reference is known where the engines diverge.
  void addReferenceValue(NodeId node) {
    const std::vector<ValueId>& outputs = picture_.model.nodes[node].outputs;
    const EngineRun* eager = comparison_.of(EngineKind::Eager);
    if (outputs.size() != 1 || eager == nullptr || divergence_->referenceRow < 0) return;
    const Event& event =
        eager->calls.at(call_).second.rows[static_cast<size_t>(divergence_->referenceRow)];
    const IValue* second = second_->value(outputs[0]);
    if (event.outputs.size() != 1 || second == nullptr) return;
    picture_.sides.insert(picture_.sides.begin(), "eager");
    viz::SeenTwice& seen = picture_.seen[outputs[0]];
    seen.first = brief(event.outputs[0]);
    if (const auto difference = differ(event.outputs[0], *second))
      seen.difference = textOf(*difference);
  }

  static std::string textOf(const Difference& difference) {
    return difference.path + (difference.path.empty() ? "" : ": ") + difference.detail;
  }

  // ---- marks

  bool isShown(NodeId id) const { return picture_.hierarchy.groupOf[id] != viz::kNone; }

  void markFirstDifferences() {
    for (NodeId id = 0; id < picture_.model.nodes.size(); ++id) {
      const viz::ModelNode& node = picture_.model.nodes[id];
      if (!isShown(id) || !std::ranges::all_of(node.arguments, [&](const auto& argument) {
            return isKnownEqual(argument);
          }))
        continue;
      for (const ValueId output : node.outputs) {
        const viz::SeenTwice* both = seen(output);
        if (both == nullptr || both->difference.empty() || isUninitialized(node.kind)) continue;
        viz::addMark(picture_, id, "diverges",
                     "its result differs, its inputs agree: " + both->difference);
        if (firstDifference_ == viz::kNone) firstDifference_ = id;
        break;
      }
    }
  }

  void markDivergences() {
    const NodesByLine nodes(picture_);
    NodeId start = viz::kNone;
    for (const Divergence& divergence : comparison_.divergences) {
      const NodeId node = nodes.at(divergence.site);
      if (node == viz::kNone) continue;
      if (start == viz::kNone && (divergence_ == nullptr || &divergence == divergence_))
        start = node;
      std::string text = fmt::format("{}: {}: {}", nameOf(divergence.engine),
                                     nameOf(divergence.cause), divergence.detail);
      if (!divergence.isCreationFailure) text += fmt::format("; {}", divergence.outcome);
      if (&divergence == divergence_ && !first_) addReferenceValue(node);
      viz::addMark(picture_, node, "diverges", std::move(text));
    }
    if (start == viz::kNone) start = firstDifference_;
    if (start != viz::kNone) viz::startAt(picture_, start);
  }

  const Comparison& comparison_;
  const Divergence* divergence_;
  Call call_ = Call::First;
  std::optional<Side> first_, second_;
  viz::Picture picture_;
  NodeId firstDifference_ = viz::kNone;
};

}  // namespace

NodesByLine::NodesByLine(const viz::Picture& picture) : picture_(picture) {
  for (NodeId id = 0; id < picture.model.nodes.size(); ++id) {
    const viz::ModelNode& node = picture.model.nodes[id];
    if (node.source == nullptr || picture.hierarchy.groupOf[id] == viz::kNone) continue;
    nodes_[{node.source->path(), node.line}].push_back(id);
  }
}

viz::NodeId NodesByLine::at(const Site& site) const {
  if (!site) return viz::kNone;
  const auto nodes = nodes_.find({*site.path, site.line});
  if (nodes == nodes_.end()) return viz::kNone;
  const auto fitness = [&](NodeId id) {
    const bool isMarked = id < picture_.marks.size() && !picture_.marks[id].empty();
    return std::pair(picture_.model.nodes[id].span == site.span, isMarked);
  };
  return *std::ranges::max_element(nodes->second, {}, fitness);
}

viz::Picture comparedPicture(const Comparison& comparison) {
  return PictureMaker(comparison).make();
}

}  // namespace ts::debugger
