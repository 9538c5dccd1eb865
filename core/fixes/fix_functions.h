// The fix functions listed in fixes.cpp. Each receives the context of a diagnostic of its rule. It
// returns nullopt when the rewrite is impossible or could change behavior unexpectedly.
#pragma once

#include "core/fixes/fix_context.h"

namespace ts::fixes {

// statement_fixes.cpp
MaybeFix nameException(const FixContext& context);        // raise
MaybeFix moveAnnotation(const FixContext& context);       // x: int
MaybeFix dropDeclaration(const FixContext& context);      // global x, nonlocal x
MaybeFix moveImport(const FixContext& context);           // import inside a function
MaybeFix moveDefinition(const FixContext& context);       // def and class inside a function
MaybeFix writePass(const FixContext& context);            // ... as a statement
MaybeFix wrapRaised(const FixContext& context);           // raise "text"
MaybeFix dropInnerAnnotation(const FixContext& context);  // x: int = 1 in an inner block
MaybeFix returnNone(const FixContext& context);           // -> Optional[...] without a return
MaybeFix raiseAtEnd(const FixContext& context);           // -> int without a return
MaybeFix flattenDelete(const FixContext& context);        // del (a, b)
MaybeFix bindPlainly(const FixContext& context);          // [a, b] = t; with f() as (a, b)

// control_fixes.cpp
MaybeFix rewriteLoopElse(const FixContext& context);
MaybeFix rewriteMatch(const FixContext& context);
MaybeFix hoistWalrus(const FixContext& context);
MaybeFix enumerateContainer(const FixContext& context);  // self.layers[i] with i of a range

// container_fixes.cpp
MaybeFix loopForComprehension(const FixContext& context);  // conditions, several generators
MaybeFix expandDict(const FixContext& context);            // {**a, "b": c}
MaybeFix expandKeywords(const FixContext& context);        // f(**{"a": b})
MaybeFix annotateTolist(const FixContext& context);        // y = x.tolist()

// signature_fixes.cpp
MaybeFix dropStar(const FixContext& context);         // def f(*, x=1)
MaybeFix dropVariadic(const FixContext& context);     // def f(*args) with args unused
MaybeFix defaultNone(const FixContext& context);      // def f(x: List[int] = [])
MaybeFix annotateDefault(const FixContext& context);  // def f(x=1)
MaybeFix rewriteAnnotation(
    const FixContext& context);  // Tuple[int, ...], (int, str), Optional[list[int]]
MaybeFix changeReturnType(const FixContext& context);

// value_fixes.cpp
MaybeFix importName(const FixContext& context);
MaybeFix respellName(const FixContext& context);  // prnt(x)
MaybeFix inlineGlobal(const FixContext& context);
MaybeFix assertNotNone(const FixContext& context);
MaybeFix skipNone(const FixContext& context);   // f(x) with x that may be None
MaybeFix writeTest(const FixContext& context);  // if xs
MaybeFix castRangeArgument(const FixContext& context);
MaybeFix useKnownMethod(const FixContext& context);       // x.nelement()
MaybeFix renameKeyword(const FixContext& context);        // axis=
MaybeFix reverseBySlice(const FixContext& context);       // reversed(xs)
MaybeFix renameReserved(const FixContext& context);       // __jit_x
MaybeFix spellOutDebugString(const FixContext& context);  // f"{x=}"

// number_fixes.cpp
MaybeFix makeFloat(const FixContext& context);          // x: float = 1
MaybeFix annotateEmptyDict(const FixContext& context);  // x = {}; x["a"] = 1
MaybeFix makeFloatArgument(const FixContext& context);  // f(1) with a float parameter
MaybeFix makeFloatBranch(const FixContext& context);    // 1 if c else 2.0
MaybeFix makeFloatBefore(const FixContext& context);    // x = 0, then x = 1.5 in a loop

// path_fixes.cpp
MaybeFix annotateParameter(const FixContext& context);  // f(1) with def f(n)
MaybeFix giveValueBefore(const FixContext& context);    // y is set in one branch only

// module_fixes.cpp
MaybeFix callSuperInit(const FixContext& context);
MaybeFix addInit(const FixContext& context);
MaybeFix makeInstance(const FixContext& context);  // torch.jit.script(M)
MaybeFix dropConstant(const FixContext& context);  // __constants__, Final

// trace_fixes.cpp
MaybeFix useShape(const FixContext& context);     // len(x)
MaybeFix useDetach(const FixContext& context);    // x.data
MaybeFix callEval(const FixContext& context);     // torch.jit.trace(m, x)
MaybeFix returnTuple(const FixContext& context);  // return [a, b]

// text_fixes.cpp
MaybeFix dropBracket(const FixContext& context);
MaybeFix closeString(const FixContext& context);
MaybeFix dropSuppression(const FixContext& context);

}  // namespace ts::fixes
