#include "debugger/compare/event_text.h"

#include <fmt/format.h>

namespace ts::debugger {
namespace {

std::string listed(const std::vector<IValue>& values) {
  std::string text;
  for (const IValue& value : values) text += (text.empty() ? "" : ", ") + brief(value);
  return text;
}

constexpr std::string_view kDecisionNames[] = {
    "",      "branch", "while", "for",   "iteration", "item",   "int",
    "float", "bool",   "list",  "numpy", "len",       "index",  "construct",
    "data",  "size",   "rank",  "dtype", "training",  "random", "state"};

}  // namespace

std::string excerptOf(const Site& site) {
  constexpr size_t kMost = 60;
  if (!site) return {};
  std::string text(site.file->text(site.span));
  const size_t end = std::min(text.find('\n'), kMost);
  return end < text.size() ? text.substr(0, end) + "..." : text;
}

std::string_view nameOf(DecisionKind decisionKind) {
  return kDecisionNames[static_cast<size_t>(decisionKind)];
}

std::string textOf(const Event& event) {
  std::string text;
  if (event.site) {
    const LineColumn at = event.site.file->position(event.site.span.begin);
    text = fmt::format("{}:{}:{}  ", *event.site.path, at.line, at.column + 1);
  }
  switch (event.kind) {
    case EventKind::Operator:
      text += fmt::format("{}({})", event.name, listed(event.inputs));
      break;
    case EventKind::Compute: text += event.name + " `" + excerptOf(event.site) + "`"; break;
    case EventKind::Decision:
      text += fmt::format("{} {}", nameOf(event.decisionKind), event.name);
      break;
  }
  text += event.failed ? " raises" : " -> " + listed(event.outputs);
  for (uint32_t decision : event.decisions) text += fmt::format(" #{}", decision);
  return text;
}

}  // namespace ts::debugger
