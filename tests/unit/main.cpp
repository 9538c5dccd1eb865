// The main program of the unit tests. The expected texts come from PyTorch 1.13.
#include <gtest/gtest.h>

#include "core/base/torch_profile.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ts::setTorchProfile(ts::TorchProfile::Torch1_13);
  return RUN_ALL_TESTS();
}
