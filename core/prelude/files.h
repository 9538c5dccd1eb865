// The table of embedded files, sorted by module name. embed/ generates it.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/torch_profile.h"

namespace ts::prelude {

struct File {
  struct Text {
    const char* begin;  // null: the profile does not have the module
    const char* end;
  };
  std::string_view name;
  Text ofProfile[kTorchProfileCount];
  bool isPackage;
};
extern const File kFiles[];
extern const size_t kFileCount;

}  // namespace ts::prelude
