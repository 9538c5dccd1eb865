// Each family of operators is a file with a table of entries and a function that gives it, named in
// families.def. Which families there are only the registry knows, so that a new one doesn't compile
// the others anew.
#pragma once

#include "core/kernels/registry.h"
