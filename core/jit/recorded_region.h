// Finds the operators of a program that the tape can record as one node.
#pragma once

#include <memory>

#include "core/interp/result_marker.h"
#include "core/jit/convolutions.h"
#include "core/jit/fusion_census.h"

namespace ts::jit {

// Consecutive instructions without side effects and jumps, as a graph.
struct RecordedSpan : FusedSpan {
  ir::GraphPtr graph;
  std::vector<ValuePlace> inputs;  // of the graph
  // A register that has changed at the end: a value from before, or an output of the graph.
  struct Content {
    int32_t to;
    std::optional<ValuePlace> place;
    size_t output;
  };
  std::vector<Content> contents;
  std::vector<int32_t> released;  // registers that are empty at the end
};

// The program has a marker, which decides about operators. targets: see jumpTargets().
std::vector<RecordedSpan> findRecorded(const interp::Program& program,
                                       const std::set<int32_t>& targets,
                                       const FusionFilter& mayFuse = {});

// census: see makeGroup().
std::unique_ptr<interp::FusedGroup> makeRecordedGroup(RecordedSpan span,
                                                      const interp::ResultMarker& marker,
                                                      FusionCensus* census = nullptr);

}  // namespace ts::jit
