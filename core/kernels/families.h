// Each family of operators is a file with a table of entries, named in families.def.
#pragma once

#include "core/kernels/registry.h"

namespace ts::kernels {

#define FAMILY(name) std::span<const Kernel> name();
#include "core/kernels/families.def"
#undef FAMILY

}  // namespace ts::kernels
