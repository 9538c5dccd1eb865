// Programs for tests of the evaluator.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/diag/diagnostic.h"
#include "core/eval/vm/vm.h"
#include "core/syntax/parser.h"

namespace ts::eval {

// Finds only the library's modules.
struct NoModules final : ModuleLoader {
  Loaded load(std::string_view) override { return {}; }
};

// Runs the text as a module of the Vm.
inline void runProgram(Vm& vm, std::string text) {
  auto file = std::make_shared<SourceFile>("program.py", std::move(text));
  diag::Sink sink;
  Ref<Module> module = vm.addModule("program", file, syntax::parse(file, sink));
  vm.runModule(*module);
}

// Runs the text as a module of the Vm, and returns its output.
inline std::string outputOf(Vm& vm, std::string text) {
  std::string printed;
  vm.output = [&](std::string_view part) { printed += part; };
  runProgram(vm, std::move(text));
  vm.output = nullptr;
  return printed;
}

}  // namespace ts::eval
