// Standard output and standard error of the process as texts for the listener.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "debugger/session/program_listener.h"

namespace ts::session {

// Replaces the descriptors 1 and 2 of the process by pipes during its lifetime: also native code
// writes there. One at a time exists in a process.
class OutputPump {
 public:
  // Called on several threads, one call at a time.
  using Receive = std::function<void(OutputKind kind, const std::string& text)>;
  explicit OutputPump(Receive receive);
  ~OutputPump();
  OutputPump(const OutputPump&) = delete;

  // Passes on all that was written before the call.
  void drain();

 private:
  struct Stream {
    OutputKind kind;
    int descriptor;    // 1 or 2
    int saved = -1;    // its original
    int pipe = -1;     // the end that is read
    std::string rest;  // the beginning of a character
  };
  void read(Stream& stream);
  void pump();

  Receive receive_;
  std::mutex mutex_;
  Stream streams_[2] = {{OutputKind::Stdout, 1}, {OutputKind::Stderr, 2}};
  int wake_ = -1;
  std::thread thread_;
};

}  // namespace ts::session
