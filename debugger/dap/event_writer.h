// The events of a debugged program as the protocol's.
#pragma once

#include "debugger/dap/client.h"
#include "debugger/dap/sources.h"
#include "debugger/session/program_listener.h"

namespace ts::dap {

// Owned by a session or by the server of a running program. Thread-safe.
class EventWriter final : public session::ProgramListener {
 public:
  EventWriter(Client& client, Sources& sources) : client_(client), sources_(sources) {}

  void said(session::OutputKind kind, std::string_view text,
            const stepping::StackFrame* frame) override;
  void stopped(const session::EngineStop& stop) override;
  void engineEnded(size_t engine) override;
  void ended(int status) override;

 private:
  Client& client_;
  Sources& sources_;
};

}  // namespace ts::dap
