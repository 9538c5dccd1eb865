// Publishes the problems of project files, and those that the roots named there cause.
#include <iterator>
#include <set>
#include <utility>

#include "core/driver/workspace_roots.h"
#include "lsp/features/features.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

void publishProjects(Session& session) {
  const EditorStatePtr state = session.scheduler.state();
  auto checked = std::make_shared<std::vector<CheckResult>>();
  session.executor.run(
      [files = session.files, state, checked, stop = session.stopping.get_token()] {
        for (const Folder& folder : state->folders) {
          const driver::Snapshot snapshot = files->snapshotFor(*state, joinPath(folder.path, "."));
          if (!*snapshot.options().project) continue;
          auto roots = std::make_shared<driver::FileRoots>(
              files->roots().checkProject(snapshot, state->pythonTexts, stop));
          if (roots->isCancelled) return;
          CheckResult& result = checked->emplace_back();
          result.uri = uriOfPath(snapshot.options().project->path);
          result.state = state;
          result.diagnostics = std::move(roots->diagnostics);
          result.elsewhere = std::move(roots->elsewhere);
          result.owners.push_back(std::move(roots));
        }
      },
      [checked, alive = session.alive] {
        if (!*alive) return;
        Session& session = **alive;
        std::set<std::string> gone = std::exchange(session.projects, {});
        for (CheckResult& result : *checked) {
          // A client that pulls diagnostics asks for those of Python files.
          if (session.client.pullsDiagnostics) result.elsewhere.clear();
          result.elsewhere.insert(result.elsewhere.end(),
                                  std::make_move_iterator(result.diagnostics.begin()),
                                  std::make_move_iterator(result.diagnostics.end()));
          publishUnopened(session, result);
          gone.erase(result.uri);
          session.projects.insert(result.uri);
        }
        for (const std::string& uri : gone) {
          CheckResult none;
          none.uri = uri;
          publishUnopened(session, none);
        }
      });
}

}  // namespace ts::lsp
