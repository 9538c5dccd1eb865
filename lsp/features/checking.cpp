// Checks that come to their end, and how far they are when there are many.
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
  // The one that has finished is still counted.
  const size_t left = session.checks.underWay();
  const size_t total = std::max(session.checkingTotal, left);
  if (left > 0 && !session.checkingShown) return;
  if (left > 0)
    return session.outbox.notify("$/progress",
                                 workGoesOn(session.checkingToken, total - left, total));
  if (std::exchange(session.checkingShown, false))
    session.outbox.notify("$/progress", workEnds(session.checkingToken));
  session.checkingToken.clear();
}

}  // namespace

void checkFinished(Session& session, const CheckedPtr& checked) {
  publishDiagnostics(session, *checked);
  // A client that asks knows when the text has changed, but not when something else has.
  const CheckedPtr before = session.checks.latest(checked->uri);
  if (checked->again && before &&
      !areSame(before->findings.diagnostics, checked->findings.diagnostics))
    refreshDiagnostics(session);
  showProgress(session);
}

void checkAll(Session& session) {
  session.checks.changedAll();
  const size_t total = session.checks.underWay();
  if (!session.client.serverProgress || !session.checkingToken.empty() || total < 2) return;
  JsonWriter token;
  token.value("checking " + std::to_string(++session.tokens));
  session.checkingToken = token.text();
  session.checkingTotal = total;
  JsonWriter params;
  params.beginObject().key("token").raw(token.text()).endObject();
  session.outbox.ask("window/workDoneProgress/create", params.text(),
                     [&session, token = token.text()](JsonView result) {
                       // It may be over by now, or the client doesn't want to see it.
                       if (session.checkingToken != token || !result.exists()) return;
                       session.checkingShown = true;
                       session.outbox.notify("$/progress",
                                             workBegins(token, "Checking open files"));
                     });
}

}  // namespace ts::lsp
