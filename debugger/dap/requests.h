// The table of requests.
#pragma once

#include <string_view>

#include "debugger/dap/session.h"

namespace ts::dap {

struct RequestHandler {
  std::string_view command;
  // Exactly one of them is set. `stopped` runs on the program's thread while the program is
  // stopped; it may use the session's sources only.
  Answer (*handle)(Session& session, protocol::JsonView arguments) = nullptr;
  Answer (*stopped)(session::StoppedProgram& program, Sources& sources,
                    protocol::JsonView arguments) = nullptr;
  // The frame's variables in other engines are collected before.
  bool wantsPeers = false;
};

// Null for an unknown command.
const RequestHandler* findRequest(std::string_view command);

}  // namespace ts::dap
