#include "core/check/run.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <thread>
#include <unordered_set>

#include "core/base/heap.h"
#include "core/base/output.h"
#include "core/check/baseline.h"
#include "core/check/fix.h"
#include "core/check/notebooks.h"
#include "core/check/progress.h"
#include "core/check/statistics.h"
#include "core/check/surrounding_files.h"
#include "core/command_line/rule_pages.h"
#include "core/driver/result_cache.h"
#include "core/driver/scripted_definitions.h"
#include "core/driver/workspace_index.h"
#include "core/source/run_files.h"

namespace ts::check {

namespace {

constexpr std::string_view kStandardInput = "-";

bool reachedLimit(const std::vector<diag::Diagnostic>& diagnostics) {
  return std::ranges::any_of(diagnostics, [](const diag::Diagnostic& diagnostic) {
    return diagnostic.rule == diag::Rule::CheckLimit;
  });
}

using CheckOne = std::function<driver::FileResult(size_t index)>;

// Checks files on several threads and returns the results in the order of the files. At most a few
// results wait at any time, and only those with diagnostics keep trees, so memory does not grow
// with the number of files.
class ParallelCheck {
 public:
  ParallelCheck(CheckOne checkOne, size_t files, unsigned jobs)
      : one_(std::move(checkOne)), files_(files), results_(files), window_(size_t{8} * jobs) {
    // Starting a thread costs more than checking a small file, so take() checks a single file
    // itself.
    if (jobs > 1 && files > 1) {
      for (unsigned i = 0; i < jobs; ++i) threads_.emplace_back([this] { work(); });
    }
  }
  ~ParallelCheck() {
    next_ = files_;
    {
      std::lock_guard lock(mutex_);
      taken_ = files_;
    }
    takenChanged_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  driver::FileResult take(size_t index) {
    if (threads_.empty()) {
      driver::FileResult result = one_(index);
      return result.isShortOfMemory ? one_(index) : std::move(result);
    }
    // A worker has allocated the previous result and this thread has released it.
    heap::share();
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [&] { return results_[index].has_value() || failure_; });
    if (failure_) std::rethrow_exception(failure_);
    driver::FileResult result = std::move(*results_[index]);
    results_[index].reset();
    taken_ = index + 1;
    takenChanged_.notify_all();
    lock.unlock();
    // Other files that were checked at the same time may have taken the memory.
    if (result.isShortOfMemory) {
      std::unique_lock noOther(checking_);
      heap::makeRoom();
      result = one_(index);
    }
    return result;
  }

 private:
  void work() {
    for (;;) {
      const size_t index = next_.fetch_add(1);
      if (index >= files_) return;
      {
        std::unique_lock lock(mutex_);
        takenChanged_.wait(lock, [&] { return index < taken_ + window_; });
      }
      try {
        driver::FileResult result = check(index);
        std::lock_guard lock(mutex_);
        results_[index] = std::move(result);
      } catch (...) {
        std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
      }
      finished_.notify_one();
      heap::share();  // before this thread waits, or another one repeats a check
    }
  }

  driver::FileResult check(size_t index) {
    std::shared_lock others(checking_);
    driver::FileResult result = one_(index);
    if (result.diagnostics.empty()) {  // nothing points into the trees
      result.tree.reset();
      result.imports.clear();
      result.typesOwner.reset();
    }
    return result;
  }

