#include "debugger/dap/run_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <utility>

#include "core/command_line/command_line.h"
#include "core/protocol/token.h"
#include "debugger/dap/message_writer.h"

namespace ts::dap {

RunServer::~RunServer() {
  {
    std::lock_guard lock(mutex_);
    isOver_ = true;
    if (channel_.in >= 0) ::shutdown(channel_.in, SHUT_RDWR);
  }
  listener_.close();
  if (thread_.joinable()) thread_.join();
}

std::string RunServer::start(session::ProgramConfig config, uint32_t port) {
  config.ownsOutput = false;
  program_.debuggee = std::make_shared<session::Debuggee>(program_.events, std::move(config));
  if (std::string problem = program_.debuggee->load(); !problem.empty()) return problem;
  token_ = protocol::makeToken();
  if (std::string problem = listener_.open(port, token_); !problem.empty()) return problem;
  program_.debuggee->detach();
  program_.debuggee->run(std::make_shared<stepping::BreakpointSet>());
  thread_ = std::thread([this] { serveClients(); });
  return {};
}

int RunServer::wait() {
  const int status = program_.debuggee->awaitEnd();
  // The editor has heard of the end, and disconnects.
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::milliseconds(kEndMilliseconds),
                    [&] { return channel_.in < 0; });
  return status;
}

void RunServer::serveClients() {
  for (;;) {
    const Channel channel = listener_.accept();
    {
      std::lock_guard lock(mutex_);
      if (isOver_ || channel.in < 0) {
        ::close(channel.in);
        return;
      }
      channel_ = channel;
    }
    MessageWriter writer([&](const std::string& message) { writeMessage(channel, message); });
    Session session(writer, token_, &program_);
    serve(channel, session);
    // Without destructors: native code that still runs uses the data.
    if (program_.debuggee->isEnding() && !program_.debuggee->end(kEndMilliseconds))
      std::_Exit(kProblems);
    session.detach();
    std::lock_guard lock(mutex_);
    channel_ = {};
    ::close(channel.in);
    changed_.notify_all();
  }
}

}  // namespace ts::dap
