#include "core/driver/module_loader.h"

#include "core/driver/module_search.h"

namespace ts::driver {

ModuleLoader::Loaded ModuleLoader::load(std::string_view dottedName) {
  ModulePlace place = findModule(files_, paths_, dottedName);
  if (!place) return {};
  ParsedFilePtr parsed = cache_.getImported(files_, place.path);
  if (!parsed->tree) return {};
  loaded_.push_back(parsed);
  return {parsed->tree, std::move(place.path), place.isPackage};
}

}  // namespace ts::driver
