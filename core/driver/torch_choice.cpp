#include "core/driver/torch_choice.h"

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

// Returns the profile of the version in the first pair of quotes.
std::optional<TorchProfile> quotedVersion(std::string_view text) {
  const size_t open = text.find_first_of("'\"");
  if (open == text.npos) return std::nullopt;
  const size_t close = text.find(text[open], open + 1);
  if (close == text.npos) return std::nullopt;
  return profileOfVersion(text.substr(open + 1, close - open - 1));
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

std::optional<TorchProfile> torchIn(const FileSystem& files, const std::string& packages) {
  if (const std::string file = joinPath(packages, "torch/version.py");
      files.kind(file) == FileKind::File) {
    const ReadResult read = files.read(file);
    const SourceFilePtr& decoded = read.decoded;
    for (std::string_view text = decoded ? decoded->text() : std::string_view(read.bytes);
         !text.empty();) {
      if (const auto value = assigned(takeLine(text), "__version__")) return quotedVersion(*value);
    }
  }
  constexpr std::string_view kName = "torch-";
  for (const FolderEntry& entry : files.list(packages).entries) {
    if (entry.name.starts_with(kName) && entry.name.ends_with(".dist-info"))
      return profileOfVersion(std::string_view(entry.name).substr(kName.size()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<TorchProfile> installedTorch(const FileSystem& files, const std::string& path,
                                           const std::string& interpreter) {
  for (const std::string& folder : installedPaths(files, path, interpreter)) {
    if (const auto profile = torchIn(files, folder)) return profile;
  }
  return std::nullopt;
}

TorchProfile chooseTorchProfile(const FileSystem& files, const std::string& path,
                                const std::string& interpreter) {
  if (const auto profile = readProjectFile(files, path).torch) return *profile;
  return installedTorch(files, path, interpreter).value_or(kDefaultTorchProfile);
}

void useTorchProfile(std::optional<TorchProfile> wanted, const std::string& path,
                     const std::string& interpreter) {
  setTorchProfile(wanted ? *wanted : chooseTorchProfile(DiskFileSystem(), path, interpreter));
}

}  // namespace ts::driver
