#include "lsp/checks/check_scheduler.h"

#include <algorithm>

#include "lsp/checks/guarded_check.h"

namespace ts::lsp {

CheckScheduler::CheckScheduler(Executor& executor, const Documents& documents, Analysis analysis,
                               CheckEvents events)
    : executor_(executor),
      documents_(documents),
      analysis_(std::move(analysis)),
      events_(std::move(events)),
      roots_(executor,
             [this](const CheckResultPtr& first, const std::shared_ptr<CheckResult>& complete) {
               finishRoots(first, complete);
             }),
      self_(std::make_shared<CheckScheduler*>(this)) {}

CheckScheduler::~CheckScheduler() {
  for (auto& [uri, document] : states_) document.stop.request_stop();
  *self_ = nullptr;
}

void CheckScheduler::changed(const std::string& uri) {
  outdated_.insert(uri);
  checkAgain(uri);
  checkDependents(documents_.all().at(uri).path);
}

void CheckScheduler::checkDependents(const std::string& path) {
  const auto entry = dependents_.find(path);
  if (entry == dependents_.end()) return;
  for (const std::string& uri : std::set<std::string>(entry->second)) {
    // Modules that import each other depend on themselves.
    if (documents_.all().at(uri).path != path) checkAgain(uri);
  }
}

void CheckScheduler::setDependencies(const std::string& uri, DocumentState& document,
                                     const std::vector<std::string>& paths) {
  for (const std::string& path : document.dependsOn) {
    const auto entry = dependents_.find(path);
    entry->second.erase(uri);
    if (entry->second.empty()) dependents_.erase(entry);
  }
  document.dependsOn = std::set<std::string>(paths.begin(), paths.end());
  for (const std::string& path : document.dependsOn) dependents_[path].insert(uri);
}

void CheckScheduler::checkAgain(const std::string& uri) {
  DocumentState& document = states_[uri];
  document.newestChange = ++changes_;
  document.current.reset();
  roots_.drop(uri);
  if (document.checkedChange) {
    document.stop.request_stop();
  } else {
    start(uri, document);
  }
}

void CheckScheduler::changedAll() {
  for (const auto& [uri, document] : documents_.all()) checkAgain(uri);
}

void CheckScheduler::rootsChanged() {
  for (const auto& [uri, document] : states_)
    if (document.current && document.current->withRoots) roots_.add(document.current);
}

void CheckScheduler::closed(const std::string& uri, const std::string& path) {
  auto entry = states_.find(uri);
  if (entry == states_.end()) return;
  DocumentState closed = std::move(entry->second);
  states_.erase(entry);
  setDependencies(uri, closed, {});
  open_.documents.erase(path);
  open_.pythonTexts.erase(path);
  // Another document may be open at the path, under another spelling of the URI.
  for (const auto& [other, document] : documents_.all())
    if (document.path == path) outdated_.insert(other);
  closed.stop.request_stop();
  roots_.drop(uri);
  for (auto& callback : closed.waiting) callback(nullptr);
  checkDependents(path);
}

void CheckScheduler::whenCurrent(const std::string& uri,
                                 std::function<void(const CheckResultPtr&)> callback) {
  auto entry = states_.find(uri);
  if (entry == states_.end()) return callback(nullptr);
  if (isAnswer(entry->second.current)) return callback(entry->second.current);
  entry->second.waiting.push_back(std::move(callback));
}

CheckResultPtr CheckScheduler::latestResult(const std::string& uri) const {
  const auto entry = states_.find(uri);
  return entry == states_.end() ? nullptr : entry->second.latest;
}

bool CheckScheduler::isAnswer(const CheckResultPtr& result) {
  // After a change in another file the findings are to be found anew.
  return result &&
         (!result->withRoots || result->isSecondHalf || (result->findings && !result->isRecheck));
}

size_t CheckScheduler::pendingCount() const {
  return static_cast<size_t>(std::count_if(
      states_.begin(), states_.end(), [](const auto& entry) { return !entry.second.current; }));
}

EditorStatePtr CheckScheduler::state() const {
  for (const std::string& uri : std::exchange(outdated_, {})) {
    const auto entry = documents_.all().find(uri);
    if (entry == documents_.all().end()) continue;
    const Document& document = entry->second;
    const SourceFilePtr text = document.snapshot();
    open_.documents.set(document.path,
                        {uri, text, document.version, document.cells, document.isIr});
    if (document.isIr)
      open_.pythonTexts.erase(document.path);
    else
      open_.pythonTexts.set(document.path, text);
  }
  open_.settings = settings;
  open_.folders = folders;
  return std::make_shared<const EditorState>(open_);
}

void CheckScheduler::start(const std::string& uri, DocumentState& document) {
  const Document& open = documents_.all().at(uri);
  const SourceFilePtr file = open.snapshot();
  const EditorStatePtr editorState = state();
  const bool isRecheck = document.latest && document.latest->file == file;
  document.checkedChange = document.newestChange;
  document.stop = std::stop_source();
  events_.started(open);
  auto result = std::make_shared<CheckResult>();
  // The analysis is copied: the scheduler may be gone when the worker starts.
  executor_.run(
      [result, file, editorState, analysis = analysis_, stop = document.stop.get_token()] {
        if (stop.stop_requested()) {
          result->isCancelled = true;
        } else {
          *result = guardedCheck([&] { return analysis(*editorState, file, stop); });
        }
      },
      [result, file, editorState, uri, version = open.version, isRecheck,
       change = document.checkedChange, self = self_] {
        if (!*self) return;
        result->uri = uri;
        result->version = version;
        result->file = file;
        result->state = editorState;
        result->isRecheck = isRecheck;
        (*self)->finish(change, result);
      });
}

void CheckScheduler::finish(uint64_t change, const std::shared_ptr<CheckResult>& result) {
  auto entry = states_.find(result->uri);
  // A document that was closed, or closed and opened again, does not wait for this check.
  if (entry == states_.end() || entry->second.checkedChange != change)
    return events_.discarded(result);
  DocumentState& document = entry->second;
  document.checkedChange = 0;
  if (document.newestChange != change) {
    events_.discarded(result);
    return start(result->uri, document);
  }
  if (result->mayHaveFindings && document.latest && document.latest->findings) {
    addFindings(*result,
                movedFindings(*document.latest->findings, document.latest->file, result->file));
    result->dependsOn.insert(result->dependsOn.end(), document.dependsOn.begin(),
                             document.dependsOn.end());
  }
  setCurrent(document, result);
  if (result->withRoots) roots_.add(result);
}

void CheckScheduler::setCurrent(DocumentState& document, const CheckResultPtr& result) {
  document.current = result;
  setDependencies(result->uri, document, result->dependsOn);
  events_.finished(result);
  document.latest = result;
  if (!isAnswer(result)) return;
  for (auto& callback : std::exchange(document.waiting, {})) callback(result);
}

void CheckScheduler::finishRoots(const CheckResultPtr& first,
                                 const std::shared_ptr<CheckResult>& complete) {
  if (complete->isCancelled) return;
  const auto entry = states_.find(first->uri);
  if (entry == states_.end() || entry->second.current != first) return;
  const double milliseconds = complete->milliseconds;
  if (!complete->error.empty()) {
    std::string error = std::move(complete->error);
    *complete = *first;
    complete->rootsError = std::move(error);
  }
  complete->withRoots = first->withRoots;
  complete->isSecondHalf = true;
  complete->uri = first->uri;
  complete->version = first->version;
  complete->file = first->file;
  complete->state = first->state;
  complete->isRecheck = true;
  complete->milliseconds = milliseconds;
  setCurrent(entry->second, complete);
  // A file that it has read may have changed while it ran.
  const EditorStatePtr now = state();
  const bool isOutdated = std::ranges::any_of(complete->dependsOn, [&](const std::string& path) {
    const SourceFilePtr* before = complete->state->pythonTexts.find(path);
    const SourceFilePtr* after = now->pythonTexts.find(path);
    return (before ? *before : nullptr) != (after ? *after : nullptr);
  });
  if (isOutdated) return checkAgain(first->uri);
  if (first->isRecheck || !complete->isRoot) return;
  // An edit may have added a root: the open files that it reaches show its problems, too.
  const std::string& path = first->file->path();
  for (const std::string& reached : complete->dependsOn) {
    const OpenDocument* open = now->find(reached);
    const auto other = open && reached != path ? states_.find(open->uri) : states_.end();
    if (other != states_.end() && !other->second.dependsOn.contains(path)) checkAgain(open->uri);
  }
}

}  // namespace ts::lsp
