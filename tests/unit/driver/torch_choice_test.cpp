#include "core/driver/torch_choice.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace ts::driver {
namespace {

// The files of a test, by path; their folders are the only folders.
OverlayFileSystem filesOf(const std::map<std::string, std::string>& texts) {
  OverlayFileSystem::Texts files;
  for (const auto& [path, text] : texts)
    files.set(path, std::make_shared<const SourceFile>(path, text));
  return {std::move(files), nullptr};
}

class TorchChoice : public testing::Test {
 protected:
  TorchChoice() {
    for (const char* name : {"PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX"}) unsetenv(name);
  }
};

constexpr auto kOld = TorchProfile::Torch1_13;
constexpr auto kNew = TorchProfile::Torch2_6;
constexpr auto kNewest = TorchProfile::Torch2_11;

std::optional<TorchProfile> profileIn(const FileSystem& files, const std::string& path) {
  const auto installed = installedTorch(files, path);
  return installed ? std::optional(installed->profile) : std::nullopt;
}

TEST_F(TorchChoice, TheNearestProjectFileDecides) {
  const auto files = filesOf({{"/w/pyproject.toml", "[tool.jitscope]\ntorch = \"1.13\"\n"},
                              {"/w/a/jitscope.toml", "roots = []\ntorch = '2.6'  # new\n"},
                              {"/w/a/m.py", ""},
                              {"/w/b/m.py", ""}});
  EXPECT_EQ(chooseTorch(files, "/w/a/m.py").profile, kNew);
  EXPECT_EQ(chooseTorch(files, "/w/b").profile, kOld);
  EXPECT_EQ(chooseTorch(files, "/w/b/m.py").profile, kOld);
}

TEST_F(TorchChoice, TheInstalledVersionIsReadAsData) {
  const auto module = filesOf({{"/w/.venv/lib/python3.11/site-packages/torch/version.py",
                                "debug = False\n__version__: str = '1.13.1+cpu'\n"}});
  EXPECT_EQ(profileIn(module, "/w/src/m.py"), kOld);
  const auto folder =
      filesOf({{"/e/lib/python3.12/site-packages/torch-2.5.1.dist-info/METADATA", "Name: torch\n"},
               {"/usr/lib/python3/dist-packages/torch/version.py", "__version__ = '1.13.0'\n"}});
  EXPECT_EQ(profileIn(folder, "/w"), kOld);
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    setenv(name, "/e", 1);
    EXPECT_EQ(profileIn(folder, "/w"), kNew) << name;
    unsetenv(name);
  }
}

TEST_F(TorchChoice, AnInstalledVersionFrom2_7OnMeansTheNewestProfile) {
  for (const char* version : {"2.7.1", "2.11.0", "2.13.0+cpu", "3.0.0"}) {
    const auto files = filesOf({{"/w/.venv/lib/python3.12/site-packages/torch-" +
                                     std::string(version) + ".dist-info/METADATA",
                                 "Name: torch\n"}});
    EXPECT_EQ(chooseTorch(files, "/w/m.py").profile, kNewest) << version;
  }
}

TEST_F(TorchChoice, WithoutAnyHintItIsTheNewestVersion) {
  EXPECT_EQ(chooseTorch(filesOf({{"/w/m.py", ""}}), "/w/m.py").profile, kNewest);
}

TEST_F(TorchChoice, TheReasonNamesTheFileOrFolder) {
  const auto reasonIn = [](const std::map<std::string, std::string>& texts) {
    return describe(chooseTorch(filesOf(texts), "/w/m.py"));
  };
  EXPECT_EQ(reasonIn({{"/w/m.py", ""}, {"/w/jitscope.toml", "torch = '1.13'\n"}}),
            "agrees with PyTorch 1.13, chosen in /w/jitscope.toml");
  const std::string packages = "/w/.venv/lib/python3.11/site-packages/";
  EXPECT_EQ(
      reasonIn({{"/w/m.py", ""}, {packages + "torch/version.py", "__version__ = '1.13.0a0'"}}),
      "agrees with PyTorch 1.13, found in /w/.venv/lib/python3.11/site-packages");
  EXPECT_EQ(reasonIn({{"/w/m.py", ""}, {packages + "torch-1.9.1.dist-info/METADATA", ""}}),
            "agrees with PyTorch 1.13, the nearest to 1.9.1 in "
            "/w/.venv/lib/python3.11/site-packages");
  EXPECT_EQ(reasonIn({{"/w/m.py", ""}}),
            "agrees with PyTorch 2.11, the default, because no PyTorch is installed here");
}

}  // namespace
}  // namespace ts::driver
