// The problems that compiling finds, in the order in which PyTorch would report them: PyTorch stops
// at the first. Owned by the compile context; not thread-safe.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/diag/diagnostic.h"

namespace ts::compiler {

class ProblemLog {
 public:
  diag::Sink& sink() { return sink_; }
  // A problem that is found twice, because an expression is emitted twice, is kept once.
  void report(diag::Diagnostic problem);

  // Library code is compiled once, and its problems belong to each use of it: users cannot fix
  // them in the library. A recording keeps the problems in library code that compiling a function
  // or a class reports; repeatProblems() reports them again for a use of the compiled result.
  // Recordings nest.
  struct Recording {
    size_t first;  // the index of the first problem in the sink
    size_t outer;  // `first` of the enclosing recording
  };
  Recording startRecording();
  void endRecording(const void* compiled, const Recording& recording);
  void repeatProblems(const void* compiled);
  void forgetProblems(const void* compiled) { libraryProblems_.erase(compiled); }
  // Removes the problems in library code from the sink, from index `first` on, and returns them.
  std::vector<diag::Diagnostic> takeLibraryProblems(size_t first);
  // Adds notes to the problems in the range, from index `first` on.
  void addNotes(size_t first, SourceRange range, const std::vector<diag::Note>& notes);
  // Replaces the problems that were reported in the embedded library since the sink had `before`
  // problems: errors by one error at `at`, in the code that used the library, and warnings without
  // an error by warnings there.
  void blame(size_t before, SourceRange at, const std::string& user);

  // The first expression that is Unknown: no problem, but its function gets no graph.
  void noteUnknown(SourceRange at) {
    if (!firstUnknown_) firstUnknown_ = at;
  }
  // "because `torch.foo` (a.py:3) is not known"; empty when every expression is known.
  std::string whyNoGraph() const;
  void forgetUnknown() { firstUnknown_ = {}; }

 private:
  diag::Sink sink_;
  SourceRange firstUnknown_;
  size_t firstRecorded_ = 0;  // `first` of the innermost recording
  std::unordered_map<const void*, std::vector<diag::Diagnostic>> libraryProblems_;
};

}  // namespace ts::compiler
