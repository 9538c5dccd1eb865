// A trace is what Python did with the example. So where it goes wrong on other inputs, Python has
// decided something there that it decided otherwise for the example: the first such decision that
// reaches the place where values part.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "debugger/compare/align.h"
#include "debugger/compare/event_text.h"
#include "debugger/compare/explain.h"

namespace ts::debugger {
namespace {

// Whoever fixes a trace looks at the last step that took a value out of it, so conversions come
// before what they convert. Higher is closer to the fault.
int weightOf(DecisionKind what) {
  switch (what) {
    case DecisionKind::None: return 0;
    case DecisionKind::Size:
    case DecisionKind::Rank:
    case DecisionKind::Dtype: return 1;
    case DecisionKind::Training:
    case DecisionKind::State:
    case DecisionKind::Random: return 3;
    default: return 2;
  }
}

constexpr std::string_view kTraining =
    "the module was in training mode when it was traced, and the trace stays so after eval()";

// A property that a condition or a loop depends on says what kind of branch it is.
Cause causeOf(DecisionKind what) {
  switch (what) {
    case DecisionKind::Branch: return Cause::Branch;
    case DecisionKind::While:
    case DecisionKind::For: return Cause::LoopCount;
    case DecisionKind::TensorLoop: return Cause::Iteration;
    case DecisionKind::Item: return Cause::Item;
    case DecisionKind::Len: return Cause::Len;
    case DecisionKind::Rank: return Cause::RankBranch;
    case DecisionKind::Dtype: return Cause::DtypeBranch;
    case DecisionKind::Training: return Cause::TrainingMode;
    case DecisionKind::Random: return Cause::Randomness;
    case DecisionKind::State: return Cause::PythonState;
    default: return Cause::BakedConstant;
  }
}

// The rows that made a tensor, or changed it, in order.
using Producers = std::unordered_map<const void*, std::vector<uint32_t>>;

class TraceExplainer {
 public:
  TraceExplainer(const CallRecord& eager, const CallRecord& trace, const CallRecord& example, const Mismatch& unlike)
      : eager_(eager),
        trace_(trace),
        example_(example),
        unlike_(unlike),
        e_(eager.events->rows),
        t_(trace.events->rows),
        x_(example.events->rows) {}

  Divergence explain() {
    made_.engine = EngineKind::Trace;
    match();
    if (byValues() || byFailure() || byRegion() || byReturn()) return made_;
    byAnything();
    return made_;
  }

 private:
  // ---- what stands for what

  void match() {
    const bool lines =
        std::ranges::any_of(t_, [](const Event& event) { return static_cast<bool>(event.site); });
    const TensorRows a = tensorRows(*eager_.events, lines), b = tensorRows(*trace_.events, lines);
    for (const Step& step : align(a.keys, b.keys))
      if (step.isPair()) inTrace_[a.rows[step.a]] = b.rows[step.b], ofTrace_.insert(b.rows[step.b]);
    const TensorRows own = tensorRows(*eager_.events, true),
                     other = tensorRows(*example_.events, true);
    steps_ = align(own.keys, other.keys);
    for (Step& step : steps_) {
      if (step.isPair()) inExample_[own.rows[step.a]] = other.rows[step.b];
      if (step.a >= 0) step.a = static_cast<int32_t>(own.rows[step.a]);
      if (step.b >= 0) step.b = static_cast<int32_t>(other.rows[step.b]);
    }
    std::map<std::tuple<const void*, uint32_t, uint32_t, DecisionKind>, std::vector<uint32_t>> places;
    auto placeOf = [](const Event& event) {
      return std::tuple<const void*, uint32_t, uint32_t, DecisionKind>{
          event.inner.path, event.inner.span.begin, event.inner.span.end, event.decided};
    };
    for (uint32_t i = 0; i < x_.size(); ++i)
      if (x_[i].kind == EventKind::Decision) places[placeOf(x_[i])].push_back(i);
    std::map<std::tuple<const void*, uint32_t, uint32_t, DecisionKind>, size_t> used;
    for (uint32_t i = 0; i < e_.size(); ++i) {
      if (e_[i].kind != EventKind::Decision) continue;
      auto found = places.find(placeOf(e_[i]));
      const size_t at = used[placeOf(e_[i])]++;
      if (found != places.end() && at < found->second.size())
        decisionInExample_[i] = found->second[at];
    }
    for (uint32_t i = 0; i < e_.size(); ++i)
      for (const void* tensor : e_[i].outputTensors) producers_[tensor].push_back(i);
    for (uint32_t i = 0; i < t_.size(); ++i)
      if (!t_[i].name.starts_with("prim::"))
        for (const void* tensor : t_[i].outputTensors) inTraceProducers_[tensor].push_back(i);
  }

