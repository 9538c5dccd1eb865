#include "core/jit/loop_targets.h"

#include <map>

#include "core/jit/cpu_target.h"

namespace ts::jit {
namespace {

std::map<tensor::Device, LoopTargetFactory>& factories() {
  static std::map<tensor::Device, LoopTargetFactory> all{
      {tensor::Device::Cpu, [](const std::shared_ptr<CodeMaker>& maker) {
         return std::shared_ptr<LoopTarget>(std::make_shared<CpuTarget>(maker));
       }}};
  return all;
}

}  // namespace

void registerLoopTarget(tensor::Device device, LoopTargetFactory factory) {
  factories()[device] = factory;
}

std::vector<std::shared_ptr<LoopTarget>> makeLoopTargets(const std::shared_ptr<CodeMaker>& maker) {
  std::vector<std::shared_ptr<LoopTarget>> targets;
  for (const auto& [device, factory] : factories()) targets.push_back(factory(maker));
  return targets;
}

}  // namespace ts::jit
