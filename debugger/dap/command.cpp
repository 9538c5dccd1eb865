#include "debugger/dap/command.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/base/output.h"
#include "core/protocol/token.h"
#include "debugger/dap/message_writer.h"
#include "debugger/dap/session.h"

namespace ts::debugger {

namespace {

constexpr int kEndMilliseconds = 1000;  // that a program has to end when its editor is gone

// The two directions of a connection; a socket has one descriptor for both.
struct Channel {
  int in = -1, out = -1;
};

// Takes over standard input and output, so that the program's own reading and writing stays apart
// from the protocol.
Channel standardStreams() {
  Channel channel;
  channel.in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  channel.out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  ::close(nothing);
  return channel;
}

// Waits for the first client. Prints the port, which the caller of port 0 does not know.
Channel acceptClient(uint32_t port, const std::string& token, std::string& problem) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  Channel channel;
  if (::bind(listener, generic, size) != 0 || ::listen(listener, 1) != 0 ||
      ::getsockname(listener, generic, &size) != 0) {
    problem = fmt::format("127.0.0.1:{}: {}", port, std::strerror(errno));
  } else {
    standardError().write(fmt::format("tsdbg: listening on 127.0.0.1:{}, token {}\n",
                                      ntohs(address.sin_port), token));
    standardError().flush();
    channel.in = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (channel.in < 0) problem = fmt::format("127.0.0.1:{}: {}", port, std::strerror(errno));
    ::setsockopt(channel.in, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    channel.out = channel.in;
  }
  ::close(listener);
  return channel;
}

void writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(descriptor, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;  // the reader notices that the client is gone
    bytes.remove_prefix(static_cast<size_t>(size));
  }
}

int serve(const Channel& channel, const std::string& token) {
  dap::MessageWriter writer(
      [&](const std::string& message) { writeAll(channel.out, protocol::frame(message)); });
  auto session = std::make_unique<dap::Session>(writer, token);
  std::string buffer(64 << 10, '\0');
  while (!session->isOver()) {
    const ssize_t size = ::read(channel.in, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    session->receive(std::string_view(buffer).substr(0, static_cast<size_t>(size)));
  }
  if (!session->refusal().empty())
    printProblem("tsdbg", "connection closed: " + session->refusal());
  const int status = session->isOver() && session->refusal().empty() ? kFine : kProblems;
  // Without destructors: native code that still runs uses the data.
  if (session->debuggee && !session->debuggee->end(kEndMilliseconds)) std::_Exit(status);
  return status;
}

}  // namespace

int dap(const DapSettings& settings) {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGINT, SIG_IGN);  // for the editor, which ends the session by the protocol
  if (!settings.port) return serve(standardStreams(), {});
  const std::string token = protocol::makeToken();
  std::string problem;
  const Channel channel = acceptClient(*settings.port, token, problem);
  if (!problem.empty()) {
    printProblem("tsdbg", problem);
    return kWrongUsage;
  }
  return serve(channel, token);
}

}  // namespace ts::debugger
