#include "core/check/print.h"

#include <cstdio>

#include "core/check/run.h"
#include "core/diag/renderer.h"
#include "core/diag/renderers/places.h"
#include "core/driver/source_cache.h"
#include "core/syntax/ast_dump.h"
#include "core/syntax/lexer.h"

namespace ts::check {

namespace {

// A line a token: line:column-line:column, kind, text as it stands in the source.
std::string printTokens(const driver::ParsedFile& parsed) {
  const SourceFile& file = *parsed.file;
  syntax::Problems problems;  // the parse has reported them
  const syntax::LexResult lexed =
      syntax::lex(file, {0, static_cast<uint32_t>(file.text().size())}, {}, problems);
  std::string out;
  diag::PlaceFinder places;
  for (const syntax::Token& token : lexed.tokens) {
    const diag::Place begin = places.find(file, token.begin);
    const diag::Place end = places.find(file, token.end);
    out += std::to_string(begin.line) + ':' + std::to_string(begin.column) + '-' +
           std::to_string(end.line) + ':' + std::to_string(end.column) + ' ';
    out += syntax::kindName(token.kind);
    const std::string text = diag::visible(file.text(token.span()));
    if (!text.empty()) out += ' ' + text;
    out += '\n';
  }
  return out;
}

std::string printAst(const driver::ParsedFile& parsed) {
  return syntax::dumpAst(*parsed.tree) + '\n';
}

using Printer = std::string (*)(const driver::ParsedFile&);

Printer printerOf(Phase phase) {
  switch (phase) {
    case Phase::Tokens: return printTokens;
    case Phase::Ast: return printAst;
    case Phase::None: break;
  }
  return nullptr;
}

}  // namespace

int print(const Settings& settings) {
  if (settings.paths.size() != 1) {
    std::fputs("tscheck: --print takes one file\n", stderr);
    return kWrongUsage;
  }
  const std::string& path = settings.paths[0];
  driver::ParsedFilePtr parsed;
  std::string error;
  if (path == "-") {
    std::string bytes = readStandardInput(error);
    if (error.empty()) parsed = driver::parseBytes("<stdin>", std::move(bytes), {});
  } else {
    parsed = driver::parseFile(DiskFileSystem(), path, {});
    error = parsed->error;
  }
  if (!error.empty()) {
    std::fprintf(stderr, "tscheck: %s: %s\n", path.c_str(), error.c_str());
    return kWrongUsage;
  }
  const std::string text = printerOf(settings.print)(*parsed);
  std::fwrite(text.data(), 1, text.size(), stdout);
  auto renderer = diag::makeRenderer(diag::Format::Text);
  for (const diag::Diagnostic& problem : parsed->problems) renderer->add(problem);
  const std::string problems = renderer->take();
  std::fwrite(problems.data(), 1, problems.size(), stderr);
  return parsed->problems.empty() ? kFine : kProblems;
}

}  // namespace ts::check
