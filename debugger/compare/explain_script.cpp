#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/ir/kinds.h"
#include "debugger/compare/align.h"
#include "debugger/compare/event_text.h"
#include "debugger/compare/explain.h"

namespace ts::debugger {
namespace {

// What TorchScript does otherwise than Python, by what the graph has in its place.
struct Habit {
  std::string_view node, text;
};
constexpr Habit kHabits[] = {
    {"aten::pow", "TorchScript's ** of two ints is a float"},
    {"aten::format",
     "TorchScript's format() fills plain {} alone and leaves everything else as it stands"},
    {"aten::round", "TorchScript's round() gives a float"},
    {"aten::str", "TorchScript's str() is not Python's for every type"},
    {"aten::div", "TorchScript divides by zero without an exception"},
    {"aten::mul", "TorchScript's ints have 64 bits and wrap around"},
    {"aten::add", "TorchScript's ints have 64 bits and wrap around"},
    {"aten::sub", "TorchScript's ints have 64 bits and wrap around"},
    {"prim::If", "in TorchScript `and` and `or` give a bool"},
    {"prim::RaiseException",
     "an exception that TorchScript raises is torch.jit.Error, whatever the code names"},
};

std::string habitOf(std::string_view node) {
  for (const Habit& habit : kHabits)
    if (habit.node == node) return fmt::format("; {}", habit.text);
  return {};
}

class ScriptExplainer {
 public:
  ScriptExplainer(const CallRecord& eager, const CallRecord& script, const ir::Graph* graph,
                  const Mismatch& unlike)
      : eager_(eager),
        script_(script),
        graph_(graph),
        unlike_(unlike),
        e_(eager.events->rows),
        s_(script.events->rows) {}

  Divergence explain() {
    made_.engine = EngineKind::Script;
    match();
    if (byValues()) return made_;
    if (unlike_.what == Seen::Exception) {
      byException();
    } else if (unlike_.what == Seen::Arguments) {
      byChange();
    } else if (unlike_.what == Seen::Printed) {
      byPrint();
    } else {
      byResult();
    }
    return made_;
  }

 private:
  using Place = std::tuple<const void*, uint32_t, uint32_t>;

  // Of a call of a builtin function graphs have the place of its name alone.
  static Place calleeOf(const Site& site) {
    const std::string_view text = site.file->text(site.span);
    int depth = 0;
    for (size_t i = text.size(); i-- > 0;) {
      if (text[i] == ')') ++depth;
      if (text[i] == '(' && --depth == 0)
        return {site.path, site.span.begin, site.span.begin + static_cast<uint32_t>(i)};
    }
    return {};
  }

  // Tensors' operators by name and line; what Python computed by its place.
  void match() {
    const TensorRows a = tensorRows(*eager_.events, true), b = tensorRows(*script_.events, true);
    for (const Step& step : align(a.keys, b.keys))
      if (step.isPair()) partner_[a.rows[step.a]] = b.rows[step.b];
    std::map<Place, std::vector<uint32_t>> places;
    auto placeOf = [](const Event& event) {
      return Place{event.site.path, event.site.span.begin, event.site.span.end};
    };
    for (uint32_t i = 0; i < s_.size(); ++i)
      if (s_[i].kind == EventKind::Operator && s_[i].site && s_[i].outputTensors.empty())
        places[placeOf(s_[i])].push_back(i);
    std::map<Place, size_t> used;
    for (uint32_t i = 0; i < e_.size(); ++i) {
      if (e_[i].kind != EventKind::Compute || !e_[i].name.empty() || !e_[i].outputTensors.empty() ||
          e_[i].outputs[0].isNone())
        continue;
      auto found = places.find(placeOf(e_[i]));
      if (found == places.end()) found = places.find(calleeOf(e_[i].site));
      if (found == places.end()) continue;
      // A place may have several nodes, the last of which gives its value.
      const size_t occurrence = used[placeOf(e_[i])]++;
      const size_t nodes = countNodes(found->second);
      const size_t at = occurrence * nodes + nodes - 1;
      if (at < found->second.size()) partner_[i] = found->second[at];
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
      const auto found = a.outputs.size() == b.outputs.size()
                             ? differ(tensor::makeTuple(a.outputs), tensor::makeTuple(b.outputs))
                             : differ(a.outputs[0], b.outputs[0]);
      if (!found) continue;
      at(row, other, a.site);
      if (a.kind == EventKind::Compute) {
        made_.cause = Cause::ScriptSemantics;
        made_.detail =
            fmt::format("`{}` is {} in Python and {} in TorchScript{}", excerptOf(a.site),
                        brief(a.outputs[0]), brief(b.outputs[0]), habitOf(b.name));
      } else {
        ofOperator(a, b, *found);
      }
      return true;
    }
    return false;
  }

