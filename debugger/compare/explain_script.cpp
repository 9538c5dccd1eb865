#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/ir/kinds.h"
#include "debugger/compare/align.h"
#include "debugger/compare/engine_queries.h"
#include "debugger/compare/event_text.h"
#include "debugger/compare/explain.h"

namespace ts::debugger {
namespace {

// A difference between TorchScript and Python, by the kind of the graph node that shows it.
struct Quirk {
  std::string_view node, text;
};
constexpr Quirk kQuirks[] = {
    {"aten::pow", "TorchScript's ** of two ints is a float"},
    {"aten::format", "TorchScript's format() fills only plain {} and copies everything else"},
    {"aten::round", "TorchScript's round() returns a float"},
    {"aten::str", "TorchScript's str() differs from Python's for some types"},
    {"aten::div", "TorchScript divides by zero without an exception"},
    {"aten::mul", "TorchScript's ints have 64 bits and wrap around"},
    {"aten::add", "TorchScript's ints have 64 bits and wrap around"},
    {"aten::sub", "TorchScript's ints have 64 bits and wrap around"},
    {"prim::If", "in TorchScript `and` and `or` return a bool"},
    {"prim::RaiseException",
     "TorchScript raises torch.jit.Error in place of every other exception class"},
};

std::string quirkOf(std::string_view node) {
  for (const Quirk& habit : kQuirks)
    if (habit.node == node) return fmt::format("; {}", habit.text);
  return {};
}

class ScriptExplainer {
 public:
  ScriptExplainer(const CallRecord& eager, const CallRecord& script, const ir::Graph* graph,
                  const Mismatch& mismatch)
      : eager_(eager),
        script_(script),
        graph_(graph),
        mismatch_(mismatch),
        e_(eager.events->rows),
        s_(script.events->rows) {}

  Divergence explain() {
    divergence_.engine = EngineKind::Script;
    match();
    if (byValues() || byQuery()) return divergence_;
    if (mismatch_.what == MismatchKind::Exception) {
      byException();
    } else if (mismatch_.what == MismatchKind::Arguments) {
      byChange();
    } else if (mismatch_.what == MismatchKind::Printed) {
      byPrint();
    } else {
      byResult();
    }
    return divergence_;
  }

 private:
  using CalleeKey = std::tuple<const void*, uint32_t, uint32_t>;

  // For a call of a builtin function a graph records only the place of the function name.
  static CalleeKey calleeOf(const Site& site) {
    const std::string_view text = site.file->text(site.span);
    int depth = 0;
    for (size_t i = text.size(); i-- > 0;) {
      if (text[i] == ')') ++depth;
      if (text[i] == '(' && --depth == 0)
        return {site.path, site.span.begin, site.span.begin + static_cast<uint32_t>(i)};
    }
    return {};
  }

  // Pairs tensor operators by name and line, and computed values by their place.
  void match() {
    const TensorRows a = tensorRows(*eager_.events, true), b = tensorRows(*script_.events, true);
    for (const Step& step : align(a.keys, b.keys))
      if (step.isPair()) partner_[a.rows[step.a]] = b.rows[step.b];
    std::map<CalleeKey, std::vector<uint32_t>> places;
    auto placeOf = [](const Event& event) {
      return CalleeKey{event.site.path, event.site.span.begin, event.site.span.end};
    };
    for (uint32_t i = 0; i < s_.size(); ++i)
      if (s_[i].kind == EventKind::Operator && s_[i].site && s_[i].outputTensors.empty())
        places[placeOf(s_[i])].push_back(i);
    std::map<CalleeKey, size_t> used;
    for (uint32_t i = 0; i < e_.size(); ++i) {
      if (e_[i].kind != EventKind::Compute || !e_[i].name.empty() || !e_[i].outputTensors.empty() ||
          e_[i].outputs[0].isNone())
        continue;
      auto rowsOfPlace = places.find(placeOf(e_[i]));
      if (rowsOfPlace == places.end()) rowsOfPlace = places.find(calleeOf(e_[i].site));
      if (rowsOfPlace == places.end()) continue;
      // Several nodes can have the same place; the last one computes its value.
      const size_t occurrence = used[placeOf(e_[i])]++;
      const size_t nodes = countNodes(rowsOfPlace->second);
      const size_t at = occurrence * nodes + nodes - 1;
      if (at < rowsOfPlace->second.size()) partner_[i] = rowsOfPlace->second[at];
    }
  }

