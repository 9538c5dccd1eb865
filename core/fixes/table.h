// The functions of the table in fixes.cpp. Each is given a place where its rule is reported, and
// gives nothing where the rewrite can't be done, or could change what the program does in a way
// that nobody would expect.
#pragma once

#include "core/fixes/site.h"

namespace ts::fixes {

// statement_fixes.cpp
MaybeFix nameException(const Site& site);        // raise
MaybeFix moveAnnotation(const Site& site);       // x: int
MaybeFix dropDeclaration(const Site& site);      // global x, nonlocal x
MaybeFix moveImport(const Site& site);           // import inside a function
MaybeFix moveDefinition(const Site& site);       // def and class inside a function
MaybeFix writePass(const Site& site);            // ... as a statement
MaybeFix wrapRaised(const Site& site);           // raise "text"
MaybeFix dropInnerAnnotation(const Site& site);  // x: int = 1 in an inner block
MaybeFix returnNone(const Site& site);           // -> Optional[...] without a return
MaybeFix flattenDelete(const Site& site);        // del (a, b)
MaybeFix bindPlainly(const Site& site);          // [a, b] = t; with f() as (a, b)

// control_fixes.cpp
MaybeFix rewriteLoopElse(const Site& site);
MaybeFix rewriteMatch(const Site& site);
MaybeFix hoistWalrus(const Site& site);
MaybeFix enumerateContainer(const Site& site);  // self.layers[i] with i of a range

// container_fixes.cpp
MaybeFix loopForComprehension(const Site& site);  // conditions, several generators
MaybeFix expandDict(const Site& site);            // {**a, "b": c}
MaybeFix expandKeywords(const Site& site);        // f(**{"a": b})
MaybeFix annotateTolist(const Site& site);        // y = x.tolist()

// signature_fixes.cpp
MaybeFix dropStar(const Site& site);           // def f(*, x=1)
MaybeFix dropVariadic(const Site& site);       // def f(*args), never used
MaybeFix defaultNone(const Site& site);        // def f(x: List[int] = [])
MaybeFix annotateDefault(const Site& site);    // def f(x=1)
MaybeFix rewriteAnnotation(const Site& site);  // Tuple[int, ...], (int, str), Optional[list[int]]
MaybeFix changeReturnType(const Site& site);

// value_fixes.cpp
MaybeFix importName(const Site& site);
MaybeFix inlineGlobal(const Site& site);
MaybeFix assertNotNone(const Site& site);
MaybeFix writeTest(const Site& site);  // if xs
MaybeFix castRangeArgument(const Site& site);
MaybeFix useKnownMethod(const Site& site);       // x.nelement()
MaybeFix renameKeyword(const Site& site);        // axis=
MaybeFix reverseBySlice(const Site& site);       // reversed(xs)
MaybeFix renameReserved(const Site& site);       // __jit_x
MaybeFix spellOutDebugString(const Site& site);  // f"{x=}"

// number_fixes.cpp
MaybeFix makeFloat(const Site& site);          // x: float = 1
MaybeFix makeFloatArgument(const Site& site);  // f(1) with a float parameter
MaybeFix makeFloatBranch(const Site& site);    // 1 if c else 2.0
MaybeFix makeFloatBefore(const Site& site);    // x = 0, then x = 1.5 in a loop

// module_fixes.cpp
MaybeFix callSuperInit(const Site& site);
MaybeFix addInit(const Site& site);
MaybeFix makeInstance(const Site& site);  // torch.jit.script(M)
MaybeFix dropConstant(const Site& site);  // __constants__, Final

// trace_fixes.cpp
MaybeFix useShape(const Site& site);     // len(x)
MaybeFix useDetach(const Site& site);    // x.data
MaybeFix callEval(const Site& site);     // torch.jit.trace(m, x)
MaybeFix returnTuple(const Site& site);  // return [a, b]

// text_fixes.cpp
MaybeFix dropBracket(const Site& site);
MaybeFix closeString(const Site& site);
MaybeFix dropSuppression(const Site& site);

}  // namespace ts::fixes
