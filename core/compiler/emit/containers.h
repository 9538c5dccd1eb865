// Lists, dicts and comprehensions.
#pragma once

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

ir::Value* emitList(Emission& emission, const syntax::Sequence& list, ir::TypePtr hint);
ir::Value* emitDict(Emission& emission, const syntax::Dict& dict, ir::TypePtr hint);
// over: the iterable, if it is emitted already.
ir::Value* emitListComp(Emission& emission, SourceRange at, const syntax::Expr& element,
                        const syntax::Expr& target, const syntax::Expr& iterable, ir::TypePtr hint,
                        const SugaredPtr& over = nullptr);
ir::Value* emitDictComp(Emission& emission, SourceRange at, const syntax::Expr& key,
                        const syntax::Expr& value, const syntax::Expr& target,
                        const syntax::Expr& iterable, ir::TypePtr hint,
                        const SugaredPtr& over = nullptr);
// list(...) and dict(...).
SugaredPtr emitListCall(Emission& emission, const syntax::Call& call, ir::TypePtr hint);
SugaredPtr emitDictCall(Emission& emission, const syntax::Call& call, ir::TypePtr hint);

}  // namespace ts::compiler