  size_t countNodes(const std::vector<uint32_t>& rows) const {
    std::vector<const void*> nodes;
    for (uint32_t row : rows)
      if (std::ranges::find(nodes, s_[row].node) == nodes.end()) nodes.push_back(s_[row].node);
    return nodes.size();
  }

  bool byValues() {
    for (const auto& [row, other] : partner_) {
      const Event &a = e_[row], &b = s_[other];
      if (b.failed || a.failed || a.outputs.empty() || b.outputs.empty()) continue;
      const auto difference = a.outputs.size() == b.outputs.size()
                                  ? differAsResults(a, b)
                                  : differ(a.outputs[0], b.outputs[0]);
      if (!difference) continue;
      at(row, other, a.site);
      if (const auto query = queries().behind(a.inputTensors, a.decisions, row)) {
        blame(*query);
      } else if (a.kind == EventKind::Compute) {
        divergence_.cause = Cause::ScriptSemantics;
        divergence_.detail =
            fmt::format("`{}` is {} in Python and {} in TorchScript{}", excerptOf(a.site),
                        brief(a.outputs[0]), brief(b.outputs[0]), quirkOf(b.name));
      } else {
        explainOperator(a, b, *difference);
        // The engines have computed each number before this one alike, so a decision that assigned
        // another number is to blame.
        const auto last = queries().lastBefore(row);
        if (divergence_.cause == Cause::ScriptSemantics && last) blame(*last);
      }
      return true;
    }
    return false;
  }

  EngineQueries queries() const {
    return {e_, EngineKind::Script, [this](uint32_t row) { return partner_.contains(row); }};
  }

  void blame(uint32_t query) {
    divergence_.cause = Cause::Branch;
    divergence_.site = e_[query].site;
    divergence_.detail = queries().sentence(query);
  }

  // The returned value comes from a path that the program took because Python runs it.
  bool byQuery() {
    for (size_t i = e_.size(); i-- > 0;) {
      const Event& event = e_[i];
      if (event.kind != EventKind::Compute || event.name != "return") continue;
      const auto row = static_cast<uint32_t>(i);
      const auto query = queries().behind(event.outputTensors, event.decisions, row);
      if (!query) return false;
      at(row, -1, event.site);
      blame(*query);
      return true;
    }
    return false;
  }

  void explainOperator(const Event& a, const Event& b, const Difference& difference) {
    divergence_.cause = isRandom(a) ? Cause::Randomness : Cause::Value;
    divergence_.detail = fmt::format("{} returns other values: {}", a.name, difference.detail);
    for (size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i) {
      if (a.inputs[i].isTensor() && b.inputs[i].isTensor()) continue;
      const auto input = differAsArguments(a.inputs[i], b.inputs[i]);
      if (!input) continue;
      divergence_.cause = Cause::ScriptSemantics;
      divergence_.detail = fmt::format("{} receives {} in Python and {} in TorchScript", a.name,
                                       brief(a.inputs[i]), brief(b.inputs[i]));
    }
  }

  void byException() {
    const auto failed = std::ranges::find_if(s_, &Event::failed);
    const bool inScript = script_.outcome->failure.has_value(),
               inEager = eager_.outcome->failure.has_value();
    const Site eagerSite = inEager ? siteOf(eager_.outcome->failure->at) : Site();
    const int64_t row = failed == s_.end() ? -1 : failed - s_.begin();
    at(-1, row, eagerSite ? eagerSite : failed == s_.end() ? Site() : failed->site);
    divergence_.cause = Cause::Exception;
    if (inEager && inScript) {
      divergence_.detail = fmt::format(
          "Python raises {} and TorchScript {}{}", eager_.outcome->failure->className,
          script_.outcome->failure->className, failed == s_.end() ? "" : quirkOf(failed->name));
    } else if (inEager) {
      // TorchScript accepts an operation that raises in Python, or lacks a check.
      const Event* same = nullptr;
      for (const Event& event : s_)
        if (event.site && eagerSite && event.site.isSameLine(eagerSite) &&
            event.inputTensors.empty())
          same = &event;
      if (same) divergence_.cause = Cause::ScriptSemantics;
      divergence_.detail = fmt::format(
          "Python raises {}, TorchScript continues{}{}", eager_.outcome->failure->className,
          same ? " with " + brief(same->outputs.empty() ? IValue() : same->outputs[0]) : "",
          same ? quirkOf(same->name) : "");
    } else {
      divergence_.detail = fmt::format("TorchScript raises {}, Python continues",
                                       script_.outcome->failure->className);
    }
  }

