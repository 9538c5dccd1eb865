#include "core/compiler/emit/function_bodies.h"

#include "core/compiler/emit/function_emitter.h"

namespace ts::compiler {

void FunctionBodies::compileBody(ir::Function& function, const PyFunction& source,
                                 const types::ClassType* self) {
  // A reused graph records no facts, so reuse is off while facts are recorded.
  const bool mayReuse = context_.purpose() == Purpose::Graphs && !context_.facts();
  ConcreteModule* module = self && mayReuse ? modules_.types().of(self) : nullptr;
  if (module && reuse_.reuse(function, source, *module)) return;
  const size_t reported = context_.sink().size();
  reuse_.begin();
  Emission emission(*this, source, function, self);
  const bool isWhole = emitBody(emission) && function.graph;
  reuse_.end(function, source, module, isWhole && context_.sink().size() == reported);
}

}  // namespace ts::compiler
