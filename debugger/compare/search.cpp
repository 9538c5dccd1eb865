#include "debugger/compare/search.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <random>
#include <set>

#include "core/eval/vm/state.h"
#include "debugger/compare/argument.h"
#include "debugger/compare/mutate.h"

namespace ts::debugger {
namespace {

constexpr uint64_t kFuel = 20'000'000;  // instructions of Python in one try
constexpr int kMostChanges = 3;         // in one try of combined changes
constexpr int kSimplifying = 60;        // tries to simplify the inputs found

using ArgumentList = std::vector<Argument>;

// The number literals in the conditions that the run evaluated.
std::vector<double> numbersIn(const Events& events) {
  std::set<double> numbers;
  for (const Event& event : events.rows) {
    if (event.kind != EventKind::Decision || !isControl(event.decisionKind) || !event.site)
      continue;
    const std::string text(event.site.file->text(event.site.span).substr(0, 200));
    for (size_t i = 0; i < text.size();) {
      const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) &&
                          (i == 0 || (!std::isalnum(static_cast<unsigned char>(text[i - 1])) &&
                                      text[i - 1] != '_' && text[i - 1] != '.'));
      if (!begins) {
        ++i;
        continue;
      }
      char* end = nullptr;
      numbers.insert(std::strtod(text.c_str() + i, &end));
      i = static_cast<size_t>(end - text.c_str());
    }
  }
  return {numbers.begin(), numbers.end()};
}

// The path through the code: the place and the value of each control decision, and of a loop the
// first two digits of the round.
std::set<std::string> pathOf(const Events& events) {
  std::set<std::string> path;
  for (const Event& event : events.rows) {
    if (event.kind != EventKind::Decision || !isControl(event.decisionKind) ||
        event.outputs.empty() || !event.site)
      continue;
    path.insert(std::to_string(event.site.span.begin) + *event.site.path + brief(event.outputs[0]) +
                event.name.substr(0, 2));
  }
  return path;
}

// True when the code rejects its input by a raise or an assert statement of its own.
bool isRefused(const Failure& failure) {
  if (!failure.at) return false;
  const std::string_view text = failure.at.text();
  return text.starts_with("raise") || text.starts_with("assert");
}

class Searcher {
 public:
  Searcher(const Request& request, const std::vector<EngineKind>& kinds, uint32_t most,
           const std::function<void(const SearchResult&)>& progress)
      : request_(request), kinds_(kinds), most_(most), progress_(progress) {}

  SearchResult run() {
    if (!prepare()) return result_;
    oneByOne();
    std::mt19937 random(1);
    while (!diverging_ && result_.tries < most_ && !corpus_.empty()) several(random);
    if (!diverging_ && raisingOtherwise_ && isConfirmed(*raisingOtherwise_))
      diverging_ = raisingOtherwise_;
    if (diverging_) simplify();
    return result_;
  }

 private:
  bool prepare() {
    for (EngineKind kind : kinds_) {
      engines_.push_back(makeEngine(kind, request_));
      if (engines_.front().failure) return fail(engines_.front().failure->text());
      // An engine that could not be created cannot diverge on one input and agree on another.
      if (engines_.back().failure) engines_.pop_back();
    }
    if (engines_.size() < 2) return fail("no other engine could be created");
    const auto arguments = argumentsOf(*engines_.front().program, request_.inputs);
    if (!arguments || arguments->empty())
      return fail("there are no inputs, or one of them can't be written as Python source");
    Events events;
    callEngine(engines_.front(), Call::First, request_.inputs, &events);
    interesting_ = numbersIn(events);
    notice(*arguments, events);
    return true;
  }

  bool fail(std::string why) {
    result_.error = std::move(why);
    return false;
  }

  // Adds the inputs to the corpus when they took a new path. Returns whether they did.
  bool notice(const ArgumentList& arguments, const Events& events) {
    const size_t before = seen_.size();
    seen_.merge(pathOf(events));
    result_.paths = seen_.size();
    if (seen_.size() == before && !corpus_.empty()) return false;
    corpus_.push_back(arguments);
    return true;
  }

  void oneByOne() {
    const ArgumentList start = corpus_.front();
    std::vector<std::vector<Argument>> variants;
    for (const Argument& argument : start) variants.push_back(variantsOf(argument, interesting_));
    for (size_t i = 0; !diverging_ && result_.tries < most_; ++i) {
      bool more = false;
      for (size_t k = 0; k < start.size() && !diverging_ && result_.tries < most_; ++k) {
        if (i >= variants[k].size()) continue;
        more = true;
        ArgumentList arguments = start;
        arguments[k] = variants[k][i];
        attempt(arguments);
      }
      if (!more) return;
    }
  }

