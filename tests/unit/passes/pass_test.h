// Tests of passes: IR text in, IR text out. The expected text is PyTorch's output, which
// tests/oracle/record_passes.py writes into these files.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "core/ir/text.h"
#include "core/passes/registry.h"

namespace ts::passes {

// Returns the canonical graph after the pass, with all values numbered in order, or an error
// message.
inline std::string after(std::string_view pass, std::string_view text) {
  ir::ParsedGraph parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  if (parsed.graph == nullptr) return "line " + std::to_string(parsed.line) + ": " + parsed.error;
  if (auto error = findPass(pass)->run(*parsed.graph)) return "error: " + error->message;
  if (std::string fault = ir::verify(*parsed.graph); !fault.empty()) return "broken: " + fault;
  std::string printed = ir::print(*ir::canonicalize(*parsed.graph), {.locations = false});

  std::string result;
  std::map<std::string, size_t> numbers;
  for (size_t at = 0; at < printed.size();) {
    result += printed[at];
    if (printed[at++] != '%') continue;
    size_t end = at;
    while (end < printed.size() && (std::isalnum(static_cast<unsigned char>(printed[end])) != 0 ||
                                    printed[end] == '_' || printed[end] == '.'))
      ++end;
    result += std::to_string(
        numbers.try_emplace(printed.substr(at, end - at), numbers.size()).first->second);
    at = end;
  }
  return result;
}

// Removes the line break at the start of a raw string.
inline std::string_view body(std::string_view raw) { return raw.substr(1); }

}  // namespace ts::passes

// Tests one pass on one graph.
#define PASS_TEST(suite, name, pass, in, out)                                              \
  TEST(suite, name) {                                                                      \
    EXPECT_EQ(::ts::passes::after(pass, ::ts::passes::body(in)), ::ts::passes::body(out)); \
  }

// Tests the passes after the emitter: the Python source, the graph that the compiler emits for it,
// and the final graph.
#define EMITTED_TEST(suite, name, source, in, out) PASS_TEST(suite, name, "finish-emitted", in, out)
