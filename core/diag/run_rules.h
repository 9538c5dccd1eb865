// The rules of run_rules.def by their names: rules::LayerInputMismatch.
#pragma once

#include "core/diag/rules.h"

namespace ts::diag::rules {

#define TS_RULE(number, name, family, severity, summary) inline constexpr Rule name{number};
#include "core/diag/run_rules.def"
#undef TS_RULE

}  // namespace ts::diag::rules
