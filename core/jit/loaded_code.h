// Machine code in memory, as debuggers, profilers and reports of crashes know it.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace ts::jit {

// One function's code. Registers it while it lives. Thread-safe.
class LoadedCode {
 public:
  // name: for readers, such as "Net.forward". file: the ELF file with the addresses of its sections
  // in memory, for gdb; empty: gdb and perf do not learn of the code. crashPath: the file that a
  // crash creates, so that later processes do not run the code; empty: no file.
  LoadedCode(std::string name, std::span<const std::byte> code, std::string file,
             std::string crashPath = {});
  ~LoadedCode();
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;

  struct Entry;  // for this file's functions

 private:
  Entry* entry_;
};

// From now on, a signal in machine code ends the process with a message that names the function and
// the last node that the interpreter has started there. The process does not go on: code that
// crashed may have written anywhere. Called by programs, once.
void reportCrashes();

}  // namespace ts::jit
