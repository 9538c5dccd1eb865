// In-memory Python modules for tests: a loader and an environment.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "core/compiler/resolve/python_env.h"
#include "core/syntax/parser.h"

namespace ts::compiler::testing {

class Sources final : public ModuleLoader {
 public:
  // Texts by dotted module name; a name that ends in ".__init__" is a package.
  using Texts = std::map<std::string, std::string>;

  explicit Sources(Texts texts = {}) : texts_(std::move(texts)), environment(*this) {}

  Loaded load(std::string_view dottedName) override {
    for (bool package : {false, true}) {
      auto entry = texts_.find(std::string(dottedName) + (package ? ".__init__" : ""));
      if (entry != texts_.end())
        return {parse(entry->second), std::string(dottedName) + ".py", package};
    }
    return {};
  }

  // Adds a text as the module "case".
  const PyModule& add(const std::string& text) {
    return *environment.addModule("case", "case.py", false, parse(text));
  }

  static syntax::ModulePtr parse(const std::string& text) {
    diag::Sink sink;
    auto tree = syntax::parse(std::make_shared<SourceFile>("case.py", text), sink);
    for (auto& problem : sink.diagnostics()) ADD_FAILURE() << problem.message << " in:\n" << text;
    return tree;
  }

 private:
  Texts texts_;

 public:
  PyEnvironment environment;
};

}  // namespace ts::compiler::testing
