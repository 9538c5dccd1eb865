// Input: any text. Its tree keeps the invariants of all trees, and parsing is deterministic.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/source/decode.h"
#include "tests/support/tree_invariants.h"

namespace {

std::string dumpOf(const std::string& text) {
  ts::diag::Sink sink;
  return ts::syntax::dumpAst(
      *ts::syntax::parse(std::make_shared<ts::SourceFile>("fuzz.py", text), sink));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  ts::DecodedText decoded = ts::decodeSource({reinterpret_cast<const char*>(data), size});
  std::string problem = ts::tests::checkAnyText(decoded.text);
  if (problem.empty() && dumpOf(decoded.text) != dumpOf(decoded.text))
    problem = "two trees of one text";
  if (!problem.empty()) {
    std::fprintf(stderr, "%s\n", problem.c_str());
    std::abort();
  }
  // Also parses any part of the text as an expression.
  ts::SourceFile file("fuzz.py", decoded.text);
  ts::Arena arena;
  ts::diag::Sink sink;
  auto half = static_cast<uint32_t>(decoded.text.size() / 2);
  ts::syntax::parseExpression(file, {half / 2, half}, arena, sink);
  return 0;
}
