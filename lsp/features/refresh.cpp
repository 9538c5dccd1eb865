// Asking the client to ask again.
#include <algorithm>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

struct Refresh {
  const char* capability;  // in the client's "workspace"
  std::string_view method;
};

constexpr Refresh kDiagnostics = {"diagnostics", "workspace/diagnostic/refresh"};
constexpr Refresh kRefreshes[] = {
    kDiagnostics,
    {"codeLens", "workspace/codeLens/refresh"},
    {"inlayHint", "workspace/inlayHint/refresh"},
    {"semanticTokens", "workspace/semanticTokens/refresh"},
};

// Never two at a time: a client that is slow to answer is asked once more when it has.
void send(Session& session, std::string_view method) {
  const auto& taken = session.client.refreshes;
  if (std::find(taken.begin(), taken.end(), method) == taken.end()) return;
  const auto [under, isNew] = session.refreshing.emplace(method, false);
  if (!isNew) {
    under->second = true;
    return;
  }
  session.outbox.ask(method, {}, [&session, method](JsonView) {
    const auto done = session.refreshing.extract(method);
    if (!done.empty() && done.mapped()) send(session, method);
  });
}

}  // namespace

std::vector<std::string_view> readRefreshes(JsonView workspaceCapabilities) {
  std::vector<std::string_view> taken;
  for (const Refresh& one : kRefreshes) {
    if (workspaceCapabilities[one.capability]["refreshSupport"].truth())
      taken.push_back(one.method);
  }
  return taken;
}

void refreshDiagnostics(Session& session) {
  if (session.client.pullsDiagnostics) send(session, kDiagnostics.method);
}

void refresh(Session& session) {
  for (const Refresh& one : kRefreshes) {
    if (one.method != kDiagnostics.method || session.client.pullsDiagnostics)
      send(session, one.method);
  }
}

}  // namespace ts::lsp