  void ofOperator(const Event& a, const Event& b, const Difference& found) {
    made_.cause = isRandom(a) ? Cause::Randomness : Cause::Value;
    made_.detail = fmt::format("{} gives other values: {}", a.name, found.detail);
    for (size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i) {
      if (a.inputs[i].isTensor() && b.inputs[i].isTensor()) continue;
      const auto input = differAsArguments(a.inputs[i], b.inputs[i]);
      if (!input) continue;
      made_.cause = Cause::ScriptSemantics;
      made_.detail = fmt::format("{} is given {} in Python and {} in TorchScript", a.name,
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
    made_.cause = Cause::Exception;
    if (inEager && inScript) {
      made_.detail = fmt::format(
          "Python raises {} and TorchScript {}{}", eager_.outcome->failure->className,
          script_.outcome->failure->className, failed == s_.end() ? "" : habitOf(failed->name));
    } else if (inEager) {
      // An operation of the language that TorchScript does without complaint, or a check that isn't
      // there.
      const Event* same = nullptr;
      for (const Event& event : s_)
        if (event.site && eagerSite && event.site.isSameLine(eagerSite) &&
            event.inputTensors.empty())
          same = &event;
      if (same) made_.cause = Cause::ScriptSemantics;
      made_.detail = fmt::format(
          "Python raises {}, TorchScript goes on{}{}", eager_.outcome->failure->className,
          same ? " with " + brief(same->outputs.empty() ? IValue() : same->outputs[0]) : "",
          same ? habitOf(same->name) : "");
    } else {
      made_.detail =
          fmt::format("TorchScript raises {}, Python goes on", script_.outcome->failure->className);
    }
  }

  void byChange() {
    made_.cause = Cause::InPlace;
    for (size_t i = e_.size(); i-- > 0;) {
      const Event& event = e_[i];
      const bool isChange =
          event.kind == EventKind::Compute && !event.name.empty() && event.name != "return";
      if (!isChange && !(event.kind == EventKind::Operator && event.name.ends_with('_'))) continue;
      at(static_cast<int64_t>(i), -1, event.site);
      break;
    }
    made_.detail =
        "Python changes an argument of its caller; TorchScript gets copies of lists and dicts, and "
        "its caller's stay as they were";
  }

  void byPrint() {
    made_.cause = Cause::ScriptSemantics;
    const std::string &a = eager_.outcome->printed, &b = script_.outcome->printed;
    const size_t same = static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    auto line = std::count(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(same), '\n');
    for (const Event& event : e_) {
      if (event.kind != EventKind::Compute || !excerptOf(event.site).starts_with("print("))
        continue;
      made_.site = event.site;
      if (line-- == 0) break;
    }
    made_.detail = "Python and TorchScript print it differently";
  }

  // No step was seen to differ: the part of the result that does, back to what gives it.
  void byResult() {
    made_.cause = Cause::ScriptSemantics;
    made_.detail = fmt::format("Python and TorchScript give different results: {}", unlike_.detail);
    if (!graph_ || graph_->outputs().empty()) return;
    const ir::Node* node = graph_->outputs()[0]->node();
    IValue part = eager_.outcome->result;
    for (size_t at = 0; at < unlike_.path.size() && unlike_.path[at] == '[';) {
      const size_t end = unlike_.path.find(']', at);
      const size_t index = static_cast<size_t>(std::atoi(unlike_.path.c_str() + at + 1));
      if (!(node->is(ir::prim::TupleConstruct) || node->is(ir::prim::ListConstruct)) ||
          index >= node->inputs().size())
        break;
      node = node->input(index)->node();
      if (part.isList()) part = IValue(part.toList().items[index]);
      at = end + 1;
    }
    made_.site = siteOf(node->range());
    // A whole statement that joins ways, each with a return of its own, isn't what gives the value.
    const bool isStatement =
        made_.site && made_.site.file->text().substr(made_.site.span.begin).starts_with("if ");
    if (made_.site.isLibrary() || isStatement) made_.site = {};
    if (!part.isTensor() && !isStatement) made_.detail += habitOf(node->kind().str());
    if (made_.site) return;
    // The compiler has computed it. The last step of Python that gave this value is what it
    // computed.
    Site computed;
    for (const Event& event : e_) {
      if (event.name == "return") made_.site = event.site;
      if (event.kind == EventKind::Compute && event.name.empty() && !differ(event.outputs[0], part))
        computed = event.site;
    }
    if (computed) made_.site = computed;
  }

  void at(int64_t row, int64_t other, const Site& site) {
    made_.referenceRow = row;
    made_.otherRow = other;
    made_.site = site;
  }

  const CallRecord &eager_, &script_;
  const ir::Graph* graph_;
  const Mismatch& unlike_;
  const std::vector<Event>&e_, &s_;
  std::map<uint32_t, uint32_t> partner_;
  Divergence made_;
};

}  // namespace

Divergence explainScript(const CallRecord& eager, const CallRecord& script, const ir::Graph* graph,
                      const Mismatch& unlike) {
  return ScriptExplainer(eager, script, graph, unlike).explain();
}

}  // namespace ts::debugger
