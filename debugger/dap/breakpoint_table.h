// The editor's breakpoints, before and while the program runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/json_writer.h"
#include "core/protocol/json_view.h"
#include "core/source/source_file.h"
#include "debugger/dap/sources.h"
#include "debugger/stepping/breakpoints.h"

namespace ts::dap {

// Reads "0x1f8"; nothing for another value.
std::optional<uint64_t> addressIn(protocol::JsonView reference);

// The mode of line breakpoints that stop where the gradient of a line is computed.
inline constexpr const char* kGradientMode = "gradient";

// Owned by the session; belongs to its thread.
class BreakpointTable {
 public:
  explicit BreakpointTable(const Sources& sources) : sources_(sources) {}

  // Replaces the breakpoints of a source and writes the array of DAP's Breakpoint objects. A line
  // without code is moved to the next line that has code. Returns an error for wrong arguments.
  std::string setLines(protocol::JsonView arguments, JsonWriter& out);
  std::string setFunctions(protocol::JsonView arguments, JsonWriter& out);
  std::string setData(protocol::JsonView arguments, JsonWriter& out);
  std::string setInstructions(protocol::JsonView arguments, JsonWriter& out);
  std::string setExceptions(protocol::JsonView arguments, JsonWriter& out);
  // The lines with code of a DAP Source. Returns an error when it cannot be read.
  std::string linesOf(protocol::JsonView source, std::vector<uint32_t>& lines) const;

  stepping::BreakpointSetPtr snapshot() const {
    return std::make_shared<const stepping::BreakpointSet>(set_);
  }

  // The id of a watched variable or attribute: its path, in the frames with this name.
  static std::string dataIdOf(const std::string& frame, const std::string& path) {
    return frame + ":" + path;
  }

 private:
  // Replaces a list of breakpoints. read: returns a problem; empty on success.
  using Read = std::string (*)(protocol::JsonView from, stepping::Breakpoint& breakpoint);
  std::string replace(std::vector<stepping::Breakpoint>& list, protocol::JsonView arguments,
                      JsonWriter& out, const char* kind, Read read);

  const Sources& sources_;
  stepping::BreakpointSet set_;
  int lastId_ = 0;
};

}  // namespace ts::dap
