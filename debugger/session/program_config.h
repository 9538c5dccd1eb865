// The program to debug, and how it runs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/torch_profile.h"
#include "core/jit/code_maker.h"
#include "debugger/compare/engine.h"

namespace ts::session {

struct ProgramConfig {
  // The program: a script, or a call of a target by one engine or several.
  std::string program;                      // an absolute path; empty: the target
  std::optional<debugger::Request> target;  // its init is set only when the user names it
  std::vector<debugger::EngineKind> engines = {debugger::EngineKind::Eager};  // eager comes first
  bool lockStep = true;
  std::optional<bool> stopOnDivergence;  // nothing: as the exception filters say
  std::vector<std::string> arguments;
  std::vector<std::string> cells;  // the editor's names of a notebook's code cells; empty: none
  std::map<std::string, std::optional<std::string>> environment;  // nothing: unset the variable
  std::string folder;                                             // cwd; empty: the process's
  std::optional<bool> jit;  // PYTORCH_JIT; nothing: as the environment says
  // Where code of torch.jit in a program is compiled to machine code; nothing: it is interpreted.
  std::optional<jit::Workplace> compiles = jit::Workplace::Background;
  std::optional<TorchProfile> torch;  // nothing: as the project and the environment say
  bool stopOnEntry = false;
  bool justMyCode = true;
  bool record = false;        // a program can be stepped back; a target always can
  uint32_t maxMemory = 1024;  // MB for the record
  bool noDebug = false;
  bool ownsOutput = true;  // the program's output goes to the listener only

  bool isTarget() const { return target.has_value(); }
  std::string name() const { return target ? target->target.path : program; }
};

}  // namespace ts::session
