#include "debugger/dap/connection.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/output.h"
#include "core/command_line/command_line.h"
#include "core/protocol/framing.h"
#include "debugger/dap/session.h"

namespace ts::dap {

namespace {

void writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(descriptor, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;  // the reader notices that the client is gone
    bytes.remove_prefix(static_cast<size_t>(size));
  }
}

}  // namespace

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

Listener::~Listener() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string Listener::open(uint32_t port, const std::string& token) {
  descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(descriptor_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (::bind(descriptor_, generic, size) != 0 || ::listen(descriptor_, 1) != 0 ||
      ::getsockname(descriptor_, generic, &size) != 0)
    return fmt::format("127.0.0.1:{}: {}", port, std::strerror(errno));
  standardError().write(
      fmt::format("tsdbg: listening on 127.0.0.1:{}, token {}\n", ntohs(address.sin_port), token));
  standardError().flush();
  return {};
}

Channel Listener::accept() const {
  int client;
  do {
    client = ::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
  } while (client < 0 && errno == EINTR);
  const int on = 1;
  ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return {client, client};
}

void Listener::close() { ::shutdown(descriptor_, SHUT_RDWR); }

void writeMessage(const Channel& channel, const std::string& message) {
  writeAll(channel.out, protocol::frame(message));
}

void serve(const Channel& channel, Session& session) {
  std::string buffer(64 << 10, '\0');
  while (!session.isOver()) {
    const ssize_t size = ::read(channel.in, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    session.receive(std::string_view(buffer).substr(0, static_cast<size_t>(size)));
  }
  if (!session.refusal().empty()) printProblem("tsdbg", "connection closed: " + session.refusal());
}

}  // namespace ts::dap
