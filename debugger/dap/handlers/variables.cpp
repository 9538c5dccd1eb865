#include <fmt/format.h>

#include <limits>

#include "debugger/dap/handlers.h"
#include "debugger/dap/variable_writer.h"
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
                const std::string& expression) {
  const stepping::ValueView view = stepping::viewOf(program.vm, value);
  out.member(text, view.text).member("type", view.type);
  const bool hasParts = view.named + view.indexed > 0;
  out.member("variablesReference",
             hasParts ? program.addReference({std::nullopt, frame, value, expression}) : 0);
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
      writeValue(one, program, "value", part.value, reference.frame, part.expression);
      if (!part.expression.empty()) one.member("evaluateName", part.expression);
      body.raw(one.endObject().text());
    }
  });
  if (!result.error.empty()) return problem(result.error);
  return {.body = body.endArray().endObject().take()};
}

Answer setVariable(StoppedProgram& program, Sources&, JsonView arguments) {
  std::string wrong;
  const Reference* found = referenceOf(program, arguments, wrong);
  if (!found) return problem(std::move(wrong));
  const Reference reference = *found;
  const std::string name = arguments["name"].string().value_or("");
  FrameEvaluator& evaluator = program.stepper.evaluator();
  const auto made = evaluator.evaluate(*reference.frame, arguments["value"].string().value_or(""));
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
