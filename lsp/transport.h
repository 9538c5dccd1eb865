// The two things that a server needs from the world around it. The program takes both from libuv,
// tests from memory.
#pragma once

#include <functional>
#include <string>

namespace ts::lsp {

// Carries bytes to the client. What the client sends comes in through Server::receive.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual void send(std::string bytes) = 0;
  // The server has finished: what was sent is delivered, nothing more is received.
  virtual void finish(int exitStatus) = 0;
  // The server asks to be ended when this process is gone.
  virtual void watchProcess(int64_t processId) = 0;
};

// Runs work beside the server's own thread.
class Executor {
 public:
  virtual ~Executor() = default;

  // `work` runs on some thread, then `done` on the server's thread; neither may throw.
  virtual void run(std::function<void()> work, std::function<void()> done) = 0;
  // `message` runs on the server's thread soon, in the order of the calls. May be called from any
  // thread.
  virtual void post(std::function<void()> message) = 0;
};

}  // namespace ts::lsp
