#include "core/eval/prepared.h"

#include <atomic>
#include <utility>

#include "core/eval/pool.h"
#include "core/eval/state.h"

namespace ts::eval {

namespace {

// Never destroyed where nobody takes it.
struct Prepared {
  std::unique_ptr<Vm> vm;
  pool::Living living;
};
constinit std::atomic<Prepared*> prepared = nullptr;
constinit std::atomic<const Vm*> taken = nullptr;

}  // namespace

std::unique_ptr<Vm> newVm(ModuleLoader& loader, const NativeLibrary& library) {
  std::unique_ptr<Prepared> kept(prepared.exchange(nullptr));
  if (!kept) return std::make_unique<Vm>(loader, library);
  pool::take(std::move(kept->living));
  kept->vm->state().open(loader);
  taken = kept->vm.get();
  return std::move(kept->vm);
}

void endVm(std::unique_ptr<Vm> vm) {
  if (vm && vm.get() == taken) static_cast<void>(vm.release());
  vm.reset();
  pool::trim();
}

void keepPrepared(std::unique_ptr<Vm> vm) {
  Vm::State& state = vm->state();
  std::erase_if(state.modules,
                [](const auto& entry) { return !entry.second || !entry.second->isLibrary; });
  state.ended.clear();
  state.fuel = state.memory = 0;
  state.libraryChanges = {};
  state.layers = nullptr;
  state.close();
  vm->jitEvents.clear();
  delete prepared.exchange(new Prepared{std::move(vm), pool::giveAway()});
}

}  // namespace ts::eval
