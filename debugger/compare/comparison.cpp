#include "debugger/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>

namespace ts::debugger {
namespace {

void call(EngineRun& engineRun, Call which, const std::string& inputs) {
  auto& [outcome, events] = engineRun.calls[which];
  const bool hasEvents = engineRun.engine.kind != EngineKind::Compiled;
  outcome = callEngine(engineRun.engine, which, inputs, hasEvents ? &events : nullptr);
  if (outcome.failure && outcome.failure->isMissingPart) throw *outcome.failure;
}

class Comparer {
 public:
  static constexpr size_t kMostNeeded = 2;  // engines that only explanations need

  Comparer(Request request, std::vector<EngineKind> kinds) {
    comparison_.request = std::move(request);
    comparison_.kinds = std::move(kinds);
  }

  Comparison run() {
    comparison_.engines.reserve(comparison_.kinds.size() + kMostNeeded);
    for (EngineKind kind : comparison_.kinds)
      comparison_.engines.push_back({makeEngine(kind, comparison_.request), {}});
    EngineRun& reference = comparison_.engines.front();
    if (reference.engine.program->failure()) {
      comparison_.failure = reference.engine.program->failure();
      return std::move(comparison_);
    }
    if (reference.engine.failure) {
      comparison_.failure = reference.engine.failure;
      return std::move(comparison_);
    }
    for (const EngineRun& run : comparison_.engines)
      if (run.engine.failure && run.engine.failure->isMissingPart) throw *run.engine.failure;
    std::vector<Call> calls = {Call::First, Call::Second};
    const bool isTraining = reference.engine.program->isTraining();
    if (isTraining) calls.push_back(Call::Evaluating);
    for (Call which : calls) call(reference, which, comparison_.request.inputs);
    // Not one line of the target ran, so the inputs do not fit its parameters.
    const auto& [first, events] = reference.calls.at(Call::First);
    if (first.failure && !first.failure->at && events.rows.empty()) throw *first.failure;
    for (size_t i = 1; i < comparison_.kinds.size(); ++i) compareWith(i, calls);
    if (isTraining) compareEvaluated();
    std::ranges::stable_sort(comparison_.divergences, {}, &Divergence::isCreationFailure);
    addNotes();
    return std::move(comparison_);
  }

 private:
  void compareWith(size_t index, const std::vector<Call>& calls) {
    EngineRun& other = comparison_.engines[index];
    const EngineRun& reference = comparison_.engines.front();
    if (other.engine.failure) return addFailure(other.engine);
    for (Call which : calls) {
      call(other, which, comparison_.request.inputs);
      const auto& [outcome, events] = reference.calls.at(which);
      const auto mismatch = findMismatch(outcome, comparison_.kinds[0], other.calls.at(which).first,
                                         comparison_.kinds[index]);
      if (!mismatch) continue;
      Divergence divergence = explain(comparison_.kinds[index], which, *mismatch);
      divergence.call = which;
      divergence.outcome = mismatch->detail;
      for (const SourceRange& change : other.engine.foldedChanges)
        if (divergence.site && siteOf(change).isSameLine(divergence.site))
          divergence.detail =
              "each call changes a tensor that PyTorch has made a constant (TS8011)";
      comparison_.divergences.push_back(std::move(divergence));
      return;
    }
  }

  // A divergence that comes from training mode hides the others.
  void compareEvaluated() {
    std::vector<EngineKind> kinds{comparison_.kinds[0]};
    for (const Divergence& divergence : comparison_.divergences)
      if (!divergence.isCreationFailure) kinds.push_back(divergence.engine);
    if (kinds.size() == 1) return;
    Request request = comparison_.request;
    request.evaluates = true;
    comparison_.evaluated = std::make_unique<Comparison>(compareEngines(request, kinds));
    if (comparison_.evaluated->failure) return;
    const std::vector<Divergence>& others = comparison_.evaluated->divergences;
    std::vector<Divergence> hidden;
    for (Divergence& divergence : comparison_.divergences) {
      if (divergence.isCreationFailure) continue;
      const auto other = std::ranges::find(others, divergence.engine, &Divergence::engine);
      if (other == others.end()) {
        divergence.notes.push_back(
            {{}, "the engines agree with --eval, which calls eval() before torch.jit"});
      } else if (other->cause != divergence.cause || other->site.line != divergence.site.line) {
        hidden.push_back(*other);
        hidden.back().isEvaluated = true;
      }
    }
    std::ranges::move(hidden, std::back_inserter(comparison_.divergences));
  }

  void addFailure(const Engine& engine) {
    Divergence divergence;
    divergence.engine = engine.kind;
    divergence.isCreationFailure = true;
    divergence.cause = Cause::Exception;
    divergence.site =
        siteOf(engine.failure->at ? engine.failure->at : engine.program->definition());
    divergence.detail =
        fmt::format("it can't be {}: {}", engine.kind == EngineKind::Trace ? "traced" : "scripted",
                    engine.failure->text());
    divergence.outcome = divergence.detail;
    comparison_.divergences.push_back(std::move(divergence));
  }

