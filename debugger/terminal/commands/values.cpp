#include "debugger/terminal/values.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/eval_torch/torch_objects.h"
#include "debugger/stepping/value_view.h"
#include "debugger/terminal/commands.h"

namespace ts::terminal {

using stepping::FrameEvaluator;
using stepping::StackFrame;

namespace {

constexpr size_t kMaxText = 100'000;  // bytes of a printed value

// Prints the text that `make` computes in the chosen frame, or its error.
void printInFrame(Session& session,
                  const std::function<ValueText(session::StoppedProgram&, StackFrame&)>& make) {
  ValueText value;
  session.inFrame(
      [&](session::StoppedProgram& program, StackFrame& frame) { value = make(program, frame); });
  if (!value.error.empty()) return session.console.complain(value.error);
  if (!value.text.empty()) session.console.print(value.text + "\n");
}

}  // namespace

void printValue(Session& session, const std::string& arguments) {
  printInFrame(session, [&](session::StoppedProgram& program, StackFrame& frame) {
    return valueText(program, frame, arguments, kMaxText);
  });
}

void printPretty(Session& session, const std::string& arguments) {
  printInFrame(session, [&](session::StoppedProgram& program, StackFrame& frame) {
    ValueText value;
    const auto evaluated = program.stepper.evaluator().evaluate(
        frame, fmt::format("__import__('pprint').pformat({})", arguments));
    value.error = evaluated.error;
    if (const auto* text = evaluated.value.as<eval::Str>()) value.text = text->text;
    return value;
  });
}

void printType(Session& session, const std::string& arguments) {
  printInFrame(session, [&](session::StoppedProgram& program, StackFrame& frame) {
    FrameEvaluator& evaluator = program.stepper.evaluator();
    const auto evaluated = evaluator.evaluate(frame, arguments);
    ValueText value{{}, evaluated.error};
    if (!value.error.empty()) return value;
    value.error =
        evaluator
            .guarded(FrameEvaluator::kFuel,
                     [&] {
                       value.text =
                           program.vm.repr(eval::Value(program.vm.classOf(evaluated.value)));
                       if (evaluated.value.as<eval::Tensor>())
                         value.text += ": " + stepping::viewOf(program.vm, evaluated.value).text;
                     })
            .error;
    return value;
  });
}

void printArguments(Session& session, const std::string&) {
  std::string text;
  session.inFrame([&](session::StoppedProgram& program, StackFrame& frame) {
    for (const std::string& name : frame.parameters()) {
      const ValueText value = valueText(program, frame, name, kMaxText);
      text +=
          fmt::format("{} = {}\n", name, value.error.empty() ? value.text : "*** " + value.error);
    }
  });
  session.console.print(text);
}

void displayValue(Session& session, const std::string& arguments) {
  std::string text, problem;
  session.inFrame([&](session::StoppedProgram& program, StackFrame& frame) {
    if (arguments.empty()) {
      for (const Session::Display& display : session.displays)
        if (display.function == frame.name())
          text += fmt::format("  {}: {}\n", display.expression, display.last);
      if (text.empty()) text = "Nothing is displayed in this function.\n";
      return;
    }
    const ValueText value = valueText(program, frame, arguments, kMaxText);
    problem = value.error;
    if (!problem.empty()) return;
    text = fmt::format("display {}: {}\n", arguments, value.text);
    session.displays.push_back({arguments, frame.name(), value.text});
  });
  if (!problem.empty()) return session.console.complain(problem);
  session.console.print(text);
}

void undisplayValue(Session& session, const std::string& arguments) {
  const size_t count = std::erase_if(session.displays, [&](const Session::Display& display) {
    return arguments.empty() || display.expression == arguments;
  });
  if (count == 0)
    session.console.complain(
        arguments.empty()
            ? "nothing is displayed; `display EXPRESSION` starts it"
            : fmt::format("`{}` is not displayed; `display` lists what is", arguments));
}

void runStatement(Session& session, const std::string& arguments) {
  printInFrame(session, [&](session::StoppedProgram& program, StackFrame& frame) {
    FrameEvaluator& evaluator = program.stepper.evaluator();
    const auto evaluated = evaluator.execute(frame, arguments);
    ValueText value{{}, evaluated.error};
    if (!value.error.empty() || evaluated.value.isUnbound() || evaluated.value.isNone())
      return value;
    value.error =
        evaluator
            .guarded(
                FrameEvaluator::kFuel,
                [&] { value.text = stepping::fullText(program.vm, evaluated.value, kMaxText); })
            .error;
    return value;
  });
}

}  // namespace ts::terminal
