// Applies the fixes of the files that a check reads.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/driver/workspace.h"

namespace ts::check {

// A file that fixes have changed. `applied` says what they did, in order: "line 3: TS6001: ...".
struct FixedFile {
  SourceFilePtr before, after;
  std::string mark;  // the byte order mark, if the file has one
  std::vector<std::string> applied;
};

// The problems that remain after the last round, by the reason why no fix is applied.
struct Unfixed {
  size_t withoutFix = 0;
  size_t unsafe = 0;     // with a fix that may change behaviour
  size_t elsewhere = 0;  // whose fix changes a file that is not among the checked ones
  size_t encoded = 0;    // whose fix changes a file that is not in UTF-8
  std::string file;      // an example of the last two
};

struct FixResult {
  std::map<std::string, FixedFile> files;  // by path
  Unfixed unfixed;
};

// Checks all files of a snapshot and passes each result on.
using CheckAll = std::function<void(const driver::Snapshot& snapshot,
                                    const std::function<void(const driver::FileResult&)>& use)>;

enum class FixKinds : uint8_t { Safe, All };

// Returns the files with their fixes applied. Fixes that touch each other are applied one after the
// other, after a new check of all files. Only files in `files` change, and only when their bytes
// are UTF-8: another encoding would be lost. Writes nothing.
FixResult applyFixes(const driver::Workspace& workspace, const FileSystem& disk,
                     const std::vector<std::string>& files, FixKinds kinds,
                     const CheckAll& checkAll);

// Returns the open documents that show the fixed files to a check.
driver::Workspace::OpenDocuments documentsOf(const FixResult& fixed);

// Writes each file, whole or not at all, and says on standard error what was fixed. Returns false
// after a failure, which is reported too.
bool writeFixed(const FixResult& fixed);

// Prints a unified diff of all files on standard output. An empty diff is explained on standard
// error.
void printDiff(const FixResult& fixed);

// Says why nothing is fixed: "nothing to fix: 2 problems have no fix".
std::string whyNothing(const Unfixed& unfixed);

}  // namespace ts::check
