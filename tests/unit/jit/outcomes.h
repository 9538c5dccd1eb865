// Runs graphs by the interpreter and as machine code, and compares the outcomes.
#pragma once

#include <functional>

#include "core/interp/program.h"
#include "core/jit/engine.h"
#include "tests/unit/jit/graphs.h"

namespace ts::jit {

using interp::Stack;
using tensor::IValue;

// The results, or the failure with its stack.
inline std::string outcomeOf(interp::Interpreter& interpreter, const ir::GraphPtr& graph,
                             Stack arguments) {
  try {
    std::string text;
    for (const IValue& value : interpreter.run(graph, std::move(arguments)))
      text += fmt::format("{}:{} ", tensor::nameOf(value.tag()), interp::textOf(value));
    return text;
  } catch (const interp::Exception& exception) {
    return fmt::format("{}: {} in {} functions", exception.className, exception.message,
                       exception.stack.size());
  }
}

// Both engines must agree, and the graph must have a native program.
// isCode: which is machine code, not only segments for the interpreter.
inline std::string both(std::string_view text, const std::function<Stack()>& arguments,
                        bool isCode = false) {
  const ir::GraphPtr graph = graphOf(text);
  Engine engine;
  interp::Interpreter interpreted, compiled;
  compiled.setNativeCompiler(&engine);
  const std::string want = outcomeOf(interpreted, graph, arguments());
  EXPECT_EQ(outcomeOf(compiled, graph, arguments()), want);
  const interp::NativeProgram* native = compiled.program(graph, "graph").native();
  EXPECT_NE(native, nullptr);
  if (isCode) {
    EXPECT_NE(native->run, nullptr);
  }
  return want;
}

}  // namespace ts::jit
