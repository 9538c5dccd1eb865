// Special forms look like functions, but their arguments are not evaluated like a function's.
#pragma once

#include <cstdint>

namespace ts::compiler {

enum class Form : uint8_t {
  Tuple,
  GetAttr,
  HasAttr,
  Isinstance,
  List,
  Dict,
  Range,
  Zip,
  Enumerate,
  Fork,
  Annotate,
  Tolist,
  IndexMethod,
  New,
  LegacyTensor,
  RpcAsync,
  RpcSync,
  RpcRemote,
  UncheckedCast,
  Uninitialized,
};

}  // namespace ts::compiler
