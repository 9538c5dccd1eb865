// The server's interfaces to the outside: a transport for bytes and an executor for threads. The
// program implements both with libuv, tests implement them in memory.
#pragma once

#include <functional>
#include <string>

namespace ts::lsp {

// Sends bytes to the client. Bytes from the client arrive through Server::receive.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual void send(std::string bytes) = 0;
  // Ends the connection after all sent bytes are delivered. Nothing is received any more.
  virtual void finish(int exitStatus) = 0;
  // Does the same with the exit status 1, and logs the reason: the client is not trusted.
  virtual void refuse(const std::string& reason) = 0;
  // Disconnects the server when the process with this id ends.
  virtual void watchProcess(int64_t processId) = 0;
};

// Runs work outside the server's thread.
class Executor {
 public:
  virtual ~Executor() = default;

  // Runs `work` on a worker thread, then `done` on the server's thread. Neither may throw.
  virtual void run(std::function<void()> work, std::function<void()> done) = 0;
  // Runs `message` on the server's thread soon, in the order of the calls. Thread-safe.
  virtual void post(std::function<void()> message) = 0;
};

}  // namespace ts::lsp
