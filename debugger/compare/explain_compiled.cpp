// Finds the operator whose machine code diverges from the interpreter: runs compiled code anew with
// the first k operators fused, and searches the smallest k that diverges.
#include <fmt/format.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "debugger/compare/explain.h"

namespace ts::debugger {
namespace {

// The operators that the compiler asks for, in the order of the questions, which is the same in
// each run.
struct Asked {
  size_t most;  // this many operators may be fused
  std::vector<const ir::Node*> nodes = {};
  std::unordered_map<const ir::Node*, size_t> indices = {};

  bool mayFuse(const ir::Node& node) {
    const auto [index, isNew] = indices.try_emplace(&node, nodes.size());
    if (isNew) nodes.push_back(&node);
    return index->second < most;
  }
};

class CompiledExplainer {
 public:
  CompiledExplainer(const Request& request, Call which, const Outcome& reference, EngineKind kind,
                    const Events& script)
      : request_(request), which_(which), reference_(reference), kind_(kind), script_(script) {}

  Divergence explain(const Mismatch& mismatch) {
    Divergence divergence;
    divergence.engine = EngineKind::Compiled;
    divergence.cause = mismatch.what == MismatchKind::Exception ? Cause::Exception : Cause::Value;
    if (diverges(0)) {
      divergence.detail = "machine code for numbers and jumps differs from the interpreter";
      return divergence;
    }
    size_t fine = 0, wrong = count_;
    while (wrong - fine > 1) {
      const size_t middle = fine + (wrong - fine) / 2;
      (diverges(middle) ? wrong : fine) = middle;
    }
    if (!diverges(wrong)) {
      divergence.detail = "machine code differs from the interpreter, but not in each run";
      return divergence;
    }
    divergence.detail =
        fmt::format("fused machine code for {} differs from the interpreter", lastName_);
    if (lastEvent_ >= 0) {
      divergence.otherRow = lastEvent_;
      divergence.site = script_.rows[static_cast<size_t>(lastEvent_)].site;
    }
    return divergence;
  }

 private:
  bool diverges(size_t most) {
    auto asked = std::make_shared<Asked>(Asked{most});
    Engine engine = makeEngine(EngineKind::Compiled, request_, Evaluator::kUnlimitedFuel,
                               [asked](const ir::Node& node) { return asked->mayFuse(node); });
    std::optional<Mismatch> mismatch;
    for (const Call call : {Call::First, Call::Second, Call::Evaluating}) {
      const Outcome outcome = callEngine(engine, call, request_.inputs);
      if (call != which_) continue;
      mismatch = findMismatch(reference_, kind_, outcome, EngineKind::Compiled);
      break;
    }
    count_ = asked->nodes.size();
    if (most > 0 && most <= count_) note(*asked->nodes[most - 1]);
    return mismatch.has_value();
  }

  // The interpreter's event of the same operator knows its place in the user's code.
  void note(const ir::Node& node) {
    lastName_ = node.kind().str();
    lastEvent_ = -1;
    const Site place = siteOf(node.range());
    for (size_t i = 0; place && i < script_.rows.size() && lastEvent_ < 0; ++i)
      if (script_.rows[i].name == lastName_ && script_.rows[i].inner.isSame(place))
        lastEvent_ = static_cast<int64_t>(i);
  }

  const Request& request_;
  const Call which_;
  const Outcome& reference_;
  const EngineKind kind_;
  const Events& script_;
  size_t count_ = 0;  // of the operators that the last run has asked for
  // The last operator that the last run could fuse.
  std::string lastName_;
  int64_t lastEvent_ = -1;  // its row in `script_`; -1: none
};

}  // namespace

Divergence explainCompiled(const Request& request, Call which, const Outcome& reference,
                           EngineKind kind, const Events& script, const Mismatch& mismatch) {
  return CompiledExplainer(request, which, reference, kind, script).explain(mismatch);
}

}  // namespace ts::debugger
