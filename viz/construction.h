// The construction of a module class, as data for editors.
#pragma once

#include "viz/formats.h"
#include "viz/settings.h"

namespace ts::viz {

// Returns a JSON object about the target, a module class without --init: the call of the workspace
// that its instance is constructed as (`source` and `arguments`), and the parameters that need
// values and have none (`missing`). Empty for other targets. Fails when the target is not one.
FormatResult describeConstruction(const TsvizSettings& settings);

}  // namespace ts::viz
