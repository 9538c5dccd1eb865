// The qualified names of compiled functions and classes. Not thread-safe.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace ts::compiler {

class UniqueNames {
 public:
  // "__torch__.a.b.C", mangled when the name is taken.
  std::string uniqueName(const std::string& pythonName);
  // The mangled name of a further overload of a function that is known by its schemas.
  std::string mangledName(const std::string& qualifiedName, size_t overload);

 private:
  std::string mangled(const std::string& qualifiedName);

  std::unordered_map<std::string, int> uses_;
  std::map<std::pair<std::string, size_t>, std::string> overloads_;
  int mangledNames_ = 0;
};

}  // namespace ts::compiler
