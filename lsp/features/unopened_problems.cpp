// Publishes the problems that the roots of open files cause in files that are not open.
#include <algorithm>
#include <set>

#include "core/base/json_writer.h"
#include "lsp/features/features.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

namespace {

// A problem in another file, as LSP's Diagnostic.
std::string written(const Session& session, const EditorStatePtr& state,
                    const diag::Diagnostic& diagnostic) {
  CheckResult inFile;
  inFile.uri = uriOfPath(diagnostic.range.file->path());
  inFile.state = state;
  // The diagnostic's owner keeps the file alive.
  inFile.file = SourceFilePtr(SourceFilePtr(), diagnostic.range.file);
  JsonWriter out;
  DiagnosticWriter(session.client, session.rulePages, inFile).write(out, diagnostic);
  return out.take();
}

// Publishes the problems that all open roots cause in the file, unless it is open: its own check
// finds them then.
void publish(Session& session, const std::string& path) {
  if (session.scheduler.state()->find(path)) return;
  std::vector<std::string> all;
  for (const auto& [root, problems] : session.unopenedProblems) {
    const auto entry = problems.find(path);
    if (entry == problems.end()) continue;
    for (const std::string& problem : entry->second)
      if (std::ranges::find(all, problem) == all.end()) all.push_back(problem);
  }
  JsonWriter params;
  params.beginObject().member("uri", uriOfPath(path)).key("diagnostics").beginArray();
  for (const std::string& problem : all) params.raw(problem);
  params.endArray().endObject();
  session.connection.notify("textDocument/publishDiagnostics", params.text());
}

}  // namespace

void publishUnopened(Session& session, const CheckResult& result) {
  std::map<std::string, std::vector<std::string>> problems;
  for (const diag::Diagnostic& diagnostic : result.elsewhere)
    problems[diagnostic.range.file->path()].push_back(written(session, result.state, diagnostic));
  auto& published = session.unopenedProblems[result.uri];
  std::set<std::string> changed;
  for (const auto& [path, texts] : published)
    if (!problems.contains(path)) changed.insert(path);
  for (const auto& [path, texts] : problems) {
    const auto before = published.find(path);
    if (before == published.end() || before->second != texts) changed.insert(path);
  }
  published = std::move(problems);
  if (published.empty()) session.unopenedProblems.erase(result.uri);
  for (const std::string& path : changed) publish(session, path);
}

void closeUnopened(Session& session, const std::string& uri, const std::string& path) {
  const auto closed = session.unopenedProblems.extract(uri);
  if (!closed.empty())
    for (const auto& [reached, texts] : closed.mapped()) publish(session, reached);
  const bool isReached = std::ranges::any_of(
      session.unopenedProblems, [&](const auto& root) { return root.second.contains(path); });
  if (isReached) publish(session, path);
}

}  // namespace ts::lsp
