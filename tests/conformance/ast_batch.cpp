// Parses files for tests/conformance/ast.py. Reads a file name from each line of standard input and
// prints one of two answers:
//
// - "tree LENGTH", then LENGTH bytes: the dump of the tree without positions inside f-strings
// - "error LINE CODE"
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "core/source/decode.h"
#include "core/syntax/ast_dump.h"
#include "core/syntax/parser.h"

int main() {
  std::ios::sync_with_stdio(false);
  std::string dump;
  for (std::string name; std::getline(std::cin, name);) {
    std::ifstream in(name, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    ts::DecodedText decoded = ts::decodeSource(bytes);
    auto file = std::make_shared<ts::SourceFile>(name, std::move(decoded.text));
    ts::diag::Sink sink;
    auto module = ts::syntax::parse(file, sink);
    if (decoded.error) {
      std::cout << "error " << file->lineOf(decoded.error->span.begin) << " TS1008\n" << std::flush;
    } else if (sink.size() > 0) {
      const auto& first = sink.diagnostics().front();
      std::cout << "error " << file->lineOf(first.range.span.begin) << ' '
                << ts::diag::code(first.rule) << ' ' << first.message << '\n'
                << std::flush;
    } else {
      dump.clear();
      ts::syntax::dumpAst(*module, {.positionsInFStrings = false}, dump);
      std::cout << "tree " << dump.size() << '\n' << dump << std::flush;
    }
  }
  return 0;
}
