// Explains how a trace diverges from Python. A trace repeats the operators that Python ran on the
// example. So a divergence on other inputs has a cause in a decision that Python took otherwise on
// the example. The explanation is the first such decision that the diverging value depends on.
//
// Names: e_ are the events of Python on the inputs, t_ of the trace, x_ of Python on the example.
// Each by...() function tries one kind of explanation and returns whether it found one.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "debugger/compare/align.h"
#include "debugger/compare/engine_queries.h"
#include "debugger/compare/event_text.h"
#include "debugger/compare/explain.h"

namespace ts::debugger {
namespace {

// How close a kind of decision is to the fault; higher is closer. `int(x.shape[0])` is fixed at the
// int(), so a conversion has a larger weight than the property that it converts.
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

// The cause of a divergence that goes back to a decision of this kind.
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

// The rows that produced or changed a tensor, in order.
using Producers = std::unordered_map<const void*, std::vector<uint32_t>>;

class TraceExplainer {
 public:
  TraceExplainer(const CallRecord& eager, const CallRecord& trace, const CallRecord& example,
                 const Mismatch& mismatch)
      : eager_(eager),
        trace_(trace),
        example_(example),
        mismatch_(mismatch),
        e_(eager.events->rows),
        t_(trace.events->rows),
        x_(example.events->rows) {}

  Divergence explain() {
    divergence_.engine = EngineKind::Trace;
    match();
    if (byValues() || byFailure() || byRegion() || byReturn()) return divergence_;
    byAnything();
    return divergence_;
  }

 private:
  // ---- pairs of events

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
    std::map<std::tuple<const void*, uint32_t, uint32_t, DecisionKind>, std::vector<uint32_t>>
        places;
    auto placeOf = [](const Event& event) {
      return std::tuple<const void*, uint32_t, uint32_t, DecisionKind>{
          event.inner.path, event.inner.span.begin, event.inner.span.end, event.decisionKind};
    };
    for (uint32_t i = 0; i < x_.size(); ++i)
      if (x_[i].kind == EventKind::Decision) places[placeOf(x_[i])].push_back(i);
    std::map<std::tuple<const void*, uint32_t, uint32_t, DecisionKind>, size_t> used;
    for (uint32_t i = 0; i < e_.size(); ++i) {
      if (e_[i].kind != EventKind::Decision) continue;
      auto decisions = places.find(placeOf(e_[i]));
      const size_t at = used[placeOf(e_[i])]++;
      if (decisions != places.end() && at < decisions->second.size())
        decisionInExample_[i] = decisions->second[at];
    }
    for (uint32_t i = 0; i < e_.size(); ++i)
      for (const void* tensor : e_[i].outputTensors) producers_[tensor].push_back(i);
    for (uint32_t i = 0; i < t_.size(); ++i)
      if (!t_[i].name.starts_with("prim::"))
        for (const void* tensor : t_[i].outputTensors) inTraceProducers_[tensor].push_back(i);
  }

  // True when Python decided otherwise on the example.
  bool differsFromExample(uint32_t row) const {
    auto partner = decisionInExample_.find(row);
    if (partner == decisionInExample_.end()) return true;
    const Event &a = e_[row], &b = x_[partner->second];
    return a.outputs.empty() || b.outputs.empty() || differ(a.outputs[0], b.outputs[0]).has_value();
  }

  // ---- explanations

  // The first operator that Python and the trace both ran, with different results.
  bool byValues() {
    for (uint32_t i = 0; i < e_.size(); ++i) {
      auto partner = inTrace_.find(i);
      if (partner == inTrace_.end()) continue;
      const Event& other = t_[partner->second];
      if (e_[i].failed || (!other.failed && !differAsResults(e_[i], other))) continue;
      return explainOperator(i, partner->second);
    }
    return false;
  }

