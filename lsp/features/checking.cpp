// Handles finished checks and shows the progress of checking many documents.
#include <algorithm>
#include <utility>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

bool areSame(const std::vector<diag::Diagnostic>& a, const std::vector<diag::Diagnostic>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const diag::Diagnostic& one, const diag::Diagnostic& other) {
                      return one.rule == other.rule && one.range.span == other.range.span &&
                             one.message == other.message;
                    });
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

void checkFinished(Session& session, const CheckResultPtr& result) {
  publishDiagnostics(session, *result);
  // A client that pulls asks again after an edit, but does not know of changes in other files.
  const CheckResultPtr before = session.scheduler.latestResult(result->uri);
  if (result->isRecheck && before && !areSame(before->diagnostics, result->diagnostics))
    refreshDiagnostics(session);
  showProgress(session);
}

void checkAll(Session& session) {
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
