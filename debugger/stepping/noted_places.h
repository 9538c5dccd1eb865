// Places at which an engine stops because an earlier run has found something there.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "debugger/stepping/stop.h"
#include "debugger/stepping/visits.h"

namespace ts::stepping {

// Owned by a stepper; belongs to the engine's thread.
class NotedPlaces {
 public:
  void set(std::vector<NotedPlace> places) { places_ = std::move(places); }
  bool empty() const { return places_.empty(); }
  // The engine has run a tensor operator.
  void countOperator() { ++operators_; }
  // Removes and returns the place that an arrival has reached. tracer: places of tracer warnings
  // count.
  std::optional<NotedPlace> take(const Arrival& arrival, bool tracer);

 private:
  std::vector<NotedPlace> places_;
  size_t operators_ = 0;
};

}  // namespace ts::stepping
