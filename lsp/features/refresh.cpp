// Asks the client to repeat its requests.
#include <algorithm>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

struct Refresh {
  const char* capability;  // in the client's "workspace" capabilities
  std::string_view method;
};

constexpr Refresh kDiagnostics = {"diagnostics", "workspace/diagnostic/refresh"};
constexpr Refresh kInlayHints = {"inlayHint", "workspace/inlayHint/refresh"};
constexpr Refresh kRefreshes[] = {
    kDiagnostics,
    {"codeLens", "workspace/codeLens/refresh"},
    kInlayHints,
    {"semanticTokens", "workspace/semanticTokens/refresh"},
};

// Sends at most one request of a method at a time. Further refreshes become one request after the
// client's answer.
void send(Session& session, std::string_view method) {
  const auto& supported = session.client.refreshes;
  if (std::find(supported.begin(), supported.end(), method) == supported.end()) return;
  const auto [pending, isNew] = session.refreshing.emplace(method, false);
  if (!isNew) {
    pending->second = true;
    return;
  }
  session.connection.request(method, {}, [&session, method](JsonView) {
    const auto done = session.refreshing.extract(method);
    if (!done.empty() && done.mapped()) send(session, method);
  });
}

}  // namespace

std::vector<std::string_view> readRefreshes(JsonView workspaceCapabilities) {
  std::vector<std::string_view> supported;
  for (const Refresh& refresh : kRefreshes) {
    if (workspaceCapabilities[refresh.capability]["refreshSupport"].truth())
      supported.push_back(refresh.method);
  }
  return supported;
}

void refreshDiagnostics(Session& session) {
  if (session.client.pullsDiagnostics) send(session, kDiagnostics.method);
}

void refreshFacts(Session& session) { send(session, kInlayHints.method); }

void refresh(Session& session) {
  for (const Refresh& refresh : kRefreshes) {
    if (refresh.method != kDiagnostics.method || session.client.pullsDiagnostics)
      send(session, refresh.method);
  }
}

}  // namespace ts::lsp
