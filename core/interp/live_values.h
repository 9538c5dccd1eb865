// The values of a graph that a frame contains at a node: those that the node or a later one reads
// and whose registers are therefore intact.
#pragma once

#include <utility>
#include <vector>

#include "core/interp/program.h"

namespace ts::interp {

// registers: of the frame. hasNumbers: the registers contain all numbers; else machine code may
// hold numbers elsewhere, so they are left out. In the order in which they were computed.
std::vector<std::pair<const ir::Value*, IValue>> liveValues(const Program& program,
                                                            const ir::Node& node,
                                                            const IValue* registers,
                                                            bool hasNumbers);

}  // namespace ts::interp