  bool explainOperator(uint32_t row, uint32_t other) {
    const Event &a = e_[row], &b = t_[other];
    divergence_.referenceRow = row;
    divergence_.otherRow = other;
    bool otherNumbers = false;
    for (size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i) {
      if (a.inputs[i].isTensor() && b.inputs[i].isTensor() &&
          !a.inputs[i].toTensor().impl()->isWrappedNumber)
        continue;
      if (!differAsArguments(a.inputs[i], b.inputs[i])) continue;
      if (byDecisions(a.decisions, &b.inputs[i])) return true;
      otherNumbers = true;
    }
    // Follow its input tensors back to their producers.
    for (const void* tensor : a.inputTensors)
      if (byProducer(tensor, row)) return true;
    if (byDecisions(a.decisions, nullptr)) return true;
    // A branch chose another number, or another one of several tensors.
    if (otherNumbers || usesOtherTensors(row, other))
      if (auto decision = lastDecision(row, true)) return blameDecision(*decision);
    if (byQuery(a, row) || byHiddenWrite(a, b, row)) return true;
    if (isRandom(a)) {
      set(Cause::Randomness, a.site,
          fmt::format("{} draws other random numbers in the trace", a.name));
      return true;
    }
    if (!b.failed && byRegionBefore(row)) return true;
    set(b.failed ? Cause::Exception : Cause::Value, a.site,
        b.failed ? fmt::format("{} raises only in the trace", a.name)
                 : fmt::format("{} returns other values", a.name));
    return true;
  }

  // The event goes back to a decision by torch.jit.is_tracing().
  bool byQuery(const Event& event, uint32_t row) {
    const EngineQueries queries(e_, EngineKind::Trace,
                                [this](uint32_t each) { return inTrace_.contains(each); });
    const std::vector<const void*>& tensors =
        event.kind == EventKind::Operator ? event.inputTensors : event.outputTensors;
    const auto query = queries.behind(tensors, event.decisions, row);
    if (query) set(Cause::Branch, e_[*query].site, queries.sentence(*query));
    return query.has_value();
  }

  // Python wrote into the memory of an input through another tensor, such as `x.data`, and the
  // trace has no such operator.
  bool byHiddenWrite(const Event& a, const Event& b, uint32_t row) {
    for (size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i) {
      if (!a.inputs[i].isTensor() || !b.inputs[i].isTensor()) continue;
      const tensor::Tensor read = a.inputs[i].toTensor();
      for (uint32_t at = row; at-- > 0;) {
        const Event& event = e_[at];
        if (event.kind != EventKind::Operator || !event.name.ends_with('_') ||
            inTrace_.contains(at) || event.inputs.empty() || !event.inputs[0].isTensor())
          continue;
        const tensor::Tensor written = event.inputs[0].toTensor();
        if (written.storage() != read.storage()) continue;
        set(Cause::InPlace, event.site,
            fmt::format("`{}` changes the memory of a tensor that {} reads, and the trace does not "
                        "record the write",
                        excerptOf(event.site), a.name));
        return true;
      }
    }
    return false;
  }

  // The row that produced a tensor and its index among the outputs; nothing for an argument or a
  // parameter.
  using Origin = std::optional<std::pair<uint32_t, size_t>>;
  static Origin originOf(const void* tensor, uint32_t before, const std::vector<Event>& rows,
                         const Producers& producers) {
    auto rowsOfTensor = producers.find(tensor);
    if (rowsOfTensor == producers.end()) return std::nullopt;
    auto at = std::ranges::lower_bound(rowsOfTensor->second, before);
    while (at != rowsOfTensor->second.begin()) {
      const Event& event = rows[*--at];
      if (event.kind != EventKind::Operator) continue;
      return std::pair(*at, static_cast<size_t>(std::ranges::find(event.outputTensors, tensor) -
                                                event.outputTensors.begin()));
    }
    return std::nullopt;
  }

