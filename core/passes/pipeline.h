// The order of the passes that run after a graph is emitted.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Runs all passes that PyTorch runs on an emitted function: conversion to SSA, normal forms of
// loops and operators, then the cleanup. Returns the error of the first pass that fails.
std::optional<PassError> finishEmitted(ir::Graph& graph);

// Runs only the cleanup: lifts closures, creates the graphs of forks, simplifies tuples, propagates
// and pools constants, sorts outputs and numbers warnings. It accepts any graph and is idempotent.
std::optional<PassError> runCleanupPasses(ir::Graph& graph);

}  // namespace ts::passes
