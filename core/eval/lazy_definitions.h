// What a module's own statements may put off until somebody asks for it. Making torchvision's or
// torch.nn's classes costs more than anything else when one model is built, and few of them are
// used.
//
// A class of a module that is imported waits until its name is looked up, and so do a function and
// a default that is an attribute of an imported name. What the module imports by name isn't even
// read before that. In an installed package `name = call(...)` waits too, and so does a list or
// dict of names that wait. Only where nobody can tell: the class runs no calls of its own but quiet
// ones (quiet.h), no metaclass or base sees it being made; the function's decorators are quiet and
// its defaults are constants. Of library modules it is known that nobody can tell; and their names
// for attributes (`Tensor = torch.Tensor`) wait as well.
#pragma once

#include "core/eval/effect_analysis.h"
#include "core/eval/scopes.h"

namespace ts::eval {

// Of a statement of the module's body that may wait: the names that it binds, and what stands for
// each value until then. Empty: it may not.
struct Waiting {
  Str* name;
  Ref<Deferred> value;
};
std::vector<Waiting> waiting(Vm& vm, EffectAnalysis& quiet, Module& module, const syntax::Stmt& stmt);
// For who gets a module's names, or their annotations, as a dict: runs it, and makes what it
// defines itself and has put off.
void settleNames(Vm& vm, Module& module);
// The default of a parameter, evaluated in the scope: what stands for it until it is needed. Null:
// it has to be evaluated at once.
Ref<Deferred> deferredDefault(Vm& vm, Module& module, const Scope& scope,
                              const syntax::Expr& value);

}  // namespace ts::eval
