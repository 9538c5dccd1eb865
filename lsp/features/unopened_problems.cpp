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
                    const diag::Diagnostic& found) {
  CheckResult inFile;
  inFile.uri = uriOfPath(found.range.file->path());
  inFile.state = state;
  // The diagnostic's owner keeps the file alive.
  inFile.file = SourceFilePtr(SourceFilePtr(), found.range.file);
  JsonWriter out;
  DiagnosticWriter(session.client, session.rulePages, inFile).write(out, found);
  return out.take();
}

// Publishes the problems that all open roots cause in the file, unless it is open: its own check
// finds them then.
void publish(Session& session, const std::string& path) {
  if (session.scheduler.state()->find(path)) return;
  std::vector<std::string> all;
  for (const auto& [root, problems] : session.unopenedProblems) {
    const auto found = problems.find(path);
    if (found == problems.end()) continue;
    for (const std::string& one : found->second)
      if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
  JsonWriter params;
  params.beginObject().member("uri", uriOfPath(path)).key("diagnostics").beginArray();
  for (const std::string& one : all) params.raw(one);
  params.endArray().endObject();
  session.connection.notify("textDocument/publishDiagnostics", params.text());
}

}  // namespace

void publishUnopened(Session& session, const CheckResult& result) {
  std::map<std::string, std::vector<std::string>> problems;
  for (const diag::Diagnostic& found : result.elsewhere)
    problems[found.range.file->path()].push_back(written(session, result.state, found));
  auto& known = session.unopenedProblems[result.uri];
  std::set<std::string> changed;
  for (const auto& [path, texts] : known)
    if (!problems.contains(path)) changed.insert(path);
  for (const auto& [path, texts] : problems) {
    const auto before = known.find(path);
    if (before == known.end() || before->second != texts) changed.insert(path);
  }
  known = std::move(problems);
  if (known.empty()) session.unopenedProblems.erase(result.uri);
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
