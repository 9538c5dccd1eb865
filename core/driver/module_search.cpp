#include "core/driver/module_search.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace ts::driver {

namespace {

constexpr std::string_view kInit = "__init__.py";

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::string_view(value) : std::string_view();
}

std::string_view fileOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// A search path above the current folder, as in "../app/net.py", may lead back into it. The file
// then has the path "net.py", as in a listing of the folder.
std::string withoutDetour(std::string path) {
  if (!path.starts_with("../")) return path;
  std::error_code failed;
  const std::filesystem::path current = std::filesystem::current_path(failed);
  if (failed) return path;
  const std::string inside = (current / path).lexically_normal().lexically_relative(current);
  return inside.empty() || inside.starts_with("..") ? path : inside;
}

}  // namespace

ModulePlace findModule(const FileSystem& files, const std::vector<std::string>& paths,
                       std::string_view dottedName) {
  std::string relative(dottedName);
  for (char& c : relative) {
    // A slash in a name would lead out of the search paths.
    if (c == '/') return {};
    if (c == '.') c = '/';
  }
  if (relative.empty()) return {};
  for (const std::string& path : paths) {
    const std::string base = joinPath(path, relative);
    if (std::string init = joinPath(base, kInit); files.kind(init) == FileKind::File)
      return {withoutDetour(std::move(init)), true};
    if (std::string file = base + ".py"; files.kind(file) == FileKind::File)
      return {withoutDetour(std::move(file)), false};
  }
  for (const std::string& path : paths) {
    if (std::string folder = joinPath(path, relative); files.kind(folder) == FileKind::Folder)
      return {std::move(folder), true, true};
  }
  return {};
}

namespace {

std::string folderAbove(const std::string& folder) {
  const std::string_view above = parentFolder(folder);
  return above.empty() ? "." : std::string(above);
}

}  // namespace

std::string projectFolder(const FileSystem& files, const std::string& top) {
  constexpr std::string_view kMarkers[] = {"pyproject.toml", "setup.py", "setup.cfg",
                                           "jitscope.toml", ".git"};
  constexpr size_t kMaxLevels = 8;
  std::string folder = top;
  for (size_t level = 0; level < kMaxLevels && folder != "/"; ++level) {
    if (std::ranges::any_of(kMarkers, [&](std::string_view marker) {
          return files.kind(joinPath(folder, marker)) != FileKind::Missing;
        }))
      return folder;
    if (folder == ".") break;
    folder = folderAbove(folder);
  }
  return {};
}

std::vector<std::string> projectPaths(const FileSystem& files, const std::string& top) {
  const std::string project = projectFolder(files, top);
  std::vector<std::string> paths;
  for (std::string folder = top;; folder = folderAbove(folder)) {
    if (folder != top) paths.push_back(folder);
    if (std::string source = joinPath(folder, "src"); files.kind(source) == FileKind::Folder)
      paths.push_back(std::move(source));
    if (project.empty() || folder == project) break;
  }
  return paths;
}

