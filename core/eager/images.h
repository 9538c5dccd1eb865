// Native functions of PIL and torchvision.io: image files and operations on pixels.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

std::span<const NativeDef> imageFunctions();  // torch._C

}  // namespace ts::eager
