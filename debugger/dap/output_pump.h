// Standard output and standard error of the process as events.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace ts::dap {

// Replaces the descriptors 1 and 2 of the process by pipes during its lifetime: also native code
// writes there. One at a time exists in a process.
class OutputPump {
 public:
  // category: "stdout" or "stderr". Called on several threads, one call at a time.
  using Receive = std::function<void(std::string_view category, std::string text)>;
  explicit OutputPump(Receive receive);
  ~OutputPump();
  OutputPump(const OutputPump&) = delete;

  // Passes on all that was written before the call.
  void drain();

 private:
  struct Stream {
    const char* category;
    int descriptor;    // 1 or 2
    int saved = -1;    // its original
    int pipe = -1;     // the end that is read
    std::string rest;  // the beginning of a character
  };
  void read(Stream& stream);
  void pump();

  Receive receive_;
  std::mutex mutex_;
  Stream streams_[2] = {{"stdout", 1}, {"stderr", 2}};
  int wake_ = -1;
  std::thread thread_;
};

}  // namespace ts::dap