  CheckOne one_;
  const size_t files_;
  std::vector<std::optional<driver::FileResult>> results_;
  const size_t window_;
  std::atomic<size_t> next_{0};
  std::shared_mutex checking_;  // shared by the checks; held alone by one that is repeated
  std::mutex mutex_;
  std::condition_variable finished_;
  std::condition_variable takenChanged_;
  size_t taken_ = 0;
  std::exception_ptr failure_;  // of a worker
  std::vector<std::thread> threads_;
};

struct Counts {
  size_t files = 0;
  size_t models = 0;
  size_t functions = 0;
  size_t skipped = 0;
  size_t candidates = 0;  // with problems
  size_t hiddenCandidates = 0;
  size_t errors = 0;
  size_t warnings = 0;
  size_t unreadable = 0;
};

std::string plural(size_t count, const char* noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

bool isForPeople(diag::Format format) { return format == diag::Format::Text; }

diag::RenderOptions renderOptions(const Settings& settings) {
  diag::RenderOptions options;
  options.version = JITSCOPE_VERSION;
  options.rulePages = rulePages();
  const bool terminal = isatty(STDOUT_FILENO);
  const char* noColour = std::getenv("NO_COLOR");
  const bool wanted = terminal && !(noColour && *noColour);
  options.colour = settings.colour == Colour::Always || (settings.colour == Colour::Auto && wanted);
  winsize size{};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    // The gutter takes at most eight cells.
    options.width = std::max(40, static_cast<int>(size.ws_col) - 8);
  }
  return options;
}

class Report {
 public:
  // baseline: null without one. It collects the problems with --write-baseline.
  Report(const Settings& settings, const Notebooks& notebooks, Baseline* baseline,
         const driver::ChosenTorch& torch)
      : notebooks_(notebooks),
        baseline_(baseline),
        torch_(torch),
        format_(settings.format),
        isVerbose_(settings.verbose),
        showsCandidates_(settings.candidates),
        writesBaseline_(!settings.writeBaseline.empty()),
        showsStatistics_(settings.statistics),
        stream_(standardOutput()),
        renderer_(diag::makeRenderer(settings.format, renderOptions(settings))) {}

  void add(const driver::FileResult& result, Progress& progress) {
    if (!result.error.empty()) {
      unreadable(result.path, result.error, progress);
      return;
    }
    ++counts_.files;
    addRoots(result, progress);
    addShortage(result, progress);
  }

  // The result of a file around the checked ones: what its roots find in these. `isChecked` tells
  // their normal paths.
  void addSurrounding(driver::FileResult result,
                      const std::function<bool(const std::string& path)>& isChecked,
                      Progress& progress) {
    std::erase_if(result.diagnostics, [&](const diag::Diagnostic& diagnostic) {
      return !diagnostic.range || !isChecked(normalPath(diagnostic.range.file->path()));
    });
    addRoots(result, progress);
  }

  // The result of driver::checkProjectRoots(); and a part of add().
  void addRoots(const driver::FileResult& result, Progress& progress) {
    counts_.models += result.roots.models;
    counts_.functions += result.roots.functions;
    addDiagnostics(result.diagnostics);
    write(progress);
  }

  // The result of Snapshot::checkCandidates(), after the file's own result. Candidates are shown on
  // demand, and when the project takes them for more than information.
  void addCandidates(const driver::FileResult& result, diag::Severity severity,
                     Progress& progress) {
    counts_.models += result.roots.models;
    counts_.candidates += result.candidatesWithProblems;
    const bool isShown = showsCandidates_ || isProblem(severity);
    if (!isShown) counts_.hiddenCandidates += result.candidatesWithProblems;
    if (isShown) addDiagnostics(result.diagnostics);
    write(progress);
    addShortage(result, progress);
  }

  // A check that ended early, without a diagnostic about it.
  void addShortage(const driver::FileResult& result, Progress& progress) {
    if (result.isShortOfMemory && !reachedLimit(result.diagnostics))
      unreadable(result.path, "parts are not checked: " + heap::exhausted(), progress);
  }

  void addDiagnostics(const std::vector<diag::Diagnostic>& diagnostics) {
    for (diag::Diagnostic diagnostic : diagnostics) {
      if (!isNew(diagnostic)) continue;
      notebooks_.moveToCells(diagnostic);
      if (isSkipped(diagnostic)) {
        countSkipped(diagnostic);
        if (!isVerbose_) continue;
      }
      if (baseline_ && isProblem(diagnostic.severity)) {
        if (writesBaseline_) baseline_->add(diagnostic);
        if (writesBaseline_ || baseline_->covers(diagnostic)) continue;
      }
      if (diagnostic.severity == diag::Severity::Error) ++counts_.errors;
      if (diagnostic.severity == diag::Severity::Warning) ++counts_.warnings;
      if (showsStatistics_) {
        statistics_.add(diagnostic);
      } else {
        renderer_->add(diagnostic);
      }
    }
  }

  void unreadable(std::string_view path, std::string_view reason, Progress& progress) {
    ++counts_.unreadable;
    renderer_->addUnreadable(path, reason);
    if (!isForPeople(format_)) {
      progress.clear();
      printProblem("tscheck", std::string(path) + ": " + std::string(reason));
      return write(progress);
    }
    progress.clear();
    standardError().write(renderer_->take());
  }

