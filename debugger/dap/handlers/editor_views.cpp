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
    for (const stepping::Variable& one : frame->variables(VariableScope::Graph))
      body.member(std::string_view(one.name).substr(1),
                  stepping::viewOf(program.vm, one.value).text);
  });
  if (!result.error.empty()) return problem(result.error);
  return {.body = body.endObject().endObject().take()};
}

Answer compareFrames(StoppedProgram& program, Sources&, JsonView arguments) {
  const stepping::StackFrame* frame = frameOf(program, arguments);
  if (!frame) return problem(kStaleFrame);
  const std::vector<Peer>& peers = program.peers[frame];
  JsonWriter body;
  body.beginObject().member("function", frame->name()).member("line", frame->line());
  body.key("engines").beginArray().value(program.engineName);
  for (const Peer& peer : peers) body.value(peer.engine);
  body.endArray().key("rows").beginArray();
  const auto result = program.stepper.evaluator().guarded(FrameEvaluator::kFuel, [&] {
    std::set<std::string> own;
    const auto writeRow = [&](const std::string& name, const std::string& text, bool differs) {
      body.beginObject().member("name", name).key("values").beginArray().value(text);
      for (const Peer& peer : peers) {
        const auto found = peer.locals.find(name);
        body.value(found == peer.locals.end() ? "" : debugger::brief(found->second));
      }
      body.endArray().member("differs", differs).endObject();
    };
    for (const stepping::Variable& one : frame->variables(VariableScope::Locals)) {
      if (one.value.isUnbound()) continue;
      own.insert(one.name);
      writeRow(one.name, stepping::viewOf(program.vm, one.value).text,
               !differenceText(program.vm, peers, one).empty());
    }
    std::set<std::string> others;
    for (const Peer& peer : peers)
      for (const auto& [name, value] : peer.locals)
        if (!own.contains(name)) others.insert(name);
    for (const std::string& name : others) writeRow(name, "", false);
  });
  if (!result.error.empty()) return problem(result.error);
  return {.body = body.endArray().endObject().take()};
}

}  // namespace ts::dap
