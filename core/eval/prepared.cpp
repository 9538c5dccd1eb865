#include "core/eval/prepared.h"

#include <utility>

#include "core/eval/pool.h"
#include "core/eval/state.h"

namespace ts::eval {

namespace {

// The image holds it too: it is of the thread that main runs in.
constinit thread_local Vm* prepared = nullptr;

}  // namespace

std::unique_ptr<Vm> newVm(ModuleLoader& loader) {
  std::unique_ptr<Vm> vm(std::exchange(prepared, nullptr));
  if (!vm) return std::make_unique<Vm>(loader);
  vm->state().open(loader);
  return vm;
}

void keepPrepared(std::unique_ptr<Vm> vm) {
  Vm::State& state = vm->state();
  std::erase_if(state.modules,
                [](const auto& entry) { return !entry.second || !entry.second->isLibrary; });
  state.ended.clear();
  state.fuel = state.memory = 0;
  state.close();
  vm->jitEvents.clear();
  prepared = vm.release();
  pool::seal();
}

}  // namespace ts::eval
