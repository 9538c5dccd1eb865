#include "core/driver/module_loader.h"

#include <algorithm>

#include "core/driver/module_search.h"

namespace ts::driver {

ModuleLoader::Loaded ModuleLoader::load(std::string_view dottedName) {
  return loadIn(paths_, dottedName);
}

ModuleLoader::Loaded ModuleLoader::loadFrom(const std::string& folder,
                                            std::string_view dottedName) {
  return loadIn({folder}, dottedName);
}

bool ModuleLoader::overridesType(std::string_view className) const {
  return std::ranges::binary_search(overridden_, className, {},
                                    [](const std::string& name) { return std::string_view(name); });
}

ModuleLoader::Loaded ModuleLoader::loadIn(const std::vector<std::string>& paths,
                                          std::string_view dottedName) {
  ModulePlace place = findModule(files_, paths, dottedName);
  if (!place) return {};
  if (place.isNamespace) {
    auto empty = std::make_shared<syntax::Module>();
    empty->file = std::make_shared<SourceFile>(place.path, std::string());
    return {std::move(empty), std::move(place.path), true};
  }
  ParsedFilePtr parsed = cache_.getImported(files_, place.path);
  if (!parsed->tree) return {};
  loaded_.push_back(parsed);
  Loaded loaded{parsed->tree, std::move(place.path), place.isPackage, nullptr};
  const auto error =
      std::ranges::find(parsed->problems, diag::Severity::Error, &diag::Diagnostic::severity);
  if (error != parsed->problems.end())
    loaded.syntaxError = {parsed, &*error};  // an alias: the file owns the diagnostic
  return loaded;
}

}  // namespace ts::driver
