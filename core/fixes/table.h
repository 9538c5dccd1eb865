// The fix functions listed in fixes.cpp. Each receives the context of a diagnostic of its rule. It
// returns nullopt when the rewrite is impossible or could change behavior unexpectedly.
#pragma once

#include "core/fixes/fix_context.h"

namespace ts::fixes {

// statement_fixes.cpp
MaybeFix nameException(const FixContext& site);        // raise
MaybeFix moveAnnotation(const FixContext& site);       // x: int
MaybeFix dropDeclaration(const FixContext& site);      // global x, nonlocal x
MaybeFix moveImport(const FixContext& site);           // import inside a function
MaybeFix moveDefinition(const FixContext& site);       // def and class inside a function
MaybeFix writePass(const FixContext& site);            // ... as a statement
MaybeFix wrapRaised(const FixContext& site);           // raise "text"
MaybeFix dropInnerAnnotation(const FixContext& site);  // x: int = 1 in an inner block
MaybeFix returnNone(const FixContext& site);           // -> Optional[...] without a return
MaybeFix flattenDelete(const FixContext& site);        // del (a, b)
MaybeFix bindPlainly(const FixContext& site);          // [a, b] = t; with f() as (a, b)

// control_fixes.cpp
MaybeFix rewriteLoopElse(const FixContext& site);
MaybeFix rewriteMatch(const FixContext& site);
MaybeFix hoistWalrus(const FixContext& site);
MaybeFix enumerateContainer(const FixContext& site);  // self.layers[i] with i of a range

// container_fixes.cpp
MaybeFix loopForComprehension(const FixContext& site);  // conditions, several generators
MaybeFix expandDict(const FixContext& site);            // {**a, "b": c}
MaybeFix expandKeywords(const FixContext& site);        // f(**{"a": b})
MaybeFix annotateTolist(const FixContext& site);        // y = x.tolist()

// signature_fixes.cpp
MaybeFix dropStar(const FixContext& site);         // def f(*, x=1)
MaybeFix dropVariadic(const FixContext& site);     // def f(*args) with args unused
MaybeFix defaultNone(const FixContext& site);      // def f(x: List[int] = [])
MaybeFix annotateDefault(const FixContext& site);  // def f(x=1)
MaybeFix rewriteAnnotation(
    const FixContext& site);  // Tuple[int, ...], (int, str), Optional[list[int]]
MaybeFix changeReturnType(const FixContext& site);

// value_fixes.cpp
MaybeFix importName(const FixContext& site);
MaybeFix inlineGlobal(const FixContext& site);
MaybeFix assertNotNone(const FixContext& site);
MaybeFix writeTest(const FixContext& site);  // if xs
MaybeFix castRangeArgument(const FixContext& site);
MaybeFix useKnownMethod(const FixContext& site);       // x.nelement()
MaybeFix renameKeyword(const FixContext& site);        // axis=
MaybeFix reverseBySlice(const FixContext& site);       // reversed(xs)
MaybeFix renameReserved(const FixContext& site);       // __jit_x
MaybeFix spellOutDebugString(const FixContext& site);  // f"{x=}"

// number_fixes.cpp
MaybeFix makeFloat(const FixContext& site);          // x: float = 1
MaybeFix makeFloatArgument(const FixContext& site);  // f(1) with a float parameter
MaybeFix makeFloatBranch(const FixContext& site);    // 1 if c else 2.0
MaybeFix makeFloatBefore(const FixContext& site);    // x = 0, then x = 1.5 in a loop

// module_fixes.cpp
MaybeFix callSuperInit(const FixContext& site);
MaybeFix addInit(const FixContext& site);
MaybeFix makeInstance(const FixContext& site);  // torch.jit.script(M)
MaybeFix dropConstant(const FixContext& site);  // __constants__, Final

// trace_fixes.cpp
MaybeFix useShape(const FixContext& site);     // len(x)
MaybeFix useDetach(const FixContext& site);    // x.data
MaybeFix callEval(const FixContext& site);     // torch.jit.trace(m, x)
MaybeFix returnTuple(const FixContext& site);  // return [a, b]

// text_fixes.cpp
MaybeFix dropBracket(const FixContext& site);
MaybeFix closeString(const FixContext& site);
MaybeFix dropSuppression(const FixContext& site);

}  // namespace ts::fixes