namespace {

constexpr size_t kMaxEditableBytes = 64 << 10;  // of one .pth or direct_url.json

std::string textOf(const FileSystem& files, const std::string& path) {
  ReadResult read = files.read(path);
  if (read.decoded) return std::string(read.decoded->text());
  return read && read.bytes.size() <= kMaxEditableBytes ? std::move(read.bytes) : std::string();
}

// The folder in {"url": "file:///a/b", "dir_info": {"editable": true}}; empty for other texts.
std::string editableFolder(std::string_view json) {
  constexpr std::string_view kScheme = "\"file://";
  const size_t begin = json.find(kScheme);
  if (begin == json.npos || json.find("\"editable\"") == json.npos ||
      json.find("true", json.find("\"editable\"")) == json.npos)
    return {};
  const std::string_view rest = json.substr(begin + kScheme.size());
  return std::string(rest.substr(0, rest.find('"')));
}

// Calls add(folder) with the folders that the packages folder refers to.
template <typename F>
void eachEditable(const FileSystem& files, const std::string& packages, F&& add) {
  for (const FolderEntry& entry : files.list(packages).entries) {
    const std::string path = joinPath(packages, entry.name);
    if (entry.name.ends_with(".pth")) {
      const std::string text = textOf(files, path);
      for (std::string_view left = text; !left.empty();) {
        const size_t end = std::min(left.find('\n'), left.size());
        std::string_view line = left.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        const bool isCode = line.starts_with("import ") || line.starts_with("import\t");
        if (!line.empty() && line[0] != '#' && !isCode) add(normalPath(joinPath(packages, line)));
        left.remove_prefix(std::min(end + 1, left.size()));
      }
    } else if (entry.name.ends_with(".dist-info")) {
      const std::string folder = editableFolder(textOf(files, joinPath(path, "direct_url.json")));
      if (folder.empty()) continue;
      add(joinPath(folder, "src"));
      add(folder);
    }
  }
}

}  // namespace

ModuleName moduleNameOf(const FileSystem& files, const std::string& path) {
  std::string_view folder = parentFolder(path);
  std::string_view stem = fileOf(path);
  const bool isPackage = stem == kInit && !fileOf(folder).empty();
  if (stem.ends_with(".py")) stem.remove_suffix(3);
  ModuleName name{isPackage ? std::string() : std::string(stem), {}, isPackage};
  while (!fileOf(folder).empty() && files.kind(joinPath(folder, kInit)) == FileKind::File) {
    name.dotted = std::string(fileOf(folder)) + (name.dotted.empty() ? "" : ".") + name.dotted;
    folder = parentFolder(folder);
  }
  name.top = folder.empty() ? "." : std::string(folder);
  return name;
}

std::string absolutePath(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(path, failed);
  return failed ? std::string() : normalPath(absolute.string());
}

std::vector<std::string> foldersAbove(const FileSystem& files, const std::string& path) {
  std::string folder = absolutePath(path);
  if (folder.empty()) return {};
  if (files.kind(folder) != FileKind::Folder) folder = parentFolder(folder);
  std::vector<std::string> folders{folder};
  for (; folder != "/"; folders.push_back(folder)) folder = parentFolder(folder);
  return folders;
}

std::vector<std::string> environmentsAbove(const FileSystem& files, const std::string& project) {
  std::vector<std::string> names;
  for (const std::string& folder : foldersAbove(files, project)) {
    std::string environment = joinPath(folder, ".venv");
    if (files.kind(environment) == FileKind::Folder) names.push_back(std::move(environment));
  }
  return names;
}

std::vector<std::string> installedPaths(const FileSystem& files, const std::string& project,
                                        const std::string& interpreter) {
  std::vector<std::string> paths;
  auto add = [&](std::string path) {
    if (!path.empty() && files.kind(path) == FileKind::Folder) paths.push_back(std::move(path));
  };
  for (std::string_view list = environment("PYTHONPATH"); !list.empty();) {
    const size_t colon = std::min(list.find(':'), list.size());
    add(std::string(list.substr(0, colon)));
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
  auto addPackages = [&](const std::string& packages) {
    add(packages);
    eachEditable(files, packages, add);
  };
  auto addEnvironment = [&](std::string_view prefix) {
    if (prefix.empty()) return;
    const std::string libraries = joinPath(prefix, "lib");
    if (files.kind(libraries) != FileKind::Folder) return;
    for (const FolderEntry& entry : files.list(libraries).entries) {
      if (entry.name.starts_with("python3"))
        addPackages(joinPath(joinPath(libraries, entry.name), "site-packages"));
    }
  };
  addEnvironment(parentFolder(parentFolder(interpreter)));
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) addEnvironment(environment(name));
  for (const std::string& folder : environmentsAbove(files, project)) addEnvironment(folder);
  addPackages("/usr/lib/python3/dist-packages");
  return paths;
}

}  // namespace ts::driver
