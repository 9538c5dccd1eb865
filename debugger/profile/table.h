// A profile as text.
#pragma once

#include "debugger/profile/slice.h"

namespace ts::debugger {

// The time of each engine, divided into forward, backward and optimizer if the call has them.
// The lines of the user's code that took time, in order, with the times of the engines beside each
// other; below each line its operators.
std::string tableText(const std::vector<Profile>& profiles);

}  // namespace ts::debugger
