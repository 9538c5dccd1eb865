#include "debugger/session/program_output.h"

#include <fmt/format.h>

#include "core/base/output.h"

namespace ts::session {

ProgramOutput::ProgramOutput(ProgramListener& listener, bool ownsProcess) : listener_(listener) {
  if (ownsProcess)
    pump_.emplace([this](OutputKind kind, const std::string& text) { say(kind, text); });
}

void ProgramOutput::printed(const EngineThread& engine, std::string_view text) {
  const EngineSettings& settings = engine.settings();
  say(OutputKind::Stdout,
      settings.number == 0 ? std::string(text) : fmt::format("{}: {}", settings.name, text));
}

void ProgramOutput::flush() {
  standardOutput().flush();
  if (pump_) pump_->drain();
}

}  // namespace ts::session
