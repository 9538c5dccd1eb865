// Marks where a trace has kept a value, or a path through the code, of the run that it recorded.
#pragma once

#include <span>

#include "core/picture/picture.h"
#include "core/trace/events.h"

namespace ts::viz {

// Adds the mark "baked" to the nodes of the lines. A line may have no node in the trace, for
// example a condition: the modules or functions that contain the nodes before and behind it are
// marked.
void markBaked(Picture& picture, std::span<const trace::Event> losses);

}  // namespace ts::viz
