// Requests that are not in the protocol: the data of views that JitScope's editors add.
// docs/debugger.md describes them.
#include <algorithm>
#include <set>

#include "core/ir/ir.h"
#include "debugger/compare/value.h"
#include "debugger/dap/handlers.h"
#include "debugger/stepping/value_view.h"

namespace ts::dap {

using protocol::JsonView;
using session::StoppedProgram;
using stepping::FrameEvaluator;
using stepping::VariableScope;

namespace {

void writePlace(JsonWriter& out, const ir::Node& node) {
  const SourceRange& range = node.range();
  const Span span = range.span;
  out.beginObject().member("path", range.file->path());
  out.member("line", range.file->lineOf(span.begin));
  out.member("column", range.file->position(span.begin).column).endObject();
}

void writePlaces(JsonWriter& out, const std::vector<const ir::Node*>& nodes) {
  out.beginArray();
  for (const ir::Node* node : nodes)
    if (node->range()) writePlace(out, *node);
  out.endArray();
}

}  // namespace

Answer graphState(StoppedProgram& program, Sources&, JsonView arguments) {
  const stepping::StackFrame* frame = frameOf(program, arguments);
  if (!frame) return problem(kStaleFrame);
  JsonWriter body;
  body.beginObject().member("function", frame->name());
  if (!frame->node()) return {.body = body.endObject().take()};
  writePlaces(body.key("current"), {frame->node()});
  writePlaces(body.key("ran"), frame->nodesRun());
  body.key("values").beginObject();
  const auto result = program.stepper.evaluator().guarded(FrameEvaluator::kFuel, [&] {
    for (const stepping::Variable& variable : frame->variables(VariableScope::Graph))
      body.member(std::string_view(variable.name).substr(1),
                  stepping::viewOf(program.vm, variable.value).text);
  });
  if (!result.error.empty()) return problem(result.error);
  return {.body = body.endObject().endObject().take()};
}

Answer compareFrames(StoppedProgram& program, Sources&, JsonView arguments) {
  const stepping::StackFrame* frame = frameOf(program, arguments);
  if (!frame) return problem(kStaleFrame);
  const std::vector<session::Peer>& peers = program.peers[frame];
  JsonWriter body;
  body.beginObject().member("function", frame->name()).member("line", frame->line());
  body.key("engines").beginArray().value(program.engineName);
  for (const session::Peer& peer : peers) body.value(peer.engine);
  body.endArray().key("rows").beginArray();
  const auto result = program.stepper.evaluator().guarded(FrameEvaluator::kFuel, [&] {
    std::set<std::string> own;
    const auto writeRow = [&](const std::string& name, const std::string& text, bool differs) {
      body.beginObject().member("name", name).key("values").beginArray().value(text);
      for (const session::Peer& peer : peers) {
        const auto other = peer.locals.find(name);
        body.value(other == peer.locals.end() ? "" : debugger::brief(other->second));
      }
      body.endArray().member("differs", differs).endObject();
    };
    for (const stepping::Variable& variable : frame->variables(VariableScope::Locals)) {
      if (variable.value.isUnbound()) continue;
      own.insert(variable.name);
      writeRow(variable.name, stepping::viewOf(program.vm, variable.value).text,
               !session::differencesOf(program.vm, peers, variable).empty());
    }
    std::set<std::string> others;
    for (const session::Peer& peer : peers)
      for (const auto& [name, value] : peer.locals)
        if (!own.contains(name)) others.insert(name);
    for (const std::string& name : others) writeRow(name, "", false);
  });
  if (!result.error.empty()) return problem(result.error);
  return {.body = body.endArray().endObject().take()};
}

}  // namespace ts::dap
