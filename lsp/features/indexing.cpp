// Builds the index of the workspace in the background, with progress, and keeps it up to date.
#include <algorithm>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

// The progress of one build. Used on the server's thread; the worker only posts to it.
struct IndexProgress {
  std::string token;
  bool isShown = false;
  bool isDone = false;
};

std::shared_ptr<IndexProgress> startProgress(Session& session) {
  auto progress = std::make_shared<IndexProgress>();
  if (!session.client.serverProgress) return progress;
  JsonWriter token;
  token.value("indexing " + std::to_string(++session.tokens));
  progress->token = token.text();
  JsonWriter params;
  params.beginObject().key("token").raw(progress->token).endObject();
  session.connection.request(
      "window/workDoneProgress/create", params.text(), [&session, progress](JsonView result) {
        if (progress->isDone || !result.exists()) return;
        progress->isShown = true;
        session.connection.notify("$/progress",
                                  workBegins(progress->token, "Indexing the workspace"));
      });
  return progress;
}

// Removes the files among `indexed` that are not open and not among `paths`: their folder has left
// the workspace, or a project file excludes them now. Returns false when there are none.
bool removeOthers(driver::WorkspaceIndex& index, const std::vector<std::string>& indexed,
                  std::vector<std::string> paths, const EditorState& state) {
  std::ranges::sort(paths);
  bool isRemoved = false;
  for (const std::string& path : indexed) {
    if (std::ranges::binary_search(paths, path) || state.find(path)) continue;
    index.remove(path);
    isRemoved = true;
  }
  return isRemoved;
}

}  // namespace

void indexWorkspace(Session& session) {
  if (session.indexBuild) {
    session.indexBuild->isOutdated = true;
    session.indexBuild->stop.request_stop();
    return;
  }
  if (!followsRoots(session.scheduler.folders)) {
    driver::WorkspaceIndex& index = session.files->index();
    if (removeOthers(index, index.paths(), {}, *session.scheduler.state()))
      session.scheduler.rootsChanged();
    return publishProjects(session);
  }
  const std::shared_ptr<IndexProgress> progress = startProgress(session);
  const EditorStatePtr state = session.scheduler.state();
  Executor& executor = session.executor;
  session.indexBuild.emplace();
  // Listed together with the open documents: a file that is created or opened meanwhile stays.
  session.executor.run(
      [files = session.files, state, known = session.files->index().paths(), progress, &executor,
       alive = session.alive, stop = session.indexBuild->stop.get_token()] {
        const driver::Snapshot snapshot = files->snapshotFor(*state, "");
        const std::vector<std::string> paths = files->pythonFiles(snapshot, state->folders);
        const auto report = [&](size_t done) {
          executor.post([alive, progress, done, total = paths.size()] {
            if (!*alive || !progress->isShown || progress->isDone) return;
            (*alive)->connection.notify("$/progress", workContinues(progress->token, done, total));
          });
        };
        removeOthers(files->index(), known, paths, *state);
        files->index().update(snapshot.files(), paths, report, stop);
      },
      [progress, alive = session.alive] {
        if (!*alive) return;
        Session& session = **alive;
        progress->isDone = true;
        if (progress->isShown) session.connection.notify("$/progress", workEnds(progress->token));
        const bool isOutdated = session.indexBuild->isOutdated;
        session.indexBuild.reset();
        if (isOutdated) return indexWorkspace(session);
        session.scheduler.rootsChanged();
        publishProjects(session);
      });
}

void indexFiles(Session& session, std::vector<std::string> paths) {
  if (!followsRoots(session.scheduler.folders) || paths.empty()) return publishProjects(session);
  const EditorStatePtr state = session.scheduler.state();
  auto isRoot = std::make_shared<bool>(false);
  session.executor.run(
      [files = session.files, state, paths = std::move(paths), isRoot] {
        const driver::Snapshot snapshot = files->snapshotFor(*state, "");
        for (const std::string& path : paths) {
          *isRoot |= files->index().usesJit(path);
          files->index().update(snapshot.files(), path);
          *isRoot |= files->index().usesJit(path);
        }
      },
      [isRoot, alive = session.alive] {
        if (!*alive) return;
        if (*isRoot) (*alive)->scheduler.rootsChanged();
        publishProjects(**alive);
      });
}

}  // namespace ts::lsp
