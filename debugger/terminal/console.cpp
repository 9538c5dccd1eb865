#include "debugger/terminal/console.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>

#include "core/base/output.h"

namespace ts::terminal {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(100);

std::atomic<bool> interruptPending{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void noteInterrupt(int) { interruptPending.store(true); }

}  // namespace

Console::Console() : isTyped_(::isatty(STDIN_FILENO)) {
  standardOutput().flush();
  standardError().flush();
  out_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  error_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (::sigaction(SIGINT, nullptr, &before_) != 0 || before_.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = noteInterrupt;
  action.sa_flags = 0;  // without SA_RESTART, so that an interrupt ends a read
  catches_ = ::sigaction(SIGINT, &action, nullptr) == 0;
}

Console::~Console() {
  if (catches_) ::sigaction(SIGINT, &before_, nullptr);
  ::close(out_);
  ::close(error_);
}

void Console::write(int descriptor, std::string_view text) {
  std::lock_guard lock(mutex_);
  if (!text.empty()) isAtLineStart_ = text.back() == '\n';
  while (!text.empty()) {
    const ssize_t size = ::write(descriptor, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) {
      if (descriptor == out_ && outputError_ == 0) outputError_ = errno;
      return;
    }
    text.remove_prefix(static_cast<size_t>(size));
  }
}

void Console::print(std::string_view text) { write(out_, text); }

void Console::complain(std::string_view text) {
  std::string line = isAtLineStart_ ? "*** " : "\n*** ";
  line += text;
  if (line.back() != '\n') line += '\n';
  print(line);
}

int Console::outputError() {
  std::lock_guard lock(mutex_);
  return outputError_;
}

bool Console::takeInterrupt() { return interruptPending.exchange(false); }

std::optional<std::string> Console::readLine(std::string_view prompt) {
  if (!isAtLineStart_) print("\n");
  print(prompt);
  std::string line;
  for (;;) {
    // The program's input() reads the same stream, so both see each line once.
    const int c = ::getc_unlocked(stdin);
    if (c == '\n') break;
    if (c != EOF) {
      line += static_cast<char>(c);
    } else if (std::ferror(stdin) && errno == EINTR) {
      std::clearerr(stdin);
      if (!takeInterrupt()) continue;
      print("\n");
      return std::string();
    } else if (line.empty()) {
      print("\n");
      return {};
    } else {
      break;
    }
  }
  if (!isTyped_) print(line + "\n");
  isAtLineStart_ = true;
  return line;
}

std::optional<Console::Event> Console::nextEvent() {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, kPatience, [&] { return !events_.empty(); })) return {};
  const Event event = events_.front();
  events_.pop_front();
  return event;
}

void Console::dropEvents() {
  std::lock_guard lock(mutex_);
  events_.clear();
}

void Console::said(session::OutputKind kind, std::string_view text, const stepping::StackFrame*) {
  if (kind == session::OutputKind::Important) return complain(text);
  write(kind == session::OutputKind::Stderr ? error_ : out_, text);
}

void Console::add(const Event& event) {
  std::lock_guard lock(mutex_);
  events_.push_back(event);
  changed_.notify_all();
}

void Console::stopped(const session::EngineStop& stop) {
  if (stop.isFocus) add({.engine = stop.engine});
}

void Console::ended(int status) { add({.hasEnded = true, .status = status}); }

}  // namespace ts::terminal
