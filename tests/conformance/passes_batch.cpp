// Runs passes on graphs for tests/conformance/passes.py and tests/oracle/record_passes.py. A
// request is "PASS LENGTH" and LENGTH bytes of IR text. The answer is "LENGTH" and the text of the
// canonical graph, or "error: " with the reason.
#include <iostream>
#include <string>

#include "core/ir/text.h"
#include "core/passes/registry.h"

namespace {

std::string answer(const std::string& name, const std::string& text) {
  const ts::passes::Pass* pass = ts::passes::findPass(name);
  if (pass == nullptr) return "error: unknown pass " + name;
  ts::ir::ParsedGraph parsed = ts::ir::parseGraph(text, std::make_shared<ts::types::TypeTable>());
  if (parsed.graph == nullptr)
    return "error: line " + std::to_string(parsed.line) + ": " + parsed.error;
  if (auto error = pass->run(*parsed.graph)) return "error: " + error->message;
  if (std::string fault = ts::ir::verify(*parsed.graph); !fault.empty())
    return "error: broken: " + fault;
  return ts::ir::print(*ts::ir::canonicalize(*parsed.graph), {.locations = false});
}

}  // namespace

int main() {
  std::string name;
  size_t length = 0;
  while (std::cin >> name >> length) {
    std::cin.get();
    std::string text(length, '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(length));
    std::string result = answer(name, text);
    std::cout << result.size() << "\n" << result << std::flush;
  }
}
