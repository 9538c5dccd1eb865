// Chooses the version of PyTorch whose behaviour a program reproduces.
#pragma once

#include <optional>
#include <string>

#include "core/base/torch_profile.h"
#include "core/source/file_system.h"

namespace ts::driver {

// The interpreter of a project is optional: the path of the Python that an editor names.

// Returns the profile of the PyTorch that is installed: in PYTHONPATH, the active virtual or conda
// environment, a folder .venv at or above `path`, or Debian's dist-packages. Reads the version as
// data, from torch/version.py or the name of the folder torch-VERSION.dist-info.
std::optional<TorchProfile> installedTorch(const FileSystem& files, const std::string& path,
                                           const std::string& interpreter = {});

// Returns the profile for code at `path`, a file or folder: that of the key `torch` in the
// project file, else that of the installed PyTorch, else the default.
TorchProfile chooseTorchProfile(const FileSystem& files, const std::string& path,
                                const std::string& interpreter = {});
// Sets the profile of the process: the wanted one, else the one that the disk gives for `path`.
void useTorchProfile(std::optional<TorchProfile> wanted, const std::string& path,
                     const std::string& interpreter = {});

}  // namespace ts::driver
