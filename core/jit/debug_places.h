// The places of instructions in Python source, as debug information in LLVM's text form.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/source/source_file.h"

namespace ts::jit {

// The debug places of one function. Its instructions may come from several files, because calls are
// inlined.
class DebugPlaces {
 public:
  // function: its name for readers, such as "Net.forward". at: its own place.
  DebugPlaces(std::string_view function, const SourceRange& at);

  // The end of an instruction: ", !dbg !7".
  std::string suffixOf(const SourceRange& at);
  // The end of the function's first line.
  static std::string_view functionSuffix() { return " !dbg !4"; }
  // The definitions at the end of the module.
  std::string definitions() const;

 private:
  int add(std::string definition);
  int fileOf(const SourceRange& at);

  std::vector<std::string> definitions_;  // by number
  std::map<std::string, int> files_, scopes_;
  std::map<std::tuple<int, uint32_t, uint32_t>, int> places_;  // by scope, line and column
};

}  // namespace ts::jit
