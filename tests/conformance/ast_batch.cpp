// Answers for ast.py: reads names of files from standard input, one a line. For each prints a line
//   tree LENGTH     or     error LINE CODE
// and after a tree LENGTH bytes: its dump without positions inside f-strings.
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
