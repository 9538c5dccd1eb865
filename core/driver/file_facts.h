// The names of a file that the index of the workspace needs, found by its tokens only: function
// bodies are not parsed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/source_file.h"

namespace ts::driver {

// A name in the index: a hash of 32 bits. A file that is found by it is read before it counts.
uint32_t nameHash(std::string_view name);

struct FileFacts {
  // The modules that the file may load: "a.b", "a.b.c" for `from a.b import c`, with the leading
  // dots of relative imports.
  std::vector<std::string> imports;
  std::vector<uint32_t> calls;  // the last names of callees and decorators; sorted
  // The classes X of `X._jit_override_qualname`: the type of such a class in TorchScript is that of
  // another class. Sorted.
  std::vector<std::string> overridden;
  bool usesJit = false;  // may hand something to torch.jit

  friend bool operator==(const FileFacts&, const FileFacts&) = default;
};

FileFacts factsOf(const SourceFile& file);

}  // namespace ts::driver
