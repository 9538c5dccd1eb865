#include "debugger/terminal/console.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>

#include "core/base/output.h"
#include "core/protocol/json_view.h"

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
    if (size <= 0) return;  // nothing reads the output
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

// The debuggee's events come as the protocol has them.
void Console::event(std::string_view name, std::string_view body) {
  const auto json = protocol::JsonDocument::parse(body.empty() ? "{}" : body);
  if (!json) return;
  const protocol::JsonView root = json->root();
  if (name == "output") {
    const std::string category = root["category"].string().value_or("");
    const std::string text = root["output"].string().value_or("");
    if (category == "important") return complain(text);
    return write(category == "stderr" ? error_ : out_, text);
  }
  std::lock_guard lock(mutex_);
  if (name == "exited") status_ = static_cast<int>(root["exitCode"].integer().value_or(0));
  if (name == "terminated") events_.push_back({.hasEnded = true, .status = status_});
  if (name == "stopped" && !root["preserveFocusHint"].truth())
    events_.push_back({.engine = root["threadId"].integer().value_or(1) - 1});
  changed_.notify_all();
}

}  // namespace ts::terminal
