// Declares the families of operators. A family is a file with a table of entries and a function
// that returns the table; families.def lists these functions. Only the registry includes that list,
// so a new family does not recompile the others.
#pragma once

#include "core/kernels/registry.h"