  // Whether Python decided otherwise for the example.
  bool isOther(uint32_t row) const {
    auto partner = decisionInExample_.find(row);
    if (partner == decisionInExample_.end()) return true;
    const Event &a = e_[row], &b = x_[partner->second];
    return a.outputs.empty() || b.outputs.empty() || differ(a.outputs[0], b.outputs[0]).has_value();
  }

  // ---- the ways to a cause

  // Operators that both ran, with other results.
  bool byValues() {
    for (uint32_t i = 0; i < e_.size(); ++i) {
      auto partner = inTrace_.find(i);
      if (partner == inTrace_.end()) continue;
      const Event& other = t_[partner->second];
      if (e_[i].failed || (!other.failed && !differ(tensor::makeTuple(e_[i].outputs),
                                                    tensor::makeTuple(other.outputs))))
        continue;
      return ofOperator(i, partner->second);
    }
    return false;
  }

  bool ofOperator(uint32_t row, uint32_t other) {
    const Event &a = e_[row], &b = t_[other];
    made_.referenceRow = row;
    made_.otherRow = other;
    bool otherNumbers = false;
    for (size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i) {
      if (a.inputs[i].isTensor() && b.inputs[i].isTensor() &&
          !a.inputs[i].toTensor().impl()->isWrappedNumber)
        continue;
      if (!differAsArguments(a.inputs[i], b.inputs[i])) continue;
      if (byDecisions(a.decisions, &b.inputs[i])) return true;
      otherNumbers = true;
    }
    // Tensors are told apart by what made them.
    for (const void* tensor : a.inputTensors)
      if (byProducer(tensor, row)) return true;
    if (byDecisions(a.decisions, nullptr)) return true;
    // A number, or a tensor among several, that the way through the code has chosen.
    if (otherNumbers || takesOther(row, other))
      if (auto decision = lastDecision(row, true)) return ofDecision(*decision);
    if (isRandom(a)) {
      set(Cause::Randomness, a.site,
          fmt::format("{} draws other random numbers in the trace", a.name));
      return true;
    }
    if (!b.failed && byRegionBefore(row)) return true;
    set(b.failed ? Cause::Exception : Cause::Value, a.site,
        b.failed ? fmt::format("{} raises in the trace alone", a.name)
                 : fmt::format("{} gives other values", a.name));
    return true;
  }

  // Which row made a tensor, and which of its tensors that is; nothing: an argument or a weight.
  using Origin = std::optional<std::pair<uint32_t, size_t>>;
  static Origin originOf(const void* tensor, uint32_t before, const std::vector<Event>& rows,
                         const Producers& producers) {
    auto found = producers.find(tensor);
    if (found == producers.end()) return std::nullopt;
    auto at = std::ranges::lower_bound(found->second, before);
    while (at != found->second.begin()) {
      const Event& event = rows[*--at];
      if (event.kind != EventKind::Operator) continue;
      return std::pair(*at, static_cast<size_t>(std::ranges::find(event.outputTensors, tensor) -
                                                event.outputTensors.begin()));
    }
    return std::nullopt;
  }

  // Whether the trace runs an operator on other tensors than Python, though both have them.
  bool takesOther(uint32_t row, uint32_t other) const {
    const Event &a = e_[row], &b = t_[other];
    for (size_t i = 0; i < std::min(a.inputTensors.size(), b.inputTensors.size()); ++i) {
      const Origin own = originOf(a.inputTensors[i], row, e_, producers_),
                   its = originOf(b.inputTensors[i], other, t_, inTraceProducers_);
      if (own.has_value() != its.has_value()) return true;
      if (!own) {
        // Arguments and weights: told apart by what they hold.
        if (i < a.inputs.size() && i < b.inputs.size() && differ(a.inputs[i], b.inputs[i]))
          return true;
        continue;
      }
      auto partner = inTrace_.find(own->first);
      if (partner == inTrace_.end() || partner->second != its->first || own->second != its->second)
        return true;
    }
    return false;
  }

