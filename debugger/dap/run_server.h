// tsdbg run --debug PORT: a script that runs by itself, to which editors attach.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "debugger/dap/connection.h"
#include "debugger/dap/session.h"

namespace ts::dap {

// Serves one editor after another on a port of 127.0.0.1. Without an editor the script passes
// everything that would stop it.
class RunServer {
 public:
  ~RunServer();
  // Loads the script, opens the port and runs the script. Returns an error.
  std::string start(session::ProgramConfig config, uint32_t port);
  // Waits until the script has ended. Returns its exit status.
  int wait();

 private:
  void serveClients();

  AttachableProgram program_;
  Listener listener_;
  std::string token_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Channel channel_;  // of the current client
  bool isOver_ = false;
};

}  // namespace ts::dap
