// Input: any text as IR. Parsing ends with a graph or an error. The printed graph, parsed and
// printed again, is the same text. The canonical form has the same property.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "core/ir/text.h"

namespace {

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

std::string printedAgain(const std::string& text) {
  ts::ir::ParsedGraph parsed = ts::ir::parseGraph(text, std::make_shared<ts::types::TypeTable>());
  require(parsed.graph != nullptr, ("printed text isn't read: " + parsed.error).c_str(), text);
  return ts::ir::print(*parsed.graph);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  ts::ir::ParsedGraph parsed = ts::ir::parseGraph(input, std::make_shared<ts::types::TypeTable>());
  if (parsed.graph == nullptr) {
    require(!parsed.error.empty() && parsed.line > 0, "an error without words or place",
            std::string(input));
    return 0;
  }
  std::string text = ts::ir::print(*parsed.graph);
  require(printedAgain(text) == text, "printing isn't stable", text);
  std::string canonical = ts::ir::print(*ts::ir::canonicalize(*parsed.graph));
  require(printedAgain(canonical) == canonical, "canonical printing isn't stable", canonical);
  (void)ts::ir::verify(*parsed.graph);
  return 0;
}
