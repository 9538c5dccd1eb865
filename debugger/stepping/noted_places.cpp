#include "debugger/stepping/noted_places.h"

#include <algorithm>

namespace ts::stepping {

std::optional<NotedPlace> NotedPlaces::take(const Arrival& arrival, bool tracer) {
  if (!arrival.isShown || !arrival.isLine) return {};
  const auto reached = std::ranges::find_if(places_, [&](const NotedPlace& place) {
    return (place.kind == NotedPlace::Kind::Divergence || tracer) &&
           operators_ >= place.operators &&
           (place.path.empty() || (arrival.line == place.line && *arrival.path == place.path));
  });
  if (reached == places_.end()) return {};
  NotedPlace taken = std::move(*reached);
  places_.erase(reached);
  return taken;
}

}  // namespace ts::stepping
