#include "core/check/baseline.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/ascii.h"
#include "core/base/output.h"
#include "core/base/printable.h"
#include "core/driver/module_search.h"

namespace ts::check {

namespace {

constexpr std::string_view kHeader =
    "# Known problems of tscheck: rule, file, text of the line. --write-baseline writes this "
    "file.\n";

}  // namespace

Baseline::Baseline(std::string path)
    : path_(std::move(path)),
      folder_(std::filesystem::path(driver::absolutePath(path_)).parent_path().string()) {}

std::string Baseline::read() {
  std::ifstream file(path_);
  std::stringstream text;
  if (!file || !(text << file.rdbuf()))
    return fmt::format("the baseline {} can't be read: {}", path_, std::strerror(errno));
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const size_t tab = line.find('\t');
    if (!diag::findRule(line.substr(0, tab)) || line.find('\t', tab + 1) == line.npos)
      return fmt::format("{} is not a baseline: `{}`", path_, line);
    ++lines_[line];
  }
  return {};
}

bool Baseline::covers(const diag::Diagnostic& problem) {
  const auto line = lines_.find(lineOf(problem));
  if (line == lines_.end() || line->second == 0) return false;
  --line->second;
  ++covered_;
  return true;
}

std::string Baseline::write() const {
  std::string text(kHeader);
  for (const auto& [line, count] : lines_)
    for (size_t i = 0; i < count; ++i) text += line + '\n';
  const std::string error = writeFile(path_, text);
  return error.empty() ? error : fmt::format("the baseline {} can't be written: {}", path_, error);
}

size_t Baseline::unused() const {
  size_t unused = 0;
  for (const auto& [line, count] : lines_) unused += count;
  return unused;
}

std::string Baseline::lineOf(const diag::Diagnostic& problem) const {
  const SourceRange& at = problem.range;
  std::string path;
  std::string_view code;
  if (at) {
    path = std::filesystem::path(driver::absolutePath(at.file->path()))
               .lexically_relative(folder_)
               .string();
    code = trimmed(at.file->lineText(at.file->lineOf(at.span.begin)));
  }
  return fmt::format("{}\t{}\t{}", diag::code(problem.rule), printable(path), printable(code));
}

}  // namespace ts::check
