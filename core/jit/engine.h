// Makes machine code for the programs of an interpreter.
#pragma once

#include "core/interp/interpreter.h"

namespace ts::jit {

// Usage: interpreter.setNativeCompiler(&engine). Must live as long as the interpreter compiles.
class Engine final : public interp::NativeCompiler {
 public:
  // Compiles the program at once. Throws tensor::Error when LLVM is missing.
  void prepare(const interp::Program& program) override;
};

}  // namespace ts::jit
