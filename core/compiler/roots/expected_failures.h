// Code of tests that does not run, or that a test expects to fail: its calls of torch.jit have no
// roots. The functions compare names only: `skip` of pytest or unittest under any alias.
#pragma once

#include "core/syntax/ast.h"

namespace ts::compiler {

// True for a test that is marked so that it never runs or may fail, as by @pytest.mark.skip,
// @pytest.mark.xfail without a condition or @unittest.expectedFailure, for a class of such tests,
// and for a function that skips itself.
bool isTurnedOff(const syntax::Stmt& definition);
// True for a module with such a mark in its `pytestmark`.
bool isTurnedOff(const syntax::Module& tree);
// True for `with pytest.raises(...)` and unittest's assertRaises.
bool expectsError(const syntax::Stmt& stmt);

}  // namespace ts::compiler