  int finish(Progress& progress) {
    renderer_->finish();
    write(progress);
    progress.clear();
    stream_.write(statistics_.text());
    if (isForPeople(format_) && counts_.files) summarise();
    if (counts_.unreadable) return kWrongUsage;
    return counts_.errors ? kProblems : kFine;
  }

 private:
  static bool isProblem(diag::Severity severity) {
    return severity == diag::Severity::Error || severity == diag::Severity::Warning;
  }
  // True for reasons why something was not checked, which the summary counts.
  static bool isSkipped(const diag::Diagnostic& diagnostic) {
    return diag::info(diagnostic.rule).family == diag::Family::Skipped &&
           !isProblem(diagnostic.severity);
  }
  // Most imports that are not found, as pytest, change nothing: each package counts once, apart
  // from code that is not checked.
  void countSkipped(const diag::Diagnostic& diagnostic) {
    if (diagnostic.rule != diag::Rule::ImportNotFound) {
      ++counts_.skipped;
      return;
    }
    const std::string_view module = diagnostic.range.file->text(diagnostic.range.span);
    missingPackages_.emplace(module.substr(0, module.find('.', 1)));
  }
  // True when the diagnostic was not reported before. A function that several files import is
  // compiled for each of them, so its diagnostics repeat.
  bool isNew(const diag::Diagnostic& diagnostic) {
    const SourceRange& at = diagnostic.range;
    if (!at) return true;
    return seen_
        .insert(at.file->path() + ':' + std::to_string(at.span.begin) + ':' +
                std::to_string(at.span.end) + ':' + diag::code(diagnostic.rule) + ':' +
                diagnostic.message)
        .second;
  }

  void write(Progress& progress) {
    const std::string text = renderer_->take();
    if (text.empty()) return;
    progress.clear();
    stream_.write(text);
  }

  void summarise() {
    std::string line = plural(counts_.files, "file") + "; " + plural(counts_.models, "model") +
                       " and " + plural(counts_.functions, "function") + " checked";
    if (counts_.skipped) line += ", " + std::to_string(counts_.skipped) + " skipped";
    if (!missingPackages_.empty())
      line += ", " + plural(missingPackages_.size(), "package") + " not found";
    if ((counts_.skipped || !missingPackages_.empty()) && !isVerbose_)
      line += " (reasons with --verbose)";
    if (counts_.errors + counts_.warnings == 0) {
      line += writesBaseline_ ? "" : ": no problems";
    } else {
      line += ": " + plural(counts_.errors, "error") + ", " + plural(counts_.warnings, "warning");
    }
    if (counts_.candidates)
      line += "; problems in " + plural(counts_.candidates, "candidate") +
              (counts_.hiddenCandidates ? " (shown with --candidates)" : "");
    if (counts_.unreadable)
      line += "; " + std::to_string(counts_.unreadable) + " could not be read";
    if (baseline_ && !writesBaseline_) {
      line += "; " + plural(baseline_->covered(), "problem") + " in the baseline";
      if (const size_t unused = baseline_->unused())
        line += ", which has " + plural(unused, "line") + " without a problem";
    }
    stream_.write(line + '\n' + driver::describe(torch_) + '\n');
  }

