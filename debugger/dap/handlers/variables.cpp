#include <fmt/format.h>

#include <limits>

#include "core/eval_torch/torch_objects.h"
#include "debugger/dap/handlers.h"
#include "debugger/dap/variable_writer.h"
#include "debugger/stepping/data_watch.h"
#include "debugger/stepping/value_view.h"

namespace ts::dap {

using protocol::JsonView;
using session::Reference;
using session::StoppedProgram;
using stepping::FrameEvaluator;
using stepping::Part;

namespace {

constexpr int64_t kMaxParts = 10'000;  // of one answer

Reference* referenceOf(StoppedProgram& program, JsonView arguments, std::string& wrong) {
  Reference* const reference =
      program.handles.reference(arguments["variablesReference"].integer().value_or(0));
  if (!reference) wrong = "`variablesReference` is stale: it belongs to no variable of this stop";
  return reference;
}

// The values of other engines, as the editor shows them behind the own value.
std::string noteOf(const std::vector<session::PeerValue>& others) {
  std::string note;
  for (const session::PeerValue& other : others)
    note += fmt::format(" ≠ {}: {}", other.engine, other.text);
  return note;
}

void writeOthers(JsonWriter& out, const std::vector<session::PeerValue>& others) {
  out.key("otherEngines").beginArray();
  for (const session::PeerValue& other : others)
    out.beginObject().member("engine", other.engine).member("value", other.text).endObject();
  out.endArray();
}

std::vector<Part> partsOf(StoppedProgram& program, const Reference& reference,
                          const std::string& filter, int64_t first, int64_t count) {
  std::vector<Part> parts;
  if (reference.scope) {
    if (filter == "indexed") return parts;
    const std::vector<stepping::Variable> names = reference.frame->variables(*reference.scope);
    const std::string owner = *reference.scope == stepping::VariableScope::Module ? "self." : "";
    const bool isSource = *reference.scope != stepping::VariableScope::Graph;
    for (size_t i = static_cast<size_t>(first);
         i < names.size() && static_cast<int64_t>(parts.size()) < count; ++i)
      parts.push_back({names[i].name, names[i].value, isSource ? owner + names[i].name : ""});
    return parts;
  }
  if (filter != "indexed") parts = stepping::namedParts(program.vm, reference.value, first, count);
  if (filter != "named") {
    const int64_t room = count - static_cast<int64_t>(parts.size());
    for (Part& part : stepping::indexedParts(program.vm, reference.value, first, room))
      parts.push_back(std::move(part));
  }
  for (Part& part : parts)
    if (!part.expression.empty() && !reference.expression.empty())
      part.expression = reference.expression + part.expression;
    else
      part.expression.clear();
  return parts;
}

}  // namespace

void writeValue(JsonWriter& out, StoppedProgram& program, const char* text,
                const eval::Value& value, stepping::StackFrame* frame,
                const std::string& expression, const std::string& note) {
  const stepping::ValueView view = stepping::viewOf(program.vm, value);
  out.member(text, view.text + note).member("type", view.type);
  const bool hasParts = view.named + view.indexed > 0;
  out.member("variablesReference",
             hasParts ? program.handles.add({std::nullopt, frame, value, expression}) : 0);
  if (const auto* tensor = value.as<eval::Tensor>(); tensor && !tensor->data.isMeta())
    out.member("memoryReference",
               std::to_string(program.handles.add({std::nullopt, frame, value, {}})));
  if (view.named) out.member("namedVariables", view.named);
  if (view.indexed) out.member("indexedVariables", view.indexed);
}

Answer variables(StoppedProgram& program, Sources&, JsonView arguments) {
  std::string wrong;
  Reference* const reference = referenceOf(program, arguments, wrong);
  if (!reference) return problem(std::move(wrong));
  const int64_t first = std::max<int64_t>(0, arguments["start"].integer().value_or(0));
  int64_t count = arguments["count"].integer().value_or(0);
  if (count <= 0 || count > kMaxParts) count = kMaxParts;
  JsonWriter body;
  body.beginObject().key("variables").beginArray();
  const auto result = program.stepper.evaluator().guarded(FrameEvaluator::kFuel, [&] {
    for (const Part& part :
         partsOf(program, *reference, arguments["filter"].string().value_or(""), first, count)) {
      JsonWriter variable;
      variable.beginObject().member("name", part.name);
      std::vector<session::PeerValue> others;
      if (reference->scope == stepping::VariableScope::Locals)
        others = session::differencesOf(program.vm, program.peers[reference->frame],
                                        {part.name, part.value});
      std::string note = noteOf(others);
      writeValue(variable, program, "value", part.value, reference->frame, part.expression, note);
      if (!others.empty()) writeOthers(variable, others);
      if (!note.empty()) reference->notes[part.name] = std::move(note);
      if (!part.expression.empty()) variable.member("evaluateName", part.expression);
      body.raw(variable.endObject().text());
    }
  });
  if (!result.error.empty()) return problem(result.error);
  return {.body = body.endArray().endObject().take()};
}

// Only what a frame can find again by its name can be watched.
Answer dataBreakpointInfo(StoppedProgram& program, Sources&, JsonView arguments) {
  const std::string name = arguments["name"].string().value_or("");
  std::string path = name, reason;
  const stepping::StackFrame* frame = nullptr;
  if (arguments["variablesReference"].isNothing()) {
    const JsonView id = arguments["frameId"];
    frame = program.findFrame(id.isNothing() ? std::nullopt : id.integer());
    if (!frame) return problem(kStaleFrame);
  } else {
    const Reference* owner = referenceOf(program, arguments, reason);
    if (!owner) return problem(std::move(reason));
    frame = owner->frame;
    if (owner->scope == stepping::VariableScope::Graph)
      reason = "a value of a graph never changes";
    else if (owner->scope == stepping::VariableScope::Module)
      path = "self." + name;
    else if (!owner->scope)
      path = owner->expression.empty() ? "" : owner->expression + "." + name;
  }
  if (reason.empty() && !stepping::namesOfPath(path))
    reason = fmt::format(
        "`{}` cannot be watched: only variables and attributes can; the elements "
        "of a tensor or a container belong to its value",
        name);
  JsonWriter body;
  body.beginObject();
  if (!reason.empty()) {
    body.key("dataId").raw("null").member("description", reason);
  } else {
    body.member("dataId", BreakpointTable::dataIdOf(frame->name(), path));
    body.member("description", fmt::format("{} in {}", path, frame->name()));
    body.key("accessTypes").beginArray().value("write").endArray().member("canPersist", true);
  }
  return {.body = body.endObject().take()};
}

Answer setVariable(StoppedProgram& program, Sources&, JsonView arguments) {
  std::string wrong;
  const Reference* const reference = referenceOf(program, arguments, wrong);
  if (!reference) return problem(std::move(wrong));
  const std::string name = arguments["name"].string().value_or("");
  FrameEvaluator& evaluator = program.stepper.evaluator();
  std::string text = arguments["value"].string().value_or("");
  // An editor lets the user change the whole text, which ends with the values of other engines.
  const auto note = reference->notes.find(name);
  if (note != reference->notes.end() && text.ends_with(note->second))
    text.resize(text.size() - note->second.size());
  const stepping::Evaluated value = evaluator.evaluate(*reference->frame, text);
  if (!value.error.empty()) return problem(value.error);
  bool isSet = false;
  JsonWriter body;
  const auto result = evaluator.guarded(FrameEvaluator::kFuel, [&] {
    isSet = reference->scope ? reference->frame->set(*reference->scope, name, value.value)
                             : stepping::setPart(program.vm, reference->value, name, value.value);
    body.beginObject();
    writeValue(body, program, "value", value.value, reference->frame, {});
    body.endObject();
  });
  if (!result.error.empty()) return problem(result.error);
  if (!isSet) return problem(fmt::format("`{}` cannot be changed here", name));
  return {.body = body.take()};
}

}  // namespace ts::dap