  void byChange() {
    divergence_.cause = Cause::InPlace;
    for (size_t i = e_.size(); i-- > 0;) {
      const Event& event = e_[i];
      const bool isChange =
          event.kind == EventKind::Compute && !event.name.empty() && event.name != "return";
      if (!isChange && !(event.kind == EventKind::Operator && event.name.ends_with('_'))) continue;
      at(static_cast<int64_t>(i), -1, event.site);
      break;
    }
    divergence_.detail =
        "Python changes an argument of its caller; TorchScript changes only its own copies of "
        "lists "
        "and dicts";
  }

  void byPrint() {
    divergence_.cause = Cause::ScriptSemantics;
    const std::string &a = eager_.outcome->printed, &b = script_.outcome->printed;
    const size_t same = static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    auto line = std::count(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(same), '\n');
    for (const Event& event : e_) {
      if (event.kind != EventKind::Compute || !excerptOf(event.site).starts_with("print("))
        continue;
      divergence_.site = event.site;
      if (line-- == 0) break;
    }
    divergence_.detail = "Python and TorchScript print it differently";
  }

  // No recorded event differs. So this follows the part of the result that differs back to the node
  // that computes it.
  void byResult() {
    divergence_.cause = Cause::ScriptSemantics;
    divergence_.detail =
        fmt::format("Python and TorchScript return different results: {}", mismatch_.detail);
    if (!graph_ || graph_->outputs().empty()) return;
    const ir::Node* node = graph_->outputs()[0]->node();
    IValue part = eager_.outcome->result;
    for (size_t at = 0; at < mismatch_.path.size() && mismatch_.path[at] == '[';) {
      const size_t end = mismatch_.path.find(']', at);
      const size_t index = static_cast<size_t>(std::atoi(mismatch_.path.c_str() + at + 1));
      if (!(node->is(ir::prim::TupleConstruct) || node->is(ir::prim::ListConstruct)) ||
          index >= node->inputs().size())
        break;
      node = node->input(index)->node();
      if (part.isList()) part = IValue(part.toList().items[index]);
      at = end + 1;
    }
    divergence_.site = siteOf(node->range());
    // An `if` statement with a return in each branch is not the expression that computes the value.
    const bool isStatement =
        divergence_.site &&
        divergence_.site.file->text().substr(divergence_.site.span.begin).starts_with("if ");
    if (divergence_.site.isLibrary() || isStatement) divergence_.site = {};
    if (!part.isTensor() && !isStatement) divergence_.detail += quirkOf(node->kind().str());
    if (divergence_.site) return;
    // The compiler folded the value into a constant. The place is the last expression of Python
    // that computed this value.
    Site computed;
    for (const Event& event : e_) {
      if (event.name == "return") divergence_.site = event.site;
      if (event.kind == EventKind::Compute && event.name.empty() && !differ(event.outputs[0], part))
        computed = event.site;
    }
    if (computed) divergence_.site = computed;
  }

  void at(int64_t row, int64_t other, const Site& site) {
    divergence_.referenceRow = row;
    divergence_.otherRow = other;
    divergence_.site = site;
  }

  const CallRecord &eager_, &script_;
  const ir::Graph* graph_;
  const Mismatch& mismatch_;
  const std::vector<Event>&e_, &s_;
  std::map<uint32_t, uint32_t> partner_;
  Divergence divergence_;
};

}  // namespace

Divergence explainScript(const CallRecord& eager, const CallRecord& script, const ir::Graph* graph,
                         const Mismatch& mismatch) {
  return ScriptExplainer(eager, script, graph, mismatch).explain();
}

}  // namespace ts::debugger
