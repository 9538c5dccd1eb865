#include "core/kernels/registry.h"

#include <gtest/gtest.h>

#include <unordered_set>

namespace ts::kernels {
namespace {

// The look-up returns the first entry of a name, so that a second entry would be dead code.
TEST(Registry, ContainsEachOperatorOnce) {
  std::unordered_set<std::string_view> names;
  for (const Kernel& kernel : allKernels())
    EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
}

}  // namespace
}  // namespace ts::kernels
