// The main program of the unit tests. They run under the default profile of PyTorch, or under
// --torch=NAME. A test that is about one version sets the profile itself.
#include <gtest/gtest.h>

#include <cstdio>
#include <string_view>

#include "core/base/torch_profile.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    std::string_view option = argv[i];
    if (!option.starts_with("--torch=")) continue;
    option.remove_prefix(sizeof "--torch=" - 1);
    const auto profile = ts::profileNamed(option);
    if (!profile) {
      std::fprintf(stderr, "--torch must be %s\n", ts::kTorchProfileNames);
      return 2;
    }
    ts::setTorchProfile(*profile);
  }
  return RUN_ALL_TESTS();
}
