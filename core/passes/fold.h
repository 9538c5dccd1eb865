// Running single operators at compile time.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/ir.h"

namespace ts::passes {

// What the outputs of the node are when it runs on its inputs, which have to be constants; in
// PyTorch's arithmetic (int64 wraps, // and % round down, strings are bytes). Nothing when an input
// is no constant, the operator isn't one that can be run here, or running it raises.
std::optional<std::vector<types::Constant>> fold(const ir::Node* node);

}  // namespace ts::passes
