#include <fmt/format.h>

#include <limits>

#include "core/eval_torch/torch_objects.h"
#include "debugger/dap/handlers.h"
#include "debugger/dap/variable_writer.h"
#include "debugger/stepping/data_watch.h"
#include "debugger/stepping/value_view.h"

namespace ts::dap {

using protocol::JsonView;
using stepping::FrameEvaluator;
using stepping::Part;

namespace {

constexpr int64_t kMaxParts = 10'000;  // of one answer

const Reference* referenceOf(StoppedProgram& program, JsonView arguments, std::string& wrong) {
  const Reference* found =
      program.findReference(arguments["variablesReference"].integer().value_or(0));
  if (!found) wrong = "`variablesReference` is stale: it belongs to no variable of this stop";
  return found;
}

std::vector<Part> partsOf(StoppedProgram& program, const Reference& reference,
                          const std::string& filter, int64_t first, int64_t count) {
  std::vector<Part> parts;
  if (reference.scope) {
    if (filter == "indexed") return parts;
    const std::vector<stepping::Variable> found = reference.frame->variables(*reference.scope);
    const std::string owner = *reference.scope == stepping::VariableScope::Module ? "self." : "";
    const bool isSource = *reference.scope != stepping::VariableScope::Graph;
    for (size_t i = static_cast<size_t>(first);
         i < found.size() && static_cast<int64_t>(parts.size()) < count; ++i)
      parts.push_back({found[i].name, found[i].value, isSource ? owner + found[i].name : ""});
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
             hasParts ? program.addReference({std::nullopt, frame, value, expression}) : 0);
  if (const auto* tensor = value.as<eval::Tensor>(); tensor && !tensor->data.isMeta())
    out.member("memoryReference",
               std::to_string(program.addReference({std::nullopt, frame, value, {}})));
  if (view.named) out.member("namedVariables", view.named);
  if (view.indexed) out.member("indexedVariables", view.indexed);
}

Answer variables(StoppedProgram& program, Sources&, JsonView arguments) {
  std::string wrong;
  const Reference* found = referenceOf(program, arguments, wrong);
  if (!found) return problem(std::move(wrong));
  const Reference reference = *found;  // adding references may move it
  const int64_t first = std::max<int64_t>(0, arguments["start"].integer().value_or(0));
  int64_t count = arguments["count"].integer().value_or(0);
  if (count <= 0 || count > kMaxParts) count = kMaxParts;
  JsonWriter body;
  body.beginObject().key("variables").beginArray();
  const auto result = program.stepper.evaluator().guarded(FrameEvaluator::kFuel, [&] {
    for (const Part& part :
         partsOf(program, reference, arguments["filter"].string().value_or(""), first, count)) {
      JsonWriter one;
      one.beginObject().member("name", part.name);
      writeValue(
          one, program, "value", part.value, reference.frame, part.expression,
          reference.scope == stepping::VariableScope::Locals
              ? differenceText(program.vm, program.peers[reference.frame], {part.name, part.value})
              : "");
      if (!part.expression.empty()) one.member("evaluateName", part.expression);
      body.raw(one.endObject().text());
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
    const Reference* found = referenceOf(program, arguments, reason);
    if (!found) return problem(std::move(reason));
    frame = found->frame;
    if (found->scope == stepping::VariableScope::Graph)
      reason = "a value of a graph never changes";
    else if (found->scope == stepping::VariableScope::Module)
      path = "self." + name;
    else if (!found->scope)
      path = found->expression.empty() ? "" : found->expression + "." + name;
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
  const Reference* found = referenceOf(program, arguments, wrong);
  if (!found) return problem(std::move(wrong));
  const Reference reference = *found;
  const std::string name = arguments["name"].string().value_or("");
  FrameEvaluator& evaluator = program.stepper.evaluator();
  // An editor lets the user change the whole text, with the values of other engines behind.
  std::string value = arguments["value"].string().value_or("");
  if (reference.scope == stepping::VariableScope::Locals)
    value.resize(std::min(value.size(), value.find(" ≠ ")));
  const auto made = evaluator.evaluate(*reference.frame, value);
  if (!made.error.empty()) return problem(made.error);
  bool isSet = false;
  JsonWriter body;
  const auto result = evaluator.guarded(FrameEvaluator::kFuel, [&] {
    isSet = reference.scope ? reference.frame->set(*reference.scope, name, made.value)
                            : stepping::setPart(program.vm, reference.value, name, made.value);
    body.beginObject();
    writeValue(body, program, "value", made.value, reference.frame, {});
    body.endObject();
  });
  if (!result.error.empty()) return problem(result.error);
  if (!isSet) return problem(fmt::format("`{}` cannot be changed here", name));
  return {.body = body.take()};
}

}  // namespace ts::dap
