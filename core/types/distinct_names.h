// Names of two types for a message that sets one against the other.
#pragma once

#include <string>

#include "core/types/type.h"

namespace ts::types {

// Returns type->annotation(), unless `other` is another type with the same annotation: two classes
// of one name in different modules. Then the classes have the names of their modules:
// "List[detectron.Boxes]".
std::string annotationBeside(TypePtr type, TypePtr other);

}  // namespace ts::types
