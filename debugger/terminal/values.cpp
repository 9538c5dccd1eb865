#include "debugger/terminal/values.h"

#include "debugger/stepping/value_view.h"

namespace ts::terminal {

using stepping::FrameEvaluator;

ValueText valueText(session::StoppedProgram& program, stepping::StackFrame& frame,
                    const std::string& expression, size_t most) {
  FrameEvaluator& evaluator = program.stepper.evaluator();
  const stepping::Evaluated value = evaluator.evaluate(frame, expression);
  ValueText result{{}, value.error};
  if (result.error.empty())
    result.error =
        evaluator
            .guarded(FrameEvaluator::kFuel,
                     [&] { result.text = stepping::fullText(program.vm, value.value, most); })
            .error;
  return result;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kSpace) - begin + 1));
}

}  // namespace ts::terminal
