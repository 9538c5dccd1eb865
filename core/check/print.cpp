#include "core/check/print.h"

#include <algorithm>

#include "core/base/output.h"
#include "core/check/run.h"
#include "core/diag/renderers/places.h"
#include "core/diag/renderers/renderer.h"
#include "core/driver/compile.h"
#include "core/driver/module_search.h"
#include "core/driver/workspace.h"
#include "core/ir/text.h"
#include "core/syntax/ast_dump.h"
#include "core/syntax/lexer.h"

namespace ts::check {

namespace {

// A file with the output of a phase: its text, and the problems that it reported.
struct Printed {
  driver::Snapshot snapshot;
  std::string path;
  driver::ParsedFilePtr parsed;
  std::string text;
  std::unique_ptr<diag::Renderer> problems = diag::makeRenderer(diag::Format::Text);
  bool failed = false;

  void report(const std::vector<diag::Diagnostic>& diagnostics) {
    for (const diag::Diagnostic& diagnostic : diagnostics) problems->add(diagnostic);
    failed = failed || !diagnostics.empty();
  }
};

// One token a line: line:column-line:column, kind, source text.
void printTokens(Printed& out) {
  const SourceFile& file = *out.parsed->file;
  syntax::Problems problems;  // the parse has reported them
  const syntax::LexResult lexed =
      syntax::lex(file, {0, static_cast<uint32_t>(file.text().size())}, {}, problems);
  diag::PlaceFinder places;
  for (const syntax::Token& token : lexed.tokens) {
    const diag::LineColumn begin = places.find(file, token.begin);
    const diag::LineColumn end = places.find(file, token.end);
    out.text += std::to_string(begin.line) + ':' + std::to_string(begin.column) + '-' +
                std::to_string(end.line) + ':' + std::to_string(end.column) + ' ';
    out.text += syntax::kindName(token.kind);
    const std::string text = diag::visible(file.text(token.span()));
    if (!text.empty()) out.text += ' ' + text;
    out.text += '\n';
  }
}

void printAst(Printed& out) { out.text = syntax::dumpAst(*out.parsed->tree) + '\n'; }

// The graph of each function at module level, under a line with its name.
void printIr(Printed& out) {
  if (!out.parsed->problems.empty()) return;
  for (const syntax::Stmt* stmt : out.parsed->tree->body) {
    if (stmt->kind != syntax::StmtKind::FunctionDef) continue;
    const std::string name(syntax::as<syntax::FunctionDef>(*stmt).name.text);
    const driver::CompiledTarget compiled =
        driver::compileTarget(out.snapshot, {driver::TargetKind::PythonFile, out.path, name});
    out.report(compiled.diagnostics);
    if (!compiled.function || !compiled.function->graph) continue;
    out.text += "# " + name + '\n' + ir::print(*compiled.function->graph);
  }
}

struct Printer {
  Phase phase;
  void (*print)(Printed&);
};
constexpr Printer kPrinters[] = {
    {Phase::Tokens, printTokens},
    {Phase::Ast, printAst},
    {Phase::Ir, printIr},
};

}  // namespace

int print(const Settings& settings) {
  if (settings.paths.size() != 1) {
    printProblem("tscheck", "--print takes one file");
    return kWrongUsage;
  }
  auto disk = std::make_shared<DiskFileSystem>();
  driver::Options options;
  options.importPaths = driver::installedPaths(*disk, settings.paths[0]);
  driver::Workspace workspace(disk, std::move(options));
  std::string path = settings.paths[0];
  std::string error;
  driver::Workspace::OpenDocuments documents;
  if (path == "-") {
    path = kStandardInputName;
    documents.set(path, driver::parseBytes(path, readStandardInput(error), {})->file);
  }
  const driver::Snapshot snapshot = workspace.snapshot(std::move(documents));
  Printed printed{snapshot, path, snapshot.parse(path)};
  if (error.empty()) error = printed.parsed->error;
  if (!error.empty()) {
    printProblem("tscheck", path + ": " + error);
    return kWrongUsage;
  }
  printed.report(printed.parsed->problems);
  const auto* printer =
      std::find_if(std::begin(kPrinters), std::end(kPrinters),
                   [&](const Printer& candidate) { return candidate.phase == settings.print; });
  printer->print(printed);
  standardOutput().write(printed.text);
  standardError().write(printed.problems->take());
  return printed.failed ? kProblems : kFine;
}

}  // namespace ts::check
