#include "core/driver/module_search.h"

#include <algorithm>
#include <cstdlib>

namespace ts::driver {

namespace {

constexpr std::string_view kInit = "__init__.py";

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::string_view(value) : std::string_view();
}

std::string_view folderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return path.substr(0, slash == 0 ? 1 : slash);
}

std::string_view fileOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
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
      return {std::move(init), true};
    if (std::string file = base + ".py"; files.kind(file) == FileKind::File)
      return {std::move(file), false};
  }
  return {};
}

ModuleName moduleNameOf(const FileSystem& files, const std::string& path) {
  std::string_view folder = folderOf(path);
  std::string_view stem = fileOf(path);
  const bool isPackage = stem == kInit && !fileOf(folder).empty();
  if (stem.ends_with(".py")) stem.remove_suffix(3);
  ModuleName name{isPackage ? std::string() : std::string(stem), {}, isPackage};
  while (!fileOf(folder).empty() && files.kind(joinPath(folder, kInit)) == FileKind::File) {
    name.dotted = std::string(fileOf(folder)) + (name.dotted.empty() ? "" : ".") + name.dotted;
    folder = folderOf(folder);
  }
  name.top = folder.empty() ? "." : std::string(folder);
  return name;
}

std::vector<std::string> installedPaths(const FileSystem& files) {
  std::vector<std::string> paths;
  auto add = [&](std::string path) {
    if (!path.empty() && files.kind(path) == FileKind::Folder) paths.push_back(std::move(path));
  };
  for (std::string_view list = environment("PYTHONPATH"); !list.empty();) {
    const size_t colon = std::min(list.find(':'), list.size());
    add(std::string(list.substr(0, colon)));
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
  if (std::string_view venv = environment("VIRTUAL_ENV"); !venv.empty()) {
    const std::string libraries = joinPath(venv, "lib");
    for (const FolderEntry& entry : files.list(libraries).entries) {
      if (entry.name.starts_with("python3"))
        add(joinPath(joinPath(libraries, entry.name), "site-packages"));
    }
  }
  add("/usr/lib/python3/dist-packages");
  return paths;
}

}  // namespace ts::driver
