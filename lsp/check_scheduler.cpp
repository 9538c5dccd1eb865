#include "lsp/check_scheduler.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

#include "core/base/heap.h"

namespace ts::lsp {

namespace {

// An exception is a bug in the analysis. It fails one check and must not end the server.
CheckResult analyse(const Analysis& analysis, const EditorState& state, const SourceFilePtr& file,
                    const std::stop_token& stop) {
  CheckResult result;
  const auto begin = std::chrono::steady_clock::now();
  try {
    result = analysis(state, file, stop);
  } catch (const std::bad_alloc&) {
    result.error = heap::exhausted();
  } catch (const std::exception& error) {
    result.error = error.what();
  } catch (...) {
    result.error = "an unknown exception";
  }
  heap::makeRoom();
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - begin;
  result.milliseconds = elapsed.count();
  return result;
}

}  // namespace

CheckScheduler::CheckScheduler(Executor& executor, const Documents& documents, Analysis analysis,
                               CheckEvents events)
    : executor_(executor),
      documents_(documents),
      analysis_(std::move(analysis)),
      events_(std::move(events)),
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
  const auto found = dependents_.find(path);
  if (found == dependents_.end()) return;
  for (const std::string& uri : std::set<std::string>(found->second)) {
    // Modules that import each other depend on themselves.
    if (documents_.all().at(uri).path != path) checkAgain(uri);
  }
}

void CheckScheduler::setDependencies(const std::string& uri, DocumentState& document,
                                     const std::vector<std::string>& paths) {
  for (const std::string& path : document.dependsOn) {
    const auto found = dependents_.find(path);
    found->second.erase(uri);
    if (found->second.empty()) dependents_.erase(found);
  }
  document.dependsOn = std::set<std::string>(paths.begin(), paths.end());
  for (const std::string& path : document.dependsOn) dependents_[path].insert(uri);
}

void CheckScheduler::checkAgain(const std::string& uri) {
  DocumentState& document = states_[uri];
  document.newestChange = ++changes_;
  document.current.reset();
  if (document.checkedChange) {
    document.stop.request_stop();
  } else {
    start(uri, document);
  }
}

void CheckScheduler::changedAll() {
  for (const auto& [uri, document] : documents_.all()) checkAgain(uri);
}

void CheckScheduler::closed(const std::string& uri, const std::string& path) {
  auto found = states_.find(uri);
  if (found == states_.end()) return;
  DocumentState closed = std::move(found->second);
  states_.erase(found);
  setDependencies(uri, closed, {});
  open_.documents.erase(path);
  open_.pythonTexts.erase(path);
  // Another document may be open at the path, under another spelling of the URI.
  for (const auto& [other, document] : documents_.all())
    if (document.path == path) outdated_.insert(other);
  closed.stop.request_stop();
  for (auto& callback : closed.waiting) callback(nullptr);
  checkDependents(path);
}

void CheckScheduler::whenCurrent(const std::string& uri,
                                 std::function<void(const CheckResultPtr&)> callback) {
  auto found = states_.find(uri);
  if (found == states_.end()) return callback(nullptr);
  if (found->second.current) return callback(found->second.current);
  found->second.waiting.push_back(std::move(callback));
}

CheckResultPtr CheckScheduler::latestResult(const std::string& uri) const {
  const auto found = states_.find(uri);
  return found == states_.end() ? nullptr : found->second.latest;
}

size_t CheckScheduler::pendingCount() const {
  return static_cast<size_t>(std::count_if(
      states_.begin(), states_.end(), [](const auto& entry) { return !entry.second.current; }));
}

EditorStatePtr CheckScheduler::state() const {
  for (const std::string& uri : std::exchange(outdated_, {})) {
    const auto found = documents_.all().find(uri);
    if (found == documents_.all().end()) continue;
    const Document& document = found->second;
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
          *result = analyse(analysis, *editorState, file, stop);
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

void CheckScheduler::finish(uint64_t change, const CheckResultPtr& result) {
  auto found = states_.find(result->uri);
  // A document that was closed, or closed and opened again, does not wait for this check.
  if (found == states_.end() || found->second.checkedChange != change)
    return events_.discarded(result);
  DocumentState& document = found->second;
  document.checkedChange = 0;
  if (document.newestChange != change) {
    events_.discarded(result);
    return start(result->uri, document);
  }
  document.current = result;
  setDependencies(result->uri, document, result->dependsOn);
  auto waiting = std::exchange(document.waiting, {});
  events_.finished(result);
  document.latest = result;
  for (auto& callback : waiting) callback(result);
}

}  // namespace ts::lsp
