#include "core/driver/torch_choice.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "core/base/ascii.h"
#include "core/driver/module_search.h"
#include "core/driver/project_file.h"

namespace ts::driver {
namespace {

std::string_view takeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// Returns the version in the first pair of quotes.
std::string_view quotedVersion(std::string_view text) {
  const size_t open = text.find_first_of("'\"");
  if (open == text.npos) return {};
  const size_t close = text.find(text[open], open + 1);
  if (close == text.npos) return {};
  return text.substr(open + 1, close - open - 1);
}

std::optional<InstalledTorch> torchOfVersion(std::string_view version, const std::string& folder) {
  const auto profile = profileOfVersion(version);
  if (!profile) return std::nullopt;
  return InstalledTorch{*profile, std::string(version), folder};
}

// Returns the value of a line `NAME = VALUE`; nullopt for another line.
std::optional<std::string_view> assigned(std::string_view line, std::string_view name) {
  const size_t equals = line.find('=');
  if (equals == line.npos) return std::nullopt;
  std::string_view key = trimmed(line.substr(0, equals));
  key = trimmed(key.substr(0, key.find(':')));  // the annotation of a Python name
  if (key != name) return std::nullopt;
  return trimmed(line.substr(equals + 1));
}

std::optional<InstalledTorch> torchIn(const FileSystem& files, const std::string& packages) {
  if (const std::string file = joinPath(packages, "torch/version.py");
      files.kind(file) == FileKind::File) {
    const ReadResult read = files.read(file);
    const SourceFilePtr& decoded = read.decoded;
    for (std::string_view text = decoded ? decoded->text() : std::string_view(read.bytes);
         !text.empty();) {
      if (const auto value = assigned(takeLine(text), "__version__"))
        return torchOfVersion(quotedVersion(*value), packages);
    }
  }
  constexpr std::string_view kName = "torch-", kSuffix = ".dist-info";
  for (const FolderEntry& entry : files.list(packages).entries) {
    if (entry.name.starts_with(kName) && entry.name.ends_with(kSuffix)) {
      std::string_view version = std::string_view(entry.name).substr(kName.size());
      version.remove_suffix(kSuffix.size());
      return torchOfVersion(version, packages);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<InstalledTorch> installedTorch(const FileSystem& files, const std::string& path,
                                             const std::string& interpreter) {
  for (const std::string& folder : installedPaths(files, path, interpreter)) {
    if (auto installed = torchIn(files, folder)) return installed;
  }
  return std::nullopt;
}

std::string describe(const ChosenTorch& chosen) {
  return fmt::format("agrees with PyTorch {}, {}", profileName(chosen.profile), chosen.reason);
}

ChosenTorch chooseTorch(const FileSystem& files, const std::string& path,
                        const std::string& interpreter) {
  if (const ProjectFile project = readProjectFile(files, path); project.torch)
    return {*project.torch, "chosen in " + project.path};
  const auto installed = installedTorch(files, path, interpreter);
  if (!installed)
    return {kDefaultTorchProfile, "the default, because no PyTorch is installed here"};
  const std::string_view name = profileName(installed->profile);
  const std::string_view version = installed->version;
  const bool isSame = version.starts_with(name) &&
                      (version.size() == name.size() || !isAsciiDigit(version[name.size()]));
  return {installed->profile,
          isSame ? "found in " + installed->folder
                 : fmt::format("the nearest to {} in {}", version, installed->folder)};
}

ChosenTorch useTorchProfile(std::optional<TorchProfile> wanted, const std::string& path,
                            const std::string& interpreter, const char* whyWanted) {
  const ChosenTorch chosen =
      wanted ? ChosenTorch{*wanted, whyWanted} : chooseTorch(DiskFileSystem(), path, interpreter);
  setTorchProfile(chosen.profile);
  return chosen;
}

}  // namespace ts::driver
