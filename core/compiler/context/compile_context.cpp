#include "core/compiler/context/compile_context.h"

namespace ts::compiler {

CompileContext::CompileContext(ModuleLoader& loader, Purpose purpose, std::stop_token stop)
    : purpose_(purpose),
      stop_(stop),
      environment_(loader, std::move(stop)),
      types_(std::make_shared<types::TypeTable>()),
      knownClasses_(environment_),
      functions_(*this),
      classes_(*this),
      annotations_(environment_, classes_) {}

}  // namespace ts::compiler
