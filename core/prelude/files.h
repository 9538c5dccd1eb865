// The table of embedded files, sorted by module name. cmake/EmbedPrelude.cmake generates it.
#pragma once

#include <cstddef>
#include <string_view>

namespace ts::prelude {

struct File {
  std::string_view name;
  const char* begin;
  const char* end;
  bool isPackage;
};
extern const File kFiles[];
extern const size_t kFileCount;

}  // namespace ts::prelude