  // True when the trace runs an operator on other tensors than Python does.
  bool usesOtherTensors(uint32_t row, uint32_t other) const {
    const Event &a = e_[row], &b = t_[other];
    for (size_t i = 0; i < std::min(a.inputTensors.size(), b.inputTensors.size()); ++i) {
      const Origin own = originOf(a.inputTensors[i], row, e_, producers_),
                   its = originOf(b.inputTensors[i], other, t_, inTraceProducers_);
      if (own.has_value() != its.has_value()) return true;
      if (!own) {
        // Arguments and parameters have no producer; compare their values.
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

  // Explains by the latest event before `row` that produced the tensor. Either that event is on a
  // path that the example did not take, or it is a decision, and the trace has the tensor as a
  // constant.
  bool byProducer(const void* tensor, uint32_t row) {
    auto rowsOfTensor = producers_.find(tensor);
    if (rowsOfTensor == producers_.end()) return false;
    auto at = std::ranges::lower_bound(rowsOfTensor->second, row);
    if (at == rowsOfTensor->second.begin()) return false;
    // Skip decisions that were the same on the example.
    while (e_[*--at].kind != EventKind::Operator &&
           !(e_[*at].kind == EventKind::Decision && differsFromExample(*at)))
      if (at == rowsOfTensor->second.begin()) return false;
    const uint32_t producer = *at;
    const Event& event = e_[producer];
    if (event.kind == EventKind::Decision) return blameDecision(producer);
    if (event.kind == EventKind::Operator && !inExample_.contains(producer) &&
        byRegionBefore(producer))
      return true;
    // The trace lacks this operator, because its input reached it untraced.
    if (event.kind == EventKind::Operator && !inTrace_.contains(producer)) {
      if (byDecisions(event.decisions, nullptr)) return true;
      for (const void* input : event.inputTensors)
        if (byProducer(input, producer)) return true;
    }
    return false;
  }

  // Either only the trace or only Python raises.
  bool byFailure() {
    if (mismatch_.what != MismatchKind::Exception) return false;
    if (eager_.outcome->failure) {
      const Site site = siteOf(eager_.outcome->failure->at);
      if (auto row = lastDecision(static_cast<uint32_t>(e_.size()), true))
        return blameDecision(*row);
      set(Cause::Exception, site,
          fmt::format("Python raises {}, the trace continues", eager_.outcome->failure->className));
      return true;
    }
    const auto failed = std::ranges::find_if(t_, &Event::failed);
    if (failed == t_.end()) return false;
    divergence_.otherRow = failed - t_.begin();
    // The operator that Python ran on the same line.
    for (uint32_t i = 0; i < e_.size(); ++i) {
      const Event& event = e_[i];
      if (event.kind != EventKind::Operator || event.name != failed->name || inTrace_.contains(i))
        continue;
      if (failed->site && event.site && !event.site.isSameLine(failed->site)) continue;
      return explainOperator(i, static_cast<uint32_t>(divergence_.otherRow));
    }
    if (byRegion()) return true;
    Site site = failed->site;
    if (failed->name == "prim::ListUnpack") {
      if (auto decision = lastDecision(static_cast<uint32_t>(e_.size()), true))
        return blameDecision(*decision);
      // ListUnpack has no place in the source; the producer of the list has.
      for (int64_t i = divergence_.otherRow; i-- > 0 && !site;)
        if (t_[static_cast<size_t>(i)].outputTensors == failed->inputTensors)
          site = t_[static_cast<size_t>(i)].site;
      set(Cause::BakedConstant, site,
          "the trace keeps the number of elements that the list had for the example");
      return true;
    }
    set(Cause::Exception, site, fmt::format("{} raises only in the trace", failed->name));
    return true;
  }

  // The first region in which Python ran other operators than on the example.
  bool byRegion() {
    uint32_t before = 0;
    for (const Step& step : steps_) {
      if (step.isPair()) {
        before = static_cast<uint32_t>(step.a) + 1;
        continue;
      }
      const uint32_t row = step.a >= 0 ? static_cast<uint32_t>(step.a) : before;
      if (auto decision = decisionBefore(row, step.a >= 0 ? UINT32_MAX : nextPair(step)))
        return blameDecision(*decision);
    }
    return false;
  }

  // The row of the next operator that both runs have. A decision before that row may have led to
  // the operators that only the example ran.
  uint32_t nextPair(const Step& from) const {
    for (const Step* step = &from; step != steps_.data() + steps_.size(); ++step)
      if (step->isPair()) return static_cast<uint32_t>(step->a);
    return static_cast<uint32_t>(e_.size());
  }

  bool byRegionBefore(uint32_t row) {
    // The begin of the region that contains the row, or of the last region before the row.
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
    return decision && blameDecision(*decision);
  }

  // The first differing control decision in [row, limit); without one, or when limit is UINT32_MAX,
  // the last one before row.
  std::optional<uint32_t> decisionBefore(uint32_t row, uint32_t limit) const {
    if (limit != UINT32_MAX)
      for (uint32_t i = row; i < std::min<size_t>(limit, e_.size()); ++i)
        if (isControlHere(i) && differsFromExample(i)) return i;
    return lastDecision(row, true);
  }

  bool isControlHere(uint32_t row) const {
    return e_[row].kind == EventKind::Decision && isControl(e_[row].decisionKind) && e_[row].site;
  }

  std::optional<uint32_t> lastDecision(uint32_t before, bool control) const {
    for (uint32_t i = before; i-- > 0;) {
      const bool fits = control
                            ? isControlHere(i)
                            : e_[i].kind == EventKind::Decision && !isControl(e_[i].decisionKind);
      if (fits && differsFromExample(i)) return i;
    }
    return std::nullopt;
  }

  // A returned number, or a returned tensor that the trace does not compute.
  bool byReturn() {
    for (size_t i = e_.size(); i-- > 0;) {
      if (e_[i].kind != EventKind::Compute || e_[i].name != "return") continue;
      divergence_.referenceRow = static_cast<int64_t>(i);
      if (byDecisions(e_[i].decisions, nullptr)) return true;
      for (const void* tensor : e_[i].outputTensors)
        if (byProducer(tensor, static_cast<uint32_t>(i))) return true;
      if (byQuery(e_[i], static_cast<uint32_t>(i))) return true;
      break;
    }
    return false;
  }

  void byAnything() {
    if (mismatch_.what == MismatchKind::Arguments || mismatch_.what == MismatchKind::State) {
      for (size_t i = e_.size(); i-- > 0;) {
        const Event& event = e_[i];
        const bool changes =
            (event.kind == EventKind::Operator && event.name.ends_with('_')) ||
            (event.kind == EventKind::Compute && !event.name.empty() && event.name != "return");
        if (!changes) continue;
        divergence_.referenceRow = static_cast<int64_t>(i);
        return set(Cause::InPlace, event.site,
                   "Python writes in place here, and the trace does not");
      }
    }
    for (const bool control : {true, false})
      if (auto row = lastDecision(static_cast<uint32_t>(e_.size()), control))
        return static_cast<void>(blameDecision(*row));
    Site site;
    for (const Event& event : e_)
      if (event.name == "return") site = event.site;
    set(mismatch_.what == MismatchKind::Exception ? Cause::Exception : Cause::Value, site,
        "the trace and Python return different results");
  }

  // ---- causes

  // Blames one of the decisions that a number depends on. inTrace: the value in the trace; null
  // when unknown.
  bool byDecisions(const std::vector<uint32_t>& decisions, const IValue* inTrace) {
    // Prefer the first control decision that differs; else the last value taken out of a tensor.
    std::optional<uint32_t> best;
    for (const uint32_t row : decisions) {
      if (!differsFromExample(row)) continue;
      if (isControl(e_[row].decisionKind)) {
        best = row;
        break;
      }
      if (!best || weightOf(e_[row].decisionKind) >= weightOf(e_[*best].decisionKind)) best = row;
    }
    if (!best) return false;
    blameDecision(*best);
    if (inTrace && divergence_.cause != Cause::TrainingMode)
      divergence_.notes.push_back(
          {useSite(), fmt::format("here the trace contains the constant {}", brief(*inTrace))});
    return true;
  }

  Site useSite() const {
    return divergence_.referenceRow >= 0 ? e_[static_cast<size_t>(divergence_.referenceRow)].site
                                         : Site();
  }

  bool blameDecision(uint32_t row) {
    const Event& event = e_[row];
    auto partner = decisionInExample_.find(row);
    const Event* before = partner == decisionInExample_.end() ? nullptr : &x_[partner->second];
    Cause cause = causeOf(event.decisionKind);
    if (isControl(event.decisionKind)) cause = controlCause(event, cause);
    if (!isControl(event.decisionKind) && weightOf(event.decisionKind) == 1)
      cause = Cause::BakedConstant;
    if (divergence_.referenceRow < 0) divergence_.referenceRow = row;
    set(cause, event.site,
        cause == Cause::TrainingMode ? std::string(kTraining) : sentence(event, before, row));
    return true;
  }

  // Names the property that a condition depends on, which says more than "branch".
  Cause controlCause(const Event& event, Cause cause) const {
    for (const DecisionKind what : {DecisionKind::Training, DecisionKind::Random,
                                    DecisionKind::State, DecisionKind::Dtype, DecisionKind::Rank})
      for (const uint32_t from : event.decisions)
        if (e_[from].decisionKind == what && differsFromExample(from)) return causeOf(what);
    if (event.decisionKind == DecisionKind::For)
      for (const uint32_t from : event.decisions)
        if (e_[from].decisionKind == DecisionKind::TensorLoop) return Cause::Iteration;
    return cause;
  }

  int64_t rounds(const std::vector<Event>& rows, size_t from) const {
    for (size_t i = from; i < rows.size(); ++i)
      if (rows[i].decisionKind == DecisionKind::For && rows[i].inner.isSame(rows[from].inner) &&
          !rows[i].outputs[0].toBool())
        return std::stoll(rows[i].name);
    return std::stoll(rows[from].name);
  }

  std::string sentence(const Event& event, const Event* before, uint32_t row) const {
    const std::string code = excerptOf(event.inner.isLibrary() ? event.inner : event.site);
    const std::string now = event.outputs.empty() ? "" : brief(event.outputs[0]);
    const std::string then = before && !before->outputs.empty() ? brief(before->outputs[0]) : "";
    switch (event.decisionKind) {
      case DecisionKind::Branch:
        if (then.empty()) return fmt::format("the example never reached `{}`", code);
        return fmt::format(
            "the trace contains only one path of this branch: `{}` is {} here and was {} for the "
            "example",
            code, now, then);
      case DecisionKind::While:
        return fmt::format(
            "the trace repeats this loop as often as the example did: `{}` is {} here and was {} "
            "for "
            "the example",
            code, now, then);
      case DecisionKind::For: {
        auto partner = decisionInExample_.find(row);
        if (partner == decisionInExample_.end()) return "the example never reached this loop";
        return fmt::format(
            "the trace has {} rounds of this loop, as many as the example; here there are {}",
            rounds(x_, partner->second), rounds(e_, row));
      }
      case DecisionKind::TensorLoop:
        return fmt::format(
            "the trace has {} elements, as many as the tensor of the example; here there are {}",
            then, now);
      case DecisionKind::Training: return std::string(kTraining);
      case DecisionKind::State:
        return fmt::format("`{}` is Python state that the trace does not read: it is {} here{}",
                           code, now, then.empty() ? "" : " and was " + then + " for the example");
      case DecisionKind::Random:
        return fmt::format(
            "the trace keeps the random number that `{}` returned for the example: {} here, {} "
            "then",
            code, now, then);
      default:
        return fmt::format("the trace keeps the value of `{}` from the example: {} here, {} then",
                           code, now, then.empty() ? "nothing" : then);
    }
  }

  void set(Cause cause, const Site& site, std::string detail) {
    divergence_.cause = cause;
    divergence_.site = site;
    divergence_.detail = std::move(detail);
  }

  const CallRecord &eager_, &trace_, &example_;
  const Mismatch& mismatch_;
  const std::vector<Event>&e_, &t_, &x_;
  std::unordered_map<uint32_t, uint32_t> inTrace_, inExample_, decisionInExample_;
  std::set<uint32_t> ofTrace_;
  Producers producers_, inTraceProducers_;
  std::vector<Step> steps_;
  Divergence divergence_;
};

}  // namespace

Divergence explainTrace(const CallRecord& eager, const CallRecord& trace, const CallRecord& example,
                        const Mismatch& mismatch) {
  return TraceExplainer(eager, trace, example, mismatch).explain();
}

}  // namespace ts::debugger
