#include "debugger/session/output_pump.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <stdexcept>
#include <string_view>

#include "core/base/output.h"
#include "core/base/utf8.h"

namespace ts::session {

namespace {

// Returns the number of bytes at the end of the text that begin a character.
size_t unfinished(std::string_view text) {
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    const size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

}  // namespace

OutputPump::OutputPump(Receive receive) : receive_(std::move(receive)) {
  wake_ = ::eventfd(0, EFD_CLOEXEC);
  for (Stream& stream : streams_) {
    int ends[2];
    if (wake_ < 0 || ::pipe2(ends, O_CLOEXEC) != 0)
      throw std::runtime_error("the system has no pipe for the program's output");
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    stream.pipe = ends[0];
    stream.saved = ::fcntl(stream.descriptor, F_DUPFD_CLOEXEC, 3);
    ::dup2(ends[1], stream.descriptor);
    ::close(ends[1]);
  }
  thread_ = std::thread([this] { pump(); });
}

OutputPump::~OutputPump() {
  standardOutput().flush();
  standardError().flush();
  ::eventfd_write(wake_, 1);
  thread_.join();
  drain();
  for (const Stream& stream : streams_) {
    if (stream.saved >= 0) ::dup2(stream.saved, stream.descriptor);
    ::close(stream.saved);
    ::close(stream.pipe);
  }
  ::close(wake_);
}

void OutputPump::pump() {
  pollfd polled[] = {
      {streams_[0].pipe, POLLIN, 0}, {streams_[1].pipe, POLLIN, 0}, {wake_, POLLIN, 0}};
  while (::poll(polled, 3, -1) >= 0 && !(polled[2].revents & POLLIN)) drain();
}

void OutputPump::drain() {
  std::lock_guard lock(mutex_);
  for (Stream& stream : streams_) read(stream);
}

void OutputPump::read(Stream& stream) {
  char buffer[16 << 10];
  for (;;) {
    const ssize_t size = ::read(stream.pipe, buffer, sizeof buffer);
    if (size <= 0) return;
    std::string text = std::move(stream.rest);
    text.append(buffer, static_cast<size_t>(size));
    const size_t rest = unfinished(text);
    stream.rest = text.substr(text.size() - rest);
    text.erase(text.size() - rest);
    if (!text.empty()) receive_(stream.kind, text);
  }
}

}  // namespace ts::session
