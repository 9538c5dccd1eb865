#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "debugger/dap/handlers.h"
#include "debugger/dap/variable_writer.h"
#include "debugger/stepping/value_view.h"

namespace ts::dap {

using protocol::JsonView;
using session::StoppedProgram;
using stepping::FrameEvaluator;
using stepping::isNameCharacter;

namespace {

constexpr size_t kMaxText = 100'000;  // bytes of a printed value
constexpr size_t kMaxCompletions = 1000;

Answer answer(StoppedProgram& program, stepping::StackFrame* frame, const eval::Value& value,
              const std::string& expression, const char* key, bool isFull) {
  std::string body;
  const auto result = program.stepper.evaluator().guarded(FrameEvaluator::kFuel, [&] {
    JsonWriter out;
    out.beginObject();
    if (value.isUnbound()) {
      out.member(key, "").member("variablesReference", 0);
    } else if (isFull) {
      JsonWriter parts;
      parts.beginObject();
      writeValue(parts, program, "short", value, frame, expression);
      const auto json = protocol::JsonDocument::parse(parts.endObject().text());
      const bool isSilent = value.isNone();
      out.member(key, isSilent ? "" : stepping::fullText(program.vm, value, kMaxText));
      for (const char* name : {"type", "variablesReference", "namedVariables", "indexedVariables"})
        if (const JsonView part = json->root()[name]; part.exists()) out.key(name).raw(part.text());
    } else {
      writeValue(out, program, key, value, frame, expression);
    }
    body = out.endObject().take();
  });
  if (!result.error.empty()) return problem(result.error);
  return {.body = std::move(body)};
}

}  // namespace

Answer evaluate(StoppedProgram& program, Sources&, JsonView arguments) {
  stepping::StackFrame* frame = frameOf(program, arguments);
  if (!frame) return problem(kStaleFrame);
  const std::string source = arguments["expression"].string().value_or("");
  const std::string context = arguments["context"].string().value_or("repl");
  FrameEvaluator& evaluator = program.stepper.evaluator();
  const auto result =
      context == "repl" ? evaluator.execute(*frame, source) : evaluator.evaluate(*frame, source);
  if (!result.error.empty()) return problem(result.error);
  const bool isFull = context == "repl" || context == "clipboard";
  return answer(program, frame, result.value, source, "result", isFull);
}

Answer setExpression(StoppedProgram& program, Sources&, JsonView arguments) {
  stepping::StackFrame* frame = frameOf(program, arguments);
  if (!frame) return problem(kStaleFrame);
  const std::string target = arguments["expression"].string().value_or("");
  FrameEvaluator& evaluator = program.stepper.evaluator();
  const auto set = evaluator.execute(
      *frame, fmt::format("{} = ({})", target, arguments["value"].string().value_or("")));
  if (!set.error.empty()) return problem(set.error);
  const auto result = evaluator.evaluate(*frame, target);
  if (!result.error.empty()) return problem(result.error);
  return answer(program, frame, result.value, target, "value", false);
}

namespace {

// The names that `owner.` may be followed by.
std::set<std::string> attributesOf(StoppedProgram& program, stepping::StackFrame& frame,
                                   const std::string& owner) {
  std::set<std::string> names;
  const auto result = program.stepper.evaluator().evaluate(frame, fmt::format("dir({})", owner));
  if (const auto* list = result.value.as<eval::List>())
    for (const eval::Value& item : list->items)
      if (const auto* name = item.as<eval::Str>()) names.insert(name->text);
  return names;
}

std::set<std::string> namesIn(StoppedProgram& program, stepping::StackFrame& frame) {
  std::set<std::string> names;
  for (const std::string& name : frame.names()) names.insert(name);
  for (eval::Dict* dict : {frame.module().globals.get(), &program.vm.builtins()})
    dict->each([&](const eval::Value& key, const eval::Value&) {
      if (const auto* name = key.as<eval::Str>()) names.insert(name->text);
    });
  return names;
}

}  // namespace

Answer completions(StoppedProgram& program, Sources&, JsonView arguments) {
  stepping::StackFrame* frame = frameOf(program, arguments);
  if (!frame) return problem(kStaleFrame);
  std::string text = arguments["text"].string().value_or("");
  const int64_t column = arguments["column"].integer().value_or(1);
  text.resize(
      static_cast<size_t>(std::clamp<int64_t>(column - 1, 0, static_cast<int64_t>(text.size()))));
  size_t begin = text.size();
  while (begin > 0 && isNameCharacter(text[begin - 1])) --begin;
  const std::string prefix = text.substr(begin);
  std::set<std::string> names;
  if (begin > 0 && text[begin - 1] == '.') {
    size_t owner = begin - 1;
    while (owner > 0 && (isNameCharacter(text[owner - 1]) || text[owner - 1] == '.')) --owner;
    names = attributesOf(program, *frame, text.substr(owner, begin - 1 - owner));
  } else {
    names = namesIn(program, *frame);
  }
  JsonWriter body;
  body.beginObject().key("targets").beginArray();
  size_t count = 0;
  for (const std::string& name : names) {
    if (!name.starts_with(prefix) || (prefix.empty() && name.starts_with('_'))) continue;
    if (++count > kMaxCompletions) break;
    body.beginObject().member("label", name);
    body.member("start", static_cast<int64_t>(begin));
    body.member("length", static_cast<int64_t>(prefix.size())).endObject();
  }
  return {.body = body.endArray().endObject().take()};
}

}  // namespace ts::dap