  // The latest event before `row` that made the tensor: it came from a way that the example didn't
  // go, or it isn't an operator, so that the trace has the tensor as a constant.
  bool byProducer(const void* tensor, uint32_t row) {
    auto found = producers_.find(tensor);
    if (found == producers_.end()) return false;
    auto at = std::ranges::lower_bound(found->second, row);
    if (at == found->second.begin()) return false;
    // What code chose among tensors that were there is no cause where it chose the same.
    while (e_[*--at].kind != EventKind::Operator &&
           !(e_[*at].kind == EventKind::Decision && isOther(*at)))
      if (at == found->second.begin()) return false;
    const uint32_t producer = *at;
    const Event& event = e_[producer];
    if (event.kind == EventKind::Decision) return ofDecision(producer);
    if (event.kind == EventKind::Operator && !inExample_.contains(producer) &&
        byRegionBefore(producer))
      return true;
    // An operator whose result the trace doesn't have, since nobody could see where its input came
    // from.
    if (event.kind == EventKind::Operator && !inTrace_.contains(producer)) {
      if (byDecisions(event.decisions, nullptr)) return true;
      for (const void* input : event.inputTensors)
        if (byProducer(input, producer)) return true;
    }
    return false;
  }

  // The trace fails where Python doesn't, or the other way round.
  bool byFailure() {
    if (unlike_.what != Seen::Exception) return false;
    if (eager_.outcome->failure) {
      const Site site = siteOf(eager_.outcome->failure->at);
      if (auto row = lastDecision(static_cast<uint32_t>(e_.size()), true)) return ofDecision(*row);
      set(Cause::Exception, site,
          fmt::format("Python raises {}, the trace goes on", eager_.outcome->failure->className));
      return true;
    }
    const auto failed = std::ranges::find_if(t_, &Event::failed);
    if (failed == t_.end()) return false;
    made_.otherRow = failed - t_.begin();
    // What Python did on that line.
    for (uint32_t i = 0; i < e_.size(); ++i) {
      const Event& event = e_[i];
      if (event.kind != EventKind::Operator || event.name != failed->name || inTrace_.contains(i))
        continue;
      if (failed->site && event.site && !event.site.isSameLine(failed->site)) continue;
      return ofOperator(i, static_cast<uint32_t>(made_.otherRow));
    }
    if (byRegion()) return true;
    Site site = failed->site;
    if (failed->name == "prim::ListUnpack") {
      if (auto decision = lastDecision(static_cast<uint32_t>(e_.size()), true))
        return ofDecision(*decision);
      // The node has no place of its own; what made the list has.
      for (int64_t i = made_.otherRow; i-- > 0 && !site;)
        if (t_[static_cast<size_t>(i)].outputTensors == failed->inputTensors)
          site = t_[static_cast<size_t>(i)].site;
      set(Cause::BakedConstant, site,
          "the trace has the number of elements that the list had for the example");
      return true;
    }
    set(Cause::Exception, site, fmt::format("{} raises in the trace alone", failed->name));
    return true;
  }

  // The first place at which Python ran other operators than for the example.
  bool byRegion() {
    uint32_t before = 0;
    for (const Step& step : steps_) {
      if (step.isPair()) {
        before = static_cast<uint32_t>(step.a) + 1;
        continue;
      }
      const uint32_t row = step.a >= 0 ? static_cast<uint32_t>(step.a) : before;
      if (auto decision = decisionBefore(row, step.a >= 0 ? UINT32_MAX : nextPair(step)))
        return ofDecision(*decision);
    }
    return false;
  }

  // The row of the next operator that both ran: up to there decisions may have led to what only the
  // example ran.
  uint32_t nextPair(const Step& from) const {
    for (const Step* step = &from; step != steps_.data() + steps_.size(); ++step)
      if (step->isPair()) return static_cast<uint32_t>(step->a);
    return static_cast<uint32_t>(e_.size());
  }

