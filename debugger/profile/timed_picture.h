// A profile as a page with the graph.
#pragma once

#include "debugger/profile/slice.h"

namespace ts::debugger {

// The page of the viewer with the graph of the target, whose nodes have the times of all engines.
// `error` says why there is none.
struct TimedPage {
  std::string html, error;
};
TimedPage timedPage(const std::vector<Profile>& profiles, const Request& request,
                    const std::string& title);

}  // namespace ts::debugger
