// The texts of a debugged program and of its debugger, on their way to the listener.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "debugger/session/engine_thread.h"
#include "debugger/session/output_pump.h"

namespace ts::session {

// Owned by the debuggee, for all of its engines. Thread-safe.
class ProgramOutput final : public EngineOutput {
 public:
  // ownsProcess: what the process writes goes to the listener too.
  ProgramOutput(ProgramListener& listener, bool ownsProcess);

  // Text of the debugger.
  void say(OutputKind kind, const std::string& text) { listener_.said(kind, text, nullptr); }
  void said(OutputKind kind, const std::string& text, const stepping::StackFrame& frame) override {
    listener_.said(kind, text, &frame);
  }
  // All engines but the first one put their names before their texts.
  void printed(const EngineThread& engine, std::string_view text) override;
  void flush() override;

 private:
  ProgramListener& listener_;
  std::optional<OutputPump> pump_;
};

}  // namespace ts::session