  bool byRegionBefore(uint32_t row) {
    // Back to where the region begins that the row is in, or to the last one before it.
    uint32_t begin = row, last = UINT32_MAX;
    bool open = false;
    for (const Step& step : steps_) {
      if (step.a >= 0 && static_cast<uint32_t>(step.a) > row) break;
      if (step.isPair()) {
        open = false;
        begin = static_cast<uint32_t>(step.a) + 1;
      } else if (!open) {
        open = true;
        last = step.a >= 0 ? static_cast<uint32_t>(step.a) : begin;
      }
    }
    if (last == UINT32_MAX) return false;
    uint32_t limit = row;
    auto decision = decisionBefore(last, limit);
    return decision && ofDecision(*decision);
  }

  // The control decision that led to row; limit: else the first one up to there.
  std::optional<uint32_t> decisionBefore(uint32_t row, uint32_t limit) const {
    if (limit != UINT32_MAX)
      for (uint32_t i = row; i < std::min<size_t>(limit, e_.size()); ++i)
        if (isControlHere(i) && isOther(i)) return i;
    return lastDecision(row, true);
  }

  bool isControlHere(uint32_t row) const {
    return e_[row].kind == EventKind::Decision && isControl(e_[row].decided) && e_[row].site;
  }

  std::optional<uint32_t> lastDecision(uint32_t before, bool control) const {
    for (uint32_t i = before; i-- > 0;) {
      const bool fits = control ? isControlHere(i)
                                : e_[i].kind == EventKind::Decision && !isControl(e_[i].decided);
      if (fits && isOther(i)) return i;
    }
    return std::nullopt;
  }

  // Of a number that code returns, or of a tensor that isn't the trace's.
  bool byReturn() {
    for (size_t i = e_.size(); i-- > 0;) {
      if (e_[i].kind != EventKind::Compute || e_[i].name != "return") continue;
      made_.referenceRow = static_cast<int64_t>(i);
      if (byDecisions(e_[i].decisions, nullptr)) return true;
      for (const void* tensor : e_[i].outputTensors)
        if (byProducer(tensor, static_cast<uint32_t>(i))) return true;
      break;
    }
    return false;
  }

  void byAnything() {
    if (unlike_.what == Seen::Arguments || unlike_.what == Seen::State) {
      for (size_t i = e_.size(); i-- > 0;) {
        const Event& event = e_[i];
        const bool changes =
            (event.kind == EventKind::Operator && event.name.ends_with('_')) ||
            (event.kind == EventKind::Compute && !event.name.empty() && event.name != "return");
        if (!changes) continue;
        made_.referenceRow = static_cast<int64_t>(i);
        return set(Cause::InPlace, event.site,
                   "Python writes in place here, and the trace doesn't");
      }
    }
    for (const bool control : {true, false})
      if (auto row = lastDecision(static_cast<uint32_t>(e_.size()), control))
        return static_cast<void>(ofDecision(*row));
    Site site;
    for (const Event& event : e_)
      if (event.name == "return") site = event.site;
    set(unlike_.what == Seen::Exception ? Cause::Exception : Cause::Value, site,
        "the trace and Python give different results");
  }

  // ---- causes

  // One of the decisions that a number came from. inTrace: what the trace has in its place; null:
  // not known.
  bool byDecisions(const std::vector<uint32_t>& decisions, const IValue* inTrace) {
    // The first way that the example didn't go; else what was taken out of a tensor last.
    std::optional<uint32_t> best;
    for (const uint32_t row : decisions) {
      if (!isOther(row)) continue;
      if (isControl(e_[row].decided)) {
        best = row;
        break;
      }
      if (!best || weightOf(e_[row].decided) >= weightOf(e_[*best].decided)) best = row;
    }
    if (!best) return false;
    ofDecision(*best);
    if (inTrace && made_.cause != Cause::TrainingMode)
      made_.notes.push_back(
          {useSite(), fmt::format("here the trace has the constant {}", brief(*inTrace))});
    return true;
  }

  Site useSite() const {
    return made_.referenceRow >= 0 ? e_[static_cast<size_t>(made_.referenceRow)].site : Site();
  }

