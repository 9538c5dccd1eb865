// Chooses the version of PyTorch whose behaviour a program reproduces.
#pragma once

#include <optional>
#include <string>

#include "core/base/torch_profile.h"
#include "core/source/file_system.h"

namespace ts::driver {

// The interpreter of a project is optional: the path of the Python that an editor names.

struct InstalledTorch {
  TorchProfile profile;
  std::string version;  // "1.13.0a0"
  std::string folder;   // that contains the package
};
// Returns the PyTorch that is installed: in PYTHONPATH, the active virtual or conda
// environment, a folder .venv at or above `path`, or Debian's dist-packages. Reads the version as
// data, from torch/version.py or the name of the folder torch-VERSION.dist-info.
std::optional<InstalledTorch> installedTorch(const FileSystem& files, const std::string& path,
                                             const std::string& interpreter = {});

struct ChosenTorch {
  TorchProfile profile;
  std::string reason;  // "found in /usr/lib/python3/dist-packages"
};
// Returns "agrees with PyTorch 1.13, found in /usr/lib/python3/dist-packages".
std::string describe(const ChosenTorch& chosen);

// Returns the profile for code at `path`, a file or folder: that of the key `torch` in the
// project file, else that of the installed PyTorch, else the default.
ChosenTorch chooseTorch(const FileSystem& files, const std::string& path,
                        const std::string& interpreter = {});
// Sets the profile of the process: the wanted one, else the one that the disk gives for `path`.
ChosenTorch useTorchProfile(std::optional<TorchProfile> wanted, const std::string& path,
                            const std::string& interpreter = {},
                            const char* whyWanted = "chosen by --torch");

}  // namespace ts::driver