  void several(std::mt19937& random) {
    ArgumentList arguments = corpus_[random() % corpus_.size()];
    const int changes = 1 + static_cast<int>(random() % kMostChanges);
    for (int i = 0; i < changes; ++i) {
      Argument& argument = arguments[random() % arguments.size()];
      std::vector<Argument> variants = variantsOf(argument, interesting_);
      if (!variants.empty()) argument = variants[random() % variants.size()];
    }
    attempt(arguments);
  }

  void attempt(const ArgumentList& arguments) {
    if (!tried_.insert(textOf(arguments)).second) {
      ++result_.tries;  // guarantees that the search ends
      return;
    }
    ++result_.tries;
    if (progress_) progress_(result_);
    const Found found = tryInputs(arguments);
    if (found == Found::Divergence && isConfirmed(arguments)) diverging_ = arguments;
    if (found == Found::OtherExceptions && !raisingOtherwise_) raisingOtherwise_ = arguments;
  }

  // Inputs at which all engines raise, but exceptions of different classes, count only when the
  // search finds nothing else: callers seldom tell these classes apart.
  enum class Found : uint8_t { Nothing, OtherExceptions, Divergence };

  Found tryInputs(const ArgumentList& arguments) {
    const std::string inputs = textOf(arguments);
    Found found = Found::Nothing;
    try {
      Events events;
      for (Engine& engine : engines_) engine.program->setFuel(kFuel);
      const Outcome reference = callEngine(engines_.front(), Call::First, inputs, &events);
      notice(arguments, events);
      const bool isRejected = reference.failure && !isRefused(*reference.failure);
      for (size_t i = 1; i < engines_.size(); ++i) {
        // A trace skips the checks of Python's libraries, so an error of theirs is not a
        // divergence.
        if (isRejected && engines_[i].kind == EngineKind::Trace) continue;
        const Outcome other = callEngine(engines_[i], Call::First, inputs);
        if (!findMismatch(reference, engines_.front().kind, other, engines_[i].kind)) continue;
        if (!reference.failure || !other.failure) return Found::Divergence;
        found = Found::OtherExceptions;
      }
    } catch (const Failure&) {  // the inputs cannot be evaluated
    }
    return found;
  }

  // Repeats the comparison with new engines. The searching engines have state from earlier tries,
  // and that state can make them diverge.
  bool isConfirmed(const ArgumentList& arguments) {
    Request request = request_;
    request.inputs = textOf(arguments);
    std::vector<EngineKind> kinds;
    for (const Engine& engine : engines_) kinds.push_back(engine.kind);
    const Comparison comparison = compareEngines(request, kinds);
    if (comparison.failure || comparison.agrees()) return false;
    const Divergence& divergence = comparison.divergences.front();
    const auto place = std::pair(divergence.cause, divergence.site.line);
    if (place_ && *place_ != place) return false;
    place_ = place;
    result_.inputs = request.inputs;
    return true;
  }

  void simplify() {
    int left = kSimplifying;
    for (bool simpler = true; simpler && left > 0;) {
      simpler = false;
      for (size_t k = 0; k < diverging_->size() && !simpler; ++k) {
        for (Argument& variant : simplerThan((*diverging_)[k])) {
          if (left-- <= 0) break;
          ArgumentList arguments = *diverging_;
          arguments[k] = std::move(variant);
          if (tryInputs(arguments) == Found::Nothing || !isConfirmed(arguments)) continue;
          diverging_ = arguments;
          simpler = true;
          break;
        }
      }
    }
  }

  const Request& request_;
  const std::vector<EngineKind>& kinds_;
  const uint32_t most_;
  const std::function<void(const SearchResult&)>& progress_;
  std::vector<Engine> engines_;
  std::vector<double> interesting_;
  std::vector<ArgumentList> corpus_;
  std::set<std::string> seen_, tried_;
  std::optional<ArgumentList> diverging_, raisingOtherwise_;
  std::optional<std::pair<Cause, uint32_t>> place_;
  SearchResult result_;
};

}  // namespace

SearchResult search(const Request& request, const std::vector<EngineKind>& kinds, uint32_t tries,
                    const std::function<void(const SearchResult&)>& progress) {
  try {
    return Searcher(request, kinds, tries, progress).run();
  } catch (const Failure& failure) {
    SearchResult result;
    result.error = failure.text();
    return result;
  }
}

}  // namespace ts::debugger
