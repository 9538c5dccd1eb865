// Checks of an instance that is compiled. Problems are reported at the instance's location.
#pragma once

#include "core/compiler/modules/class_locations.h"

namespace ts::compiler {

class CompileContext;
class InstanceReader;

// Reports attributes that are None although their annotation does not allow it.
void checkNoneAttributes(CompileContext& context, InstanceReader& reader,
                         const eval::Value& instance, const ConcreteModule& module,
                         const SubmoduleLocation& location);
// Reports parameters and buffers without a shape, and returns false: a lazy parameter gets its
// shape in the first call.
bool hasShapes(CompileContext& context, InstanceReader& reader, const eval::Value& instance,
               const ConcreteModule& module, const SubmoduleLocation& location);
// Reports hooks that are not functions with source, and returns false: PyTorch compiles hooks by
// their source and names.
bool haveSource(CompileContext& context, InstanceReader& reader, const eval::Value& instance,
                const ConcreteModule& module, const SubmoduleLocation& location);

}  // namespace ts::compiler
