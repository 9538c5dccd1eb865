// Sets an interpreter's marker for the lifetime of an object.
#pragma once

#include "core/interp/interpreter.h"

namespace ts::interp {

class MarkerScope {
 public:
  // marker: null removes the marker.
  MarkerScope(Interpreter& interpreter, const ResultMarker* marker)
      : interpreter_(interpreter), outer_(interpreter.marker()) {
    interpreter_.setMarker(marker);
  }
  ~MarkerScope() { interpreter_.setMarker(outer_); }
  MarkerScope(const MarkerScope&) = delete;
  MarkerScope& operator=(const MarkerScope&) = delete;

 private:
  Interpreter& interpreter_;
  const ResultMarker* const outer_;
};

}  // namespace ts::interp
