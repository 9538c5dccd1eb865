#include "core/jit/program_groups.h"

#include <unordered_set>

namespace ts::jit {

std::vector<FusedSpan> ProgramGroups::spans() const {
  std::vector<FusedSpan> spans(fusions.begin(), fusions.end());
  spans.insert(spans.end(), convolutions.begin(), convolutions.end());
  spans.insert(spans.end(), recorded.begin(), recorded.end());
  return spans;
}

ProgramGroups findGroups(const interp::Program& program, const FusionFilter& mayFuse) {
  const std::set<int32_t> targets = jumpTargets(program);
  ProgramGroups groups;
  if (program.marker != nullptr) {
    groups.recorded = findRecorded(program, targets, mayFuse);
    return groups;
  }
  groups.convolutions = findConvolutions(program, targets, mayFuse);
  std::unordered_set<const ir::Node*> taken;
  for (const Convolution& convolution : groups.convolutions)
    for (int32_t i = 0; i < convolution.count; ++i)
      taken.insert(program.nodes[static_cast<size_t>(convolution.first) + static_cast<size_t>(i)]);
  groups.fusions = findFusions(program, targets, [&](const ir::Node& node) {
    return !taken.contains(&node) && (!mayFuse || mayFuse(node));
  });
  return groups;
}

}  // namespace ts::jit
