// Parses a target of a command line: FILE.py:NAME, package.module:NAME, FILE.pt, FILE.onnx or
// FILE.ir.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ts::driver {

enum class TargetKind : uint8_t {
  PythonFile,    // `path` is the file
  PythonModule,  // `path` is the dotted name of the module
  Archive,       // FILE.pt or FILE.pth
  Onnx,          // FILE.onnx
  Ir,            // FILE.ir: IR text
};

struct Target {
  TargetKind kind;
  std::string path;
  std::string name;  // function, class or instance, may be dotted; empty for files of graphs
};

struct ParsedTarget {
  std::optional<Target> target;
  std::string error;  // a message for the user; empty when there is a target

  explicit operator bool() const { return target.has_value(); }
};

// Looks only at the text, not at the disk.
ParsedTarget parseTarget(std::string_view text);

}  // namespace ts::driver