  // The run of an engine that an explanation needs, whether or not the user asked for it.
  EngineRun& needed(EngineKind kind, Call which) {
    auto position = std::ranges::find(comparison_.engines, kind,
                                      [](const EngineRun& run) { return run.engine.kind; });
    if (position == comparison_.engines.end())
      position = comparison_.engines.insert(position, {makeEngine(kind, comparison_.request), {}});
    if (position->engine.failure) throw *position->engine.failure;
    for (Call earlier : {Call::First, Call::Second, Call::Evaluating})
      if (earlier <= which && !position->calls.contains(earlier))
        call(*position, earlier, comparison_.request.inputs);
    return *position;
  }

  // Compiled code runs the graph of scripted code. So a divergence that scripted code has too is
  // explained by its events.
  Divergence explainCompiled(Call which, const Mismatch& mismatch) {
    const Outcome& reference = comparison_.engines.front().calls.at(which).first;
    const auto& [outcome, events] = needed(EngineKind::Script, which).calls.at(which);
    const auto inScript =
        findMismatch(reference, comparison_.kinds[0], outcome, EngineKind::Script);
    if (!inScript)
      return debugger::explainCompiled(comparison_.request, which, reference, comparison_.kinds[0],
                                       events, mismatch);
    Divergence divergence = explain(EngineKind::Script, which, *inScript);
    divergence.engine = EngineKind::Compiled;
    return divergence;
  }

  Divergence explain(EngineKind kind, Call which, const Mismatch& mismatch) {
    if (mismatch.what == MismatchKind::Gradient)
      return explainGradients(kind, comparison_.engines.front().calls.at(which).first,
                              comparison_.of(kind)->calls.at(which).first, mismatch);
    if (kind == EngineKind::Compiled) return explainCompiled(which, mismatch);
    const auto& [outcome, events] = needed(EngineKind::Eager, which).calls.at(which);
    const EngineRun& other = *comparison_.of(kind);
    const auto& [otherOutcome, otherEvents] = other.calls.at(which);
    const CallRecord own{&outcome, &events}, its{&otherOutcome, &otherEvents};
    if (kind == EngineKind::Script)
      return explainScript(own, its, other.engine.graph.get(), mismatch);
    EngineRun example{makeEngine(EngineKind::Eager, comparison_.request), {}};
    call(example, Call::Example, comparison_.request.example);
    const auto& [exampleOutcome, exampleEvents] = example.calls.at(Call::Example);
    return explainTrace(own, its, {&exampleOutcome, &exampleEvents}, mismatch);
  }

  void addNotes() {
    constexpr std::string_view kNonFiniteNames[] = {"", "infinity", "NaN"};
    NonFinite worst = NonFinite::None;
    std::vector<Site> random;
    for (const Event& event : comparison_.engines.front().calls.at(Call::First).second.rows) {
      if (event.kind != EventKind::Operator || !event.site) continue;
      if (isRandom(event) && drawsNow(event) && std::ranges::none_of(random, [&](const Site& site) {
            return site.isSameLine(event.site);
          })) {
        random.push_back(event.site);
        comparison_.notes.push_back(
            {event.site,
             fmt::format("{} draws random numbers: engines agree only with the same seed",
                         event.name)});
      }
      if (isUninitialized(event.name)) continue;
      NonFinite out = NonFinite::None, in = NonFinite::None;
      for (const IValue& value : event.outputs) out = std::max(out, worstNonFinite(value));
      if (out <= worst) continue;
      for (const IValue& value : event.inputs) in = std::max(in, worstNonFinite(value));
      worst = out;
      comparison_.notes.push_back(
          {event.site,
           fmt::format(
               "{} is first seen here{}", kNonFiniteNames[static_cast<size_t>(out)],
               in >= out ? ", among the inputs" : fmt::format(": {} returns it", event.name))});
    }
  }

  // Dropout draws random numbers only in training mode.
  static bool drawsNow(const Event& event) {
    return event.name.find("dropout") == event.name.npos ||
           std::ranges::none_of(
               event.inputs, [](const IValue& input) { return input.isBool() && !input.toBool(); });
  }

  Comparison comparison_;
};

}  // namespace

const EngineRun* Comparison::of(EngineKind kind) const {
  for (const EngineRun& engineRun : engines)
    if (engineRun.engine.kind == kind) return &engineRun;
  return nullptr;
}

Comparison compareEngines(const Request& request, std::vector<EngineKind> kinds) {
  try {
    return Comparer(request, kinds).run();
  } catch (const Failure& failure) {
    return {request, std::move(kinds), {}, failure, {}, {}};
  }
}

}  // namespace ts::debugger
