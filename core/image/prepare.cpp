#include "core/image/prepare.h"

#include <cstdio>

#include "core/compiler/check_file.h"
#include "core/compiler/modules/library_graphs.h"
#include "core/compiler/running_program.h"
#include "core/diag/diagnostic.h"
#include "core/eval/prepared.h"
#include "core/passes/annotate_warns.h"
#include "core/syntax/parser.h"

// sample.py
asm(".section .rodata\nimage_sample:\n.incbin \"" JITSCOPE_IMAGE_SAMPLE
    "\"\nimage_sample_end:\n.byte 0\n.previous\n");
extern const char sampleBegin[] asm("image_sample");
extern const char sampleEnd[] asm("image_sample_end");

namespace ts::image {

namespace {

// The sample imports what the programs bring with them alone.
class NoModules final : public eval::ModuleLoader {
 public:
  Loaded load(std::string_view) override { return {}; }
};

bool compileSample(eval::Vm& vm) {
  static NoModules none;
  compiler::RunningProgram running(vm);
  auto owned = std::make_unique<compiler::CompilationUnit>(none);
  compiler::CompilationUnit& unit = *owned;
  unit.reuse().keepFunctions();
  auto file = std::make_shared<SourceFile>("<sample>", std::string(sampleBegin, sampleEnd));
  diag::Sink problems;
  const compiler::PyModule* module =
      unit.environment().addModule("sample", "<sample>", false, syntax::parse(file, problems));
  compiler::CompiledRoot made = compiler::compileNamed(unit, *module, "Sample", "");
  for (const diag::Diagnostic& problem : unit.sink().diagnostics())
    std::fprintf(stderr, "%s\n", problem.message.c_str());
  if (!made.error.empty()) std::fprintf(stderr, "%s\n", made.error.c_str());
  if (!made.error.empty() || !made.function || !made.function->graph) return false;
  compiler::LibraryGraphs::keep(std::move(owned));
  return true;
}

}  // namespace

bool prepare() {
  static NoModules none;
  auto vm = std::make_unique<eval::Vm>(none);
  if (!compileSample(*vm)) return false;
  eval::keepPrepared(std::move(vm));
  passes::restartWarnNumbers();
  return true;
}

}  // namespace ts::image
