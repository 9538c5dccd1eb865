// The connection between a debug adapter and its editor: standard streams, or a socket.
#pragma once

#include <cstdint>
#include <string>

namespace ts::dap {

class Session;

// The time that a program has to end when its editor is gone.
inline constexpr int kEndMilliseconds = 1000;

// The two directions of a connection; a socket has one descriptor for both.
struct Channel {
  int in = -1, out = -1;
};

// Takes over standard input and output, so that the program's own reading and writing stays apart
// from the protocol.
Channel standardStreams();

// A port of 127.0.0.1, whose clients come one after another.
class Listener {
 public:
  ~Listener();
  // port: 0 stands for a free one. Prints the port and the token on standard error. Returns an
  // error.
  std::string open(uint32_t port, const std::string& token);
  // Waits for a client. The channel is without descriptors after close() and after an error.
  Channel accept() const;
  // Ends accept(). May be called on any thread.
  void close();

 private:
  int descriptor_ = -1;
};

void writeMessage(const Channel& channel, const std::string& message);
// Reads messages until the session is over or the client is gone. Prints why a client is refused.
void serve(const Channel& channel, Session& session);

}  // namespace ts::dap
