// The instructions of a program that groups compute in place of the interpreter.
#pragma once

#include <vector>

#include "core/jit/convolutions.h"
#include "core/jit/fusion.h"
#include "core/jit/recorded_region.h"

namespace ts::jit {

struct ProgramGroups {
  std::vector<Fusion> fusions;
  std::vector<Convolution> convolutions;

  std::vector<RecordedSpan> recorded;  // of a program with a marker; it has no others

  // All of them, by the index in Op::Fused: the fusions, then the convolutions, then the recorded
  // ones.
  std::vector<FusedSpan> spans() const;
};

ProgramGroups findGroups(const interp::Program& program, const FusionFilter& mayFuse = {});

}  // namespace ts::jit
