#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "core/base/cancelled.h"
#include "core/ir/text.h"
#include "debugger/compare/report.h"
#include "debugger/compare/value.h"
#include "debugger/stepping/python_frame.h"
#include "debugger/stepping/value_view.h"
#include "debugger/terminal/commands.h"
#include "debugger/terminal/numbers.h"
#include "debugger/terminal/values.h"

namespace ts::terminal {

using stepping::FrameEvaluator;
using stepping::StackFrame;

// ---- engines

void showEngines(Session& session, const std::string& arguments) {
  if (!arguments.empty()) {
    const auto kind = debugger::engineNamed(arguments);
    const auto& kinds = session.config().engines;
    const auto at = kind ? std::ranges::find(kinds, *kind) : kinds.end();
    if (at == kinds.end())
      return session.console.complain(
          fmt::format("unknown engine `{}`; `engines` lists them", arguments));
    const auto number = static_cast<size_t>(at - kinds.begin());
    if (session.placeOf(number).line == 0)
      return session.console.complain(fmt::format("{} does not run any more", arguments));
    session.choose(number);
    return session.showPlace();
  }
  std::string text;
  for (size_t i = 0; i < session.engineCount(); ++i) {
    const EnginePlace place = session.placeOf(i);
    text += fmt::format("{} {:<7}", i == session.engine() ? "*" : " ", session.engineName(i));
    text += place.line == 0 ? "does not run any more\n"
                            : fmt::format("{}({}){}(){}\n", place.path, place.line, place.function,
                                          place.note.empty() ? "" : "  (" + place.note + ")");
  }
  session.console.print(text);
}

// ---- graph

namespace {

constexpr uint32_t kNodesAround = 5;

struct GraphLine {
  std::string text;
  const ir::Node* node = nullptr;
};

// One line a node; the nodes of blocks are indented.
void addNodes(const ir::Block& block, size_t depth, std::vector<GraphLine>& lines) {
  const std::string indent(depth * 2, ' ');
  for (const ir::Node* node : block.nodes()) {
    const std::string text = trimmed(ir::print(*node, {.locations = false}));
    lines.push_back({indent + text.substr(0, text.find('\n')), node});
    for (size_t i = 0; i < node->blocks().size(); ++i) {
      lines.push_back({fmt::format("{}  block{}:", indent, i)});
      addNodes(*node->block(i), depth + 2, lines);
    }
  }
}

}  // namespace

void showGraph(Session& session, const std::string& arguments) {
  const auto around = arguments.empty() ? std::optional(kNodesAround) : numberIn(arguments);
  if (!around)
    return session.console.complain(
        fmt::format("the number of nodes must be a number, not `{}`", arguments));
  std::string text;
  session.inFrame([&](session::StoppedProgram&, StackFrame& frame) {
    const ir::Node* const current = frame.node();
    if (!current) return;
    std::vector<GraphLine> lines;
    addNodes(*current->owningGraph()->block(), 0, lines);
    const auto at =
        static_cast<size_t>(std::ranges::find(lines, current, &GraphLine::node) - lines.begin());
    const size_t first = at - std::min<size_t>(at, *around);
    const size_t last = std::min(lines.size(), at + *around + 1);
    if (first > 0) text += "   ...\n";
    for (size_t i = first; i < last; ++i)
      text += fmt::format("{} {}\n", i == at ? "->" : "  ", lines[i].text);
    if (last < lines.size()) text += "   ...\n";
  });
  if (text.empty())
    return session.console.complain(
        session.engineCount() > 1
            ? "eager runs Python, not a graph; choose script or trace with `engines`"
            : "Python code has no graph; start tsdbg with FILE.py:NAME and --engines=script");
  session.console.print(text);
}

// ---- diff

namespace {

constexpr size_t kMaxValue = 2000;  // bytes of a shown value

struct NamedValue {
  std::string name;
  debugger::IValue value;
  std::string text;
};

// Names and attributes of `self` in the innermost frame, without modules, which have no values of
// their own.
std::vector<NamedValue> valuesOf(Session& session, size_t engine) {
  std::vector<NamedValue> values;
  session.ask(engine, [&](session::StoppedProgram& program) {
    const std::vector<StackFrame*> frames = Session::shownFrames(program);
    if (frames.empty()) return;
    const StackFrame& frame = *frames.front();
    eval::Vm& vm = program.vm;
    const auto add = [&](std::string name, const eval::Value& value) {
      if (value.isUnbound()) return;
      program.stepper.evaluator().guarded(FrameEvaluator::kFuel, [&] {
        if (stepping::isTorchModule(vm, value)) return;
        debugger::IValue content = debugger::frozen(debugger::valueOf(vm, value));
        if (content.isObject()) return;
        values.push_back(
            {std::move(name), std::move(content), stepping::fullText(vm, value, kMaxValue)});
      });
    };
    for (const std::string& name : frame.names()) add(name, frame.variable(name));
    for (const stepping::Variable& variable : frame.variables(stepping::VariableScope::Module))
      add("self." + variable.name, variable.value);
  });
  return values;
}

std::string indentedValue(const std::string& engine, const std::string& text) {
  std::string out = fmt::format("  {:<7}", engine);
  for (const char c : text) out += c == '\n' ? "\n         " : std::string(1, c);
  return out + "\n";
}

}  // namespace

void showDifferences(Session& session, const std::string&) {
  std::vector<std::pair<size_t, std::vector<NamedValue>>> engines;
  std::string text;
  EnginePlace place;
  for (size_t i = 0; i < session.engineCount(); ++i) {
    const EnginePlace own = session.placeOf(i);
    if (own.line == 0) continue;
    if (!engines.empty() && !own.isSamePlace(place))
      text = "The engines are not at the same line:\n";
    if (engines.empty()) place = own;
    engines.emplace_back(i, valuesOf(session, i));
  }
  if (engines.size() < 2)
    return session.console.complain("only one engine still runs; `restart` starts all of them");
  if (!text.empty())
    for (const auto& [engine, values] : engines)
      text +=
          fmt::format("  {:<7}line {}\n", session.engineName(engine), session.placeOf(engine).line);
  size_t common = 0, different = 0;
  const auto& [first, reference] = engines.front();
  for (const NamedValue& named : reference) {
    std::string others, details;
    bool isCommon = false;
    for (size_t i = 1; i < engines.size(); ++i) {
      const auto& values = engines[i].second;
      const auto other = std::ranges::find(values, named.name, &NamedValue::name);
      if (other == values.end()) continue;
      isCommon = true;
      const auto difference = debugger::differ(named.value, other->value);
      if (!difference) continue;
      if (details.empty())
        details = difference->path + (difference->path.empty() ? "" : ": ") + difference->detail;
      others += indentedValue(session.engineName(engines[i].first), other->text);
    }
    common += isCommon;
    if (others.empty()) continue;
    ++different;
    text += fmt::format("{}: {}\n", named.name, details);
    text += indentedValue(session.engineName(first), named.text) + others;
  }
  if (different == 0)
    text += fmt::format("No value differs; {} name{} several engines.\n", common,
                        common == 1 ? " is in" : "s are in");
  session.console.print(text);
}

// ---- explain

void explainDivergence(Session& session, const std::string&) {
  debugger::Request request = *session.config().target;
  if (!request.init) request.init = session.debuggee().config().target->init;
  std::stop_source stop;
  request.stop = stop.get_token();
  std::string text, problem;
  std::atomic<bool> isDone{false};
  // Evaluators belong to a thread, and this one has to notice SIGINT.
  std::jthread comparison([&] {
    try {
      const debugger::Comparison compared =
          debugger::compareEngines(request, session.config().engines);
      if (compared.failure)
        problem = compared.failure->text();
      else
        text = debugger::reportText(compared, nullptr);
    } catch (const Cancelled&) {
      problem = "the comparison was interrupted";
    } catch (const std::bad_alloc&) {
      problem = "the comparison needs more memory; --memory raises the limit";
    }
    isDone = true;
  });
  while (!isDone) {
    if (session.console.takeInterrupt()) stop.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  comparison.join();
  if (!problem.empty()) return session.console.complain(problem);
  session.console.print(text);
}

}  // namespace ts::terminal
