// The output formats of tsviz: rows of formats.def, each with a function from a graph or a picture
// to bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/ir/ir.h"
#include "core/picture/picture.h"
#include "viz/page_size.h"

namespace ts::viz {

class LiveCall;

// The input of a format.
enum class FormatNeeds : uint8_t {
  Graph,    // the graph of one function
  Code,     // likewise, of PyTorch's operators: an ONNX file has none
  Groups,   // a picture of nested groups
  Drawing,  // Groups of a target with modules, else Graph; --width and --fit apply
};

// A target as formats show it. The owner of the pointers outlives the call of a format.
struct FormatSubject {
  Picture* picture = nullptr;              // null: the format shows `function`
  const ir::Function* function = nullptr;  // null for a file of tensors
  bool isMethod = false;                   // the first parameter of `function` is self
  // `function` has PyTorch's operators, and `picture` shows it without a second target.
  bool isCompilable = false;
  LiveCall* call = nullptr;  // of `function`, with --inputs; else null
};

struct FormatOptions {
  bool locations = true;
  bool explainFusion = false;
  std::optional<uint32_t> depth;  // deeper blocks show only their number of nodes
  PageSize page;
};

struct FormatResult {
  std::string bytes;
  std::string error;  // empty on success
};

enum class FormatContent : uint8_t {
  Bytes,    // a terminal cannot show them
  Encoded,  // text whose format has escapes of its own: SVG, HTML, JSON
  Plain,    // text that people read; names from files get escapes (core/base/printable.h)
};

struct OutputFormat {
  std::string_view name;  // of --format
  std::string_view help;
  FormatNeeds needs;
  FormatContent content;
  FormatResult (*make)(const FormatSubject& subject, const FormatOptions& options);

  bool takesGroups() const { return needs == FormatNeeds::Groups || needs == FormatNeeds::Drawing; }
};

// All formats; the first is the default.
std::span<const OutputFormat> outputFormats();
// "svg, png or pdf": the names of the formats for which `matches` returns true. last: before the
// last name.
std::string formatNames(bool (*matches)(const OutputFormat&), std::string_view last = "or");

// The model of a function's graph, under the function's name.
inline Model modelOf(const ir::Function& function) {
  return buildModel(*function.graph, std::string(function.simpleName()));
}

#define FORMAT(name, make, needs, content, help) \
  FormatResult make(const FormatSubject& subject, const FormatOptions& options);
#include "viz/formats.def"
#undef FORMAT

}  // namespace ts::viz