  bool ofDecision(uint32_t row) {
    const Event& event = e_[row];
    auto partner = decisionInExample_.find(row);
    const Event* before = partner == decisionInExample_.end() ? nullptr : &x_[partner->second];
    Cause cause = causeOf(event.decided);
    if (isControl(event.decided)) cause = controlCause(event, cause);
    if (!isControl(event.decided) && weightOf(event.decided) == 1) cause = Cause::BakedConstant;
    if (made_.referenceRow < 0) made_.referenceRow = row;
    set(cause, event.site,
        cause == Cause::TrainingMode ? std::string(kTraining) : sentence(event, before, row));
    return true;
  }

  // What a condition was made of says more than that it is one.
  Cause controlCause(const Event& event, Cause cause) const {
    for (const DecisionKind what :
         {DecisionKind::Training, DecisionKind::Random, DecisionKind::State, DecisionKind::Dtype, DecisionKind::Rank})
      for (const uint32_t from : event.decisions)
        if (e_[from].decided == what && isOther(from)) return causeOf(what);
    if (event.decided == DecisionKind::For)
      for (const uint32_t from : event.decisions)
        if (e_[from].decided == DecisionKind::TensorLoop) return Cause::Iteration;
    return cause;
  }

  int64_t rounds(const std::vector<Event>& rows, size_t from) const {
    for (size_t i = from; i < rows.size(); ++i)
      if (rows[i].decided == DecisionKind::For && rows[i].inner.isSame(rows[from].inner) &&
          !rows[i].outputs[0].toBool())
        return std::stoll(rows[i].name);
    return std::stoll(rows[from].name);
  }

  std::string sentence(const Event& event, const Event* before, uint32_t row) const {
    const std::string code = excerptOf(event.inner.isLibrary() ? event.inner : event.site);
    const std::string now = event.outputs.empty() ? "" : brief(event.outputs[0]);
    const std::string then = before && !before->outputs.empty() ? brief(before->outputs[0]) : "";
    switch (event.decided) {
      case DecisionKind::Branch:
        if (then.empty()) return fmt::format("the example never came to `{}`", code);
        return fmt::format(
            "the trace has one way of this branch alone: `{}` is {} here and was {} for the "
            "example",
            code, now, then);
      case DecisionKind::While:
        return fmt::format(
            "the trace has as many rounds of this loop as the example took: `{}` is {} here where "
            "it was {}",
            code, now, then);
      case DecisionKind::For: {
        auto partner = decisionInExample_.find(row);
        if (partner == decisionInExample_.end()) return "the example never came to this loop";
        return fmt::format(
            "the trace has {} rounds of this loop, as many as the example took; here there are {}",
            rounds(x_, partner->second), rounds(e_, row));
      }
      case DecisionKind::TensorLoop:
        return fmt::format(
            "the trace has {} elements, as many as the example's tensor had; here there are {}",
            then, now);
      case DecisionKind::Training: return std::string(kTraining);
      case DecisionKind::State:
        return fmt::format("`{}` is state of Python that the trace doesn't have: it is {} here{}",
                           code, now, then.empty() ? "" : " and was " + then + " for the example");
      case DecisionKind::Random:
        return fmt::format(
            "the trace keeps the random number that `{}` gave for the example: {} here, {} then",
            code, now, then);
      default:
        return fmt::format("the trace keeps what `{}` gave for the example: {} here, {} then", code,
                           now, then.empty() ? "nothing" : then);
    }
  }

  void set(Cause cause, const Site& site, std::string detail) {
    made_.cause = cause;
    made_.site = site;
    made_.detail = std::move(detail);
  }

  const CallRecord &eager_, &trace_, &example_;
  const Mismatch& unlike_;
  const std::vector<Event>&e_, &t_, &x_;
  std::unordered_map<uint32_t, uint32_t> inTrace_, inExample_, decisionInExample_;
  std::set<uint32_t> ofTrace_;
  Producers producers_, inTraceProducers_;
  std::vector<Step> steps_;
  Divergence made_;
};

}  // namespace

Divergence explainTrace(const CallRecord& eager, const CallRecord& trace, const CallRecord& example,
                     const Mismatch& unlike) {
  return TraceExplainer(eager, trace, example, unlike).explain();
}

}  // namespace ts::debugger
