#include "core/check/fix.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/output.h"
#include "core/check/unified_diff.h"
#include "core/command_line/command_line.h"
#include "core/fixes/fixes.h"

namespace ts::check {

namespace {

// Fixes may make others possible; fixes that undo each other must end.
constexpr int kMostRounds = 10;

struct TextEdit {
  Span span;
  std::string text;
};

std::string apply(std::string_view text, std::vector<TextEdit> edits) {
  std::ranges::stable_sort(edits, {}, [](const TextEdit& edit) { return edit.span.begin; });
  std::string result;
  size_t at = 0;
  for (const TextEdit& edit : edits) {
    result += text.substr(at, edit.span.begin - at);
    result += edit.text;
    at = edit.span.end;
  }
  return result += text.substr(at);
}

// One check of all files, and the fixes that it allows.
class Round {
 public:
  // `candidates`: the files that may change; null for a file of which that is not known yet.
  Round(const FileSystem& disk, std::map<std::string, std::optional<FixedFile>>& candidates)
      : disk_(disk), candidates_(candidates) {}

  void add(const driver::FileResult& result) {
    for (const diag::Diagnostic& diagnostic : result.diagnostics) {
      if (diagnostic.fixes.empty() || !mayChange(diagnostic.fixes.front())) continue;
      const diag::Fix* fix = selection_.add(diagnostic);
      if (!fix) continue;
      for (const diag::Edit& edit : fix->edits)
        edits_[edit.range.file->path()].push_back({edit.range.span, edit.text});
      const SourceRange& at = diagnostic.range;
      said_[fix->edits.front().range.file->path()].push_back(
          fmt::format("{}:{}: {} [{}]", at.file->path(), at.file->lineOf(at.span.begin), fix->title,
                      diag::code(diagnostic.rule)));
    }
  }

  // Returns whether a file changed.
  bool finish() {
    for (auto& [path, edits] : edits_) {
      FixedFile& file = *candidates_.find(path)->second;
      file.after =
          std::make_shared<const SourceFile>(path, apply(file.after->text(), std::move(edits)));
      std::ranges::move(said_[path], std::back_inserter(file.applied));
    }
    return !edits_.empty();
  }

 private:
  bool mayChange(const diag::Fix& fix) {
    return std::ranges::all_of(fix.edits, [&](const diag::Edit& edit) {
      return edit.range.file && mayChange(*edit.range.file);
    });
  }

  // Returns whether the file is one of the checked files, and in UTF-8.
  bool mayChange(const SourceFile& file) {
    const auto entry = candidates_.find(file.path());
    if (entry == candidates_.end()) return false;
    if (entry->second) return true;
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    std::string bytes = disk_.read(file.path()).bytes;
    FixedFile fixed;
    if (bytes.starts_with(kMark)) fixed.mark = kMark;
    if (bytes.substr(fixed.mark.size()) != file.text()) return false;
    fixed.before = fixed.after =
        std::make_shared<const SourceFile>(file.path(), std::string(file.text()));
    entry->second = std::move(fixed);
    return true;
  }

  const FileSystem& disk_;
  std::map<std::string, std::optional<FixedFile>>& candidates_;
  fixes::FixSelection selection_;
  std::map<std::string, std::vector<TextEdit>> edits_;
  std::map<std::string, std::vector<std::string>> said_;
};

}  // namespace

FixedFiles applySafeFixes(const driver::Workspace& workspace, const FileSystem& disk,
                          const std::vector<std::string>& files, const CheckAll& checkAll) {
  std::map<std::string, std::optional<FixedFile>> candidates;
  for (const std::string& file : files) candidates[file];
  FixedFiles fixed;
  for (int i = 0; i < kMostRounds; ++i) {
    Round round(disk, candidates);
    checkAll(workspace.snapshot(documentsOf(fixed)),
             [&](const driver::FileResult& result) { round.add(result); });
    if (!round.finish()) break;
    for (const auto& [path, file] : candidates) {
      if (file && !file->applied.empty()) fixed[path] = *file;
    }
  }
  return fixed;
}

driver::Workspace::OpenDocuments documentsOf(const FixedFiles& fixed) {
  driver::Workspace::OpenDocuments documents;
  for (const auto& [path, file] : fixed) documents.set(path, file.after);
  return documents;
}

bool writeFixed(const FixedFiles& fixed) {
  bool isWritten = true;
  for (const auto& [path, file] : fixed) {
    const std::string error = writeFile(path, file.mark + std::string(file.after->text()));
    if (!error.empty()) {
      printProblem("tscheck", fmt::format("{} can't be written: {}", path, error));
      isWritten = false;
      continue;
    }
    for (const std::string& line : file.applied) standardError().write("fixed " + line + '\n');
  }
  return isWritten;
}

void printDiff(const FixedFiles& fixed) {
  for (const auto& [path, file] : fixed)
    standardOutput().write(unifiedDiff(path, file.before->text(), file.after->text()));
}

}  // namespace ts::check
