// Handles the start and the end of checks, and shows the progress of checking many documents.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

bool areSame(const std::vector<diag::Diagnostic>& a, const std::vector<diag::Diagnostic>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const diag::Diagnostic& diagnostic, const diag::Diagnostic& other) {
                      return diagnostic.rule == other.rule &&
                             diagnostic.range.span == other.range.span &&
                             diagnostic.message == other.message;
                    });
}

// "file:///a.py version 3", or the URI when the client counts no versions.
std::string nameOf(const std::string& uri, const std::optional<int64_t>& version) {
  return version ? fmt::format("{} version {}", uri, *version) : uri;
}

// `verbose` is added for clients with the trace value "verbose".
void trace(Session& session, std::string_view message, std::string_view verbose = {}) {
  if (session.trace == Trace::Off) return;
  JsonWriter params;
  params.beginObject().member("message", message);
  if (session.trace == Trace::Verbose && !verbose.empty()) params.member("verbose", verbose);
  session.connection.notify("$/logTrace", params.endObject().text());
}

void showProgress(Session& session) {
  if (session.checkingToken.empty()) return;
  const size_t left = session.scheduler.pendingCount();
  const size_t total = std::max(session.checkingTotal, left);
  if (left > 0 && !session.checkingShown) return;
  if (left > 0)
    return session.connection.notify("$/progress",
                                     workContinues(session.checkingToken, total - left, total));
  if (std::exchange(session.checkingShown, false))
    session.connection.notify("$/progress", workEnds(session.checkingToken));
  session.checkingToken.clear();
}

}  // namespace

void checkStarted(Session& session, const Document& document) {
  trace(session, fmt::format("checking {}", nameOf(document.uri, document.version)));
}

void checkDiscarded(Session& session, const CheckResult& result) {
  trace(session,
        fmt::format("{} {} after {:.1f} ms", result.isCancelled ? "cancelled" : "discarded",
                    nameOf(result.uri, result.version), result.milliseconds));
}

void checkFinished(Session& session, const CheckResultPtr& result) {
  if (result->error.empty()) {
    trace(session,
          fmt::format("{} {} in {:.1f} ms",
                      result->isSecondHalf ? "followed the roots of" : "checked",
                      nameOf(result->uri, result->version), result->milliseconds),
          fmt::format("{} bytes, {} diagnostics", result->file->text().size(),
                      result->diagnostics.size()));
  } else {
    trace(session, fmt::format("failed {}", nameOf(result->uri, result->version)));
  }
  if (!result->rootsError.empty())
    session.connection.log(LogLevel::Error, fmt::format("following the roots of {} failed: {}",
                                                        result->uri, result->rootsError));
  publishDiagnostics(session, *result);
  // A client asks again after an edit, but does not know of changes in other files, nor when the
  // second half of a check ends.
  const CheckResultPtr before = session.scheduler.latestResult(result->uri);
  if (result->isRecheck && before && !areSame(before->diagnostics, result->diagnostics))
    refreshDiagnostics(session);
  if (result->isSecondHalf && result->rootsError.empty()) {
    if (!session.client.pullsDiagnostics) publishUnopened(session, *result);
    if (!before || !before->findings || before->findings->factsHash != result->findings->factsHash)
      refreshFacts(session);
    // The reports of the files that the document's roots reach.
    if (result->isRoot)
      for (const std::string& path : result->dependsOn) session.files->reports().invalidate(path);
  }
  showProgress(session);
}

void checkAll(Session& session) {
  session.files->roots().forget();
  session.files->projects().forget();
  session.scheduler.changedAll();
  const size_t total = session.scheduler.pendingCount();
  if (!session.client.serverProgress || !session.checkingToken.empty() || total < 2) return;
  JsonWriter token;
  token.value("checking " + std::to_string(++session.tokens));
  session.checkingToken = token.text();
  session.checkingTotal = total;
  JsonWriter params;
  params.beginObject().key("token").raw(token.text()).endObject();
  session.connection.request("window/workDoneProgress/create", params.text(),
                             [&session, token = token.text()](JsonView result) {
                               // The checks may have finished, or the client may have refused.
                               if (session.checkingToken != token || !result.exists()) return;
                               session.checkingShown = true;
                               session.connection.notify("$/progress",
                                                         workBegins(token, "Checking open files"));
                             });
}

}  // namespace ts::lsp
