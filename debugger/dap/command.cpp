#include "debugger/dap/command.h"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "core/protocol/token.h"
#include "debugger/dap/connection.h"
#include "debugger/dap/message_writer.h"
#include "debugger/dap/session.h"

namespace ts::debugger {

namespace {

int debugOver(const dap::Channel& channel, const std::string& token) {
  dap::MessageWriter writer(
      [&](const std::string& message) { dap::writeMessage(channel, message); });
  auto session = std::make_unique<dap::Session>(writer, token);
  dap::serve(channel, *session);
  const int status = session->isOver() && session->refusal().empty() ? kFine : kProblems;
  // Without destructors: native code that still runs uses the data.
  if (session->debuggee && !session->debuggee->end(dap::kEndMilliseconds)) std::_Exit(status);
  return status;
}

}  // namespace

int dap(const DapSettings& settings) {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGINT, SIG_IGN);  // for the editor, which ends the session by the protocol
  if (!settings.port) return debugOver(dap::standardStreams(), {});
  const std::string token = protocol::makeToken();
  std::string problem;
  dap::Channel channel;
  {
    dap::Listener listener;  // ends here, so that other clients are refused
    problem = listener.open(*settings.port, token);
    if (problem.empty()) channel = listener.accept();
  }
  if (problem.empty() && channel.in < 0) problem = "no client can be accepted";
  if (problem.empty()) return debugOver(channel, token);
  return wrongUsage(problem);
}

}  // namespace ts::debugger