  const Notebooks& notebooks_;
  Baseline* baseline_;
  const driver::ChosenTorch& torch_;
  diag::Format format_;
  bool isVerbose_;
  bool showsCandidates_;
  bool writesBaseline_;
  bool showsStatistics_;
  Statistics statistics_;
  OutputStream& stream_;
  std::unique_ptr<diag::Renderer> renderer_;
  Counts counts_;
  std::unordered_set<std::string> seen_;
  std::set<std::string, std::less<>> missingPackages_;
};

}  // namespace

std::string readStandardInput(std::string& error) {
  std::string bytes;
  char buffer[65536];
  while (size_t got = std::fread(buffer, 1, sizeof buffer, stdin)) {
    bytes.append(buffer, got);
    if (bytes.size() > DiskFileSystem::kMaxFileBytes)
      break;  // the check reports that it is too large
  }
  if (std::ferror(stdin)) error = "standard input can't be read";
  return bytes;
}

namespace {

driver::Options optionsOf(const Settings& settings, const ArgumentGroup& group) {
  const driver::ProjectFile& project = group.project;
  driver::Options options;
  options.roots = settings.roots.value_or(project.check.value_or(driver::Roots::Auto));
  options.importPaths = settings.importPaths.empty() ? project.importPaths : settings.importPaths;
  options.importPaths.insert(options.importPaths.end(), group.installed.begin(),
                             group.installed.end());
  options.severity = project.severity;
  options.candidates = project.candidates;
  return options;
}

struct CachePlace {
  std::string folder;
  std::string program;
};

// The place of the results of earlier runs, if they are used. A fix changes files while it checks.
std::optional<CachePlace> cachePlace(const Settings& settings, const driver::ChosenTorch& torch) {
  if (settings.noCache || settings.fix) return std::nullopt;
  std::string folder = userCacheFolder("results");
  const std::string build = driver::buildOfProgram();
  if (folder.empty() || build.empty()) return std::nullopt;
  return CachePlace{std::move(folder), "tscheck " JITSCOPE_VERSION " " + build + ' ' +
                                           std::string(profileName(torch.profile))};
}

}  // namespace

int run(const Settings& settings, const ArgumentGroups& argumentGroups,
        const driver::ChosenTorch& torch) {
  std::optional<Baseline> baseline;
  if (!settings.writeBaseline.empty()) baseline.emplace(settings.writeBaseline);
  if (!settings.baseline.empty()) {
    baseline.emplace(settings.baseline);
    if (const std::string error = baseline->read(); !error.empty()) {
      printProblem("tscheck", error);
      return kWrongUsage;
    }
  }
  const std::vector<ArgumentGroup>& groups = argumentGroups.groups;
  std::vector<driver::Options> options;
  for (const ArgumentGroup& group : groups) options.push_back(optionsOf(settings, group));
  const auto isAuto = [](const driver::Options& options) {
    return options.roots == driver::Roots::Auto;
  };
  const auto isInput = [](const std::string& path) { return path == kStandardInput; };
  const auto inputs = std::ranges::count_if(settings.paths, isInput);
  const GroupedFiles discovered =
      discoverGroups(DiskFileSystem(), settings.paths, argumentGroups, settings.exclude);
  const driver::Discovered& discoveredPaths = discovered.found;
  Notebooks notebooks;
  const FileSystemPtr opened = notebooks.open(discoveredPaths.files);
  const std::optional<CachePlace> place = cachePlace(settings, torch);
  const auto files = place ? std::make_shared<const RunFiles>(opened) : nullptr;
  const FileSystemPtr disk = files ? files : opened;
  const std::vector<size_t>& groupOf = discovered.groupOf;
  std::vector<SurroundingRoot> around;
  std::shared_ptr<driver::WorkspaceIndex> index;
  if (std::ranges::any_of(options, isAuto)) {
    // Shared by all groups: the caller of a root may be in another project.
    index = std::make_shared<driver::WorkspaceIndex>();
    index->update(*disk, discoveredPaths.files);
    around = addSurroundings(*disk, settings.workspace, settings.paths, argumentGroups, discovered,
                             *index);
    for (driver::Options& groupOptions : options) groupOptions.index = index;
  }
  const driver::Workspace workspace(disk, options[0]);
  const auto cache = place ? std::make_unique<driver::ResultCache>(place->folder, place->program,
                                                                   files, index.get())
                           : nullptr;
  const auto check = [&](const driver::Snapshot& snapshot, const std::string& path) {
    return cache ? cache->check(snapshot, path) : snapshot.check(path);
  };
  const auto snapshotsOf = [&](const driver::Snapshot& texts) {
    std::vector<driver::Snapshot> snapshots;
    for (const driver::Options& groupOptions : options)
      snapshots.push_back(texts.with(groupOptions));
    return snapshots;
  };

  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const auto jobs = static_cast<unsigned>(std::min<size_t>(
      settings.jobs ? settings.jobs : cores, std::max<size_t>(1, discoveredPaths.files.size())));
  FixResult fixed;
  if (settings.fix) {
    fixed = applyFixes(
        workspace, *disk, discoveredPaths.files, settings.unsafe ? FixKinds::All : FixKinds::Safe,
        [&](const driver::Snapshot& texts, const auto& use) {
          const std::vector<driver::Snapshot> all = snapshotsOf(texts);
          ParallelCheck checks(
              [&](size_t i) { return all[groupOf[i]].check(discoveredPaths.files[i]); },
              discoveredPaths.files.size(), jobs);
          for (size_t i = 0; i < discoveredPaths.files.size(); ++i) use(checks.take(i));
          for (size_t group = 0; group < groups.size(); ++group)
            if (!groups[group].project.roots.empty())
              use(driver::checkProjectRoots(all[group], groups[group].project));
        });
    if (settings.diff) printDiff(fixed);
    if (settings.diff) return fixed.files.empty() ? kFine : kProblems;
    if (!writeFixed(fixed)) return kWrongUsage;
  }
  const std::vector<driver::Snapshot> snapshots =
      snapshotsOf(workspace.snapshot(documentsOf(fixed)));
  Report report(settings, notebooks, baseline ? &*baseline : nullptr, torch);
  Progress progress(discoveredPaths.files.size());
  for (const ArgumentGroup& group : groups) {
    std::vector<diag::Diagnostic> ofProject = group.project.problems;
    diag::applySeverities(group.project.severity, ofProject);
    report.addDiagnostics(ofProject);
  }
  for (const driver::UnreadablePath& path : discoveredPaths.unreadable)
    report.unreadable(path.path, path.reason, progress);
  if (inputs) {
    std::string error;
    std::string bytes = readStandardInput(error);
    if (error.empty()) {
      report.add(snapshots[0].checkBytes(kStandardInputName, std::move(bytes)), progress);
    } else {
      report.unreadable(kStandardInputName, error, progress);
    }
  }
  std::vector<compiler::ReachedClass> reached;
  {
    ParallelCheck checks(
        [&](size_t i) { return check(snapshots[groupOf[i]], discoveredPaths.files[i]); },
        discoveredPaths.files.size(), jobs);
    for (size_t i = 0; i < discoveredPaths.files.size(); ++i) {
      const driver::FileResult result = checks.take(i);
      reached.insert(reached.end(), result.roots.reached.begin(), result.roots.reached.end());
      report.add(result, progress);
      progress.done(i + 1);
    }
  }
  if (!around.empty()) {
    std::unordered_set<std::string> checked;
    for (const std::string& file : discoveredPaths.files) checked.insert(normalPath(file));
    ParallelCheck checks(
        [&](size_t i) { return check(snapshots[around[i].group], around[i].path); }, around.size(),
        jobs);
    for (size_t i = 0; i < around.size(); ++i) {
      driver::FileResult result = checks.take(i);
      reached.insert(reached.end(), result.roots.reached.begin(), result.roots.reached.end());
      report.addSurrounding(
          std::move(result), [&](const std::string& path) { return checked.contains(path); },
          progress);
    }
  }
  for (size_t group = 0; group < groups.size(); ++group) {
    const driver::ProjectFile& project = groups[group].project;
    if (project.roots.empty() || std::ranges::find(groupOf, group) == groupOf.end()) continue;
    const driver::FileResult result = driver::checkProjectRoots(snapshots[group], project);
    reached.insert(reached.end(), result.roots.reached.begin(), result.roots.reached.end());
    report.addRoots(result, progress);
  }
  const auto hasCandidates = [&](const driver::Options& groupOptions) {
    return isAuto(groupOptions) && (settings.candidates || groupOptions.candidates);
  };
  if (std::ranges::any_of(options, hasCandidates)) {
    std::ranges::sort(reached);
    ParallelCheck checks(
        [&](size_t i) {
          const driver::Snapshot& snapshot = snapshots[groupOf[i]];
          const std::string& path = discoveredPaths.files[i];
          if (!hasCandidates(options[groupOf[i]])) return driver::FileResult{};
          return cache ? cache->checkCandidates(snapshot, path, reached)
                       : snapshot.checkCandidates(path, reached);
        },
        discoveredPaths.files.size(), jobs);
    for (size_t i = 0; i < discoveredPaths.files.size(); ++i) {
      report.addCandidates(checks.take(i),
                           options[groupOf[i]].candidates.value_or(diag::Severity::Information),
                           progress);
      progress.done(i + 1);
    }
  }
  const int status = report.finish(progress);
  if (settings.writeBaseline.empty()) return status;
  if (const std::string error = baseline->write(); !error.empty()) {
    printProblem("tscheck", error);
    return kWrongUsage;
  }
  return status;
}

}  // namespace ts::check
