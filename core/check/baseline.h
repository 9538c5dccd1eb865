// Known problems, in a file: `--baseline` leaves them out of the report, `--write-baseline` writes
// them.
//
// A line of the file is a problem: rule, path relative to the file's folder, text of the line of
// code, separated by tabs. Line numbers are left out, so that edits elsewhere change nothing. A
// problem that occurs twice has two lines.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "core/diag/diagnostic.h"

namespace ts::check {

class Baseline {
 public:
  // `path`: where the file is or will be.
  explicit Baseline(std::string path);

  // Reads the file. Returns an error message; empty on success.
  std::string read();
  // Returns whether the problem is a known one. Each line of the file covers one problem.
  bool covers(const diag::Diagnostic& problem);
  // Adds a problem that the file will contain.
  void add(const diag::Diagnostic& problem) { ++lines_[lineOf(problem)]; }
  // Writes the file. Returns an error message; empty on success.
  std::string write() const;

  size_t covered() const { return covered_; }
  // Returns the number of lines that cover no problem.
  size_t unused() const;

 private:
  std::string lineOf(const diag::Diagnostic& problem) const;

  std::string path_;
  std::string folder_;
  std::map<std::string, size_t> lines_;  // with the number of problems that each may still cover
  size_t covered_ = 0;
};

}  // namespace ts::check
