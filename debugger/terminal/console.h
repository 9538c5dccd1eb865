// The user's terminal: lines in, text out, and what the debugged program does meanwhile.
#pragma once

#include <signal.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "debugger/session/program_listener.h"

namespace ts::terminal {

// Reads standard input and writes copies of descriptors 1 and 2, which belong to the debugged
// program meanwhile. Catches SIGINT during its lifetime unless the process ignores it. One at a
// time exists in a process. Lines are read on one thread; text and events may come from any thread.
class Console final : public session::ProgramListener {
 public:
  Console();
  ~Console() override;
  Console(const Console&) = delete;

  void print(std::string_view text);
  // Prints "*** TEXT" on a line of its own.
  void complain(std::string_view text);
  // Nothing at the end of the input. An interrupted line is empty. A line that is not typed at a
  // terminal is printed behind the prompt, so that the output reads as a session.
  std::optional<std::string> readLine(std::string_view prompt);
  // The error number of the first write to standard output that failed; 0 when none has.
  int outputError();
  // Returns true once after each SIGINT.
  bool takeInterrupt();

  struct Event {
    bool hasEnded = false;  // else the program has stopped
    size_t engine = 0;      // that stopped
    int status = 0;         // of a program that has ended
  };
  // The next event; nothing after 100 ms without one.
  std::optional<Event> nextEvent();
  // Forgets the events of a program that is gone.
  void dropEvents();

 private:
  void said(session::OutputKind kind, std::string_view text,
            const stepping::StackFrame* frame) override;
  void stopped(const session::EngineStop& stop) override;
  void engineEnded(size_t) override {}
  void ended(int status) override;
  void add(const Event& event);
  void write(int descriptor, std::string_view text);

  int out_ = -1, error_ = -1;
  bool isTyped_ = false;  // standard input is a terminal
  bool catches_ = false;  // SIGINT
  struct sigaction before_ {};

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Event> events_;
  bool isAtLineStart_ = true;
  int outputError_ = 0;
};

}  // namespace ts::terminal
