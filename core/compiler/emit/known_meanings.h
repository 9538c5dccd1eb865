// The cached meanings of names outside of the compiled code. They are the same in every function of
// a unit. Not thread-safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/compiler/emit/sugared_value.h"
#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

// The cached meaning of an External in compiled code.
struct KnownExternal {
  bool isConstantKnown = false;
  std::optional<types::Constant> constant;
  SugaredPtr value;
};
// The cached meaning of a module's attribute.
struct KnownMember {
  bool isKnown = false;
  std::optional<types::Constant> constant;
  PyRef object = nullptr;
};

class KnownMeanings {
 public:
  // The cache entry for an External; empty at first, filled by the caller.
  KnownExternal& external(PyRef object) { return externals_[object]; }
  KnownMember& member(PyRef module, std::string_view name) {
    auto& members = members_[module];
    const auto entry = members.find(name);
    return entry != members.end() ? entry->second : members[std::string(name)];
  }

 private:
  std::unordered_map<PyRef, KnownExternal> externals_;
  std::unordered_map<PyRef, std::map<std::string, KnownMember, std::less<>>> members_;
};

}  // namespace ts::compiler
