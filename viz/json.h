// Writes a model as JSON. docs/tsviz-json.md describes the members.
#pragma once

#include <string>

#include "core/picture/model.h"

namespace ts::viz {

std::string toJson(const Model& model, bool locations = true);

}  // namespace ts::viz
