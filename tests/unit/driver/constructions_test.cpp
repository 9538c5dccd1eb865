#include "core/driver/constructions.h"

#include <gtest/gtest.h>

#include "core/driver/workspace.h"

namespace ts::driver {

namespace {

std::string shown(const std::optional<Construction>& construction) {
  return construction ? construction->call + " at " + construction->place : "nothing";
}

TEST(Constructions, OfAClassComeBeforeThoseOfDerivedClasses) {
  const std::string text =
      "import torch\nfrom torch import nn\nclass Base(nn.Module):\n  def forward(self, x):\n"
      "    return x\nclass Net(Base):\n  def __init__(self, sizes, inner=None):\n"
      "    super().__init__()\n    self.inner = inner\n"
      "torch.jit.script(Net([1, 2], inner=Base()))\ntorch.jit.script(Net([3]))\n";
  Workspace::OpenDocuments open;
  open.set("/w/a.py", std::make_shared<const SourceFile>("/w/a.py", text));
  Options options;
  options.roots = Roots::Auto;
  const Workspace workspace(
      std::make_shared<OverlayFileSystem>(OverlayFileSystem::Texts{}, nullptr), options);
  KnownConstructions constructions;
  constructions.set(
      "/w/a.py", workspace.snapshot(std::move(open)).check("/w/a.py", Detail::Facts).constructions);
  EXPECT_EQ(shown(constructions.find("/w/a.py", "Net")), "Net([1, 2], inner=Base()) at a.py:10");
  EXPECT_EQ(shown(constructions.find("/w/a.py", "Base")), "Base() at a.py:10");
}

TEST(Constructions, OfTheFileThatWasCheckedComeFirst) {
  KnownConstructions constructions;
  constructions.set("/w/a.py", {{"/w/net.py", "Net", "Net(1)", "a.py:1"}});
  EXPECT_EQ(shown(constructions.find("/w/net.py", "Net")), "Net(1) at a.py:1");
  constructions.set("/w/net.py", {{"/w/net.py", "Net", "Net(2)", "net.py:9"}});
  EXPECT_EQ(shown(constructions.find("/w/net.py", "Net")), "Net(2) at net.py:9");
  constructions.set("/w/net.py", {});
  EXPECT_EQ(shown(constructions.find("/w/net.py", "Net")), "nothing");
  constructions.clear();
  EXPECT_EQ(shown(constructions.find("/w/net.py", "Net")), "nothing");
}

}  // namespace

}  // namespace ts::driver
