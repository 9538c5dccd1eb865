#include "core/source/library_path.h"

#include <gtest/gtest.h>

namespace ts {
namespace {

TEST(LibraryPath, IsThatOfThePreludeOrOfAnInstalledPackage) {
  EXPECT_FALSE(isLibrary("/home/me/model.py"));
  EXPECT_TRUE(isLibrary("<torch.nn.functional>"));
  EXPECT_TRUE(isLibrary("/usr/lib/python3/dist-packages/torchvision/ops/boxes.py"));
  EXPECT_TRUE(isLibrary("/home/me/venv/lib/python3.11/site-packages/x.py"));
}

}  // namespace
}  // namespace ts
