// Applies the safe fixes of the files that a check reads.
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
using FixedFiles = std::map<std::string, FixedFile>;  // by path

// Checks all files of a snapshot and passes each result on.
using CheckAll = std::function<void(const driver::Snapshot& snapshot,
                                    const std::function<void(const driver::FileResult&)>& use)>;

// Returns the files with their safe fixes applied. Fixes that touch each other are applied one
// after the other, after a new check of all files. Only files in `files` change, and only when
// their bytes are UTF-8: another encoding would be lost. Writes nothing.
FixedFiles applySafeFixes(const driver::Workspace& workspace, const FileSystem& disk,
                          const std::vector<std::string>& files, const CheckAll& checkAll);

// Returns the open documents that show the fixed files to a check.
driver::Workspace::OpenDocuments documentsOf(const FixedFiles& fixed);

// Writes each file, whole or not at all, and says on standard error what was fixed. Returns false
// after a failure, which is reported too.
bool writeFixed(const FixedFiles& fixed);

// Prints a unified diff of all files on standard output.
void printDiff(const FixedFiles& fixed);

}  // namespace ts::check
