#include "lsp/app/event_loop.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "core/base/heap.h"
#include "core/command_line/command_line.h"

namespace ts::lsp {

namespace {

constexpr size_t kReadBytes = 64 << 10;
// With more unread response bytes than this, the loop stops reading the client's requests.
constexpr size_t kMaxUnsentBytes = size_t{64} << 20;
// The time that running work may take after the client's input has ended.
constexpr uint64_t kGraceMilliseconds = 2000;
constexpr uint64_t kParentMilliseconds = 1000;

constexpr int kStandardInput = 0;
constexpr int kStandardOutput = 1;

EventLoop& self(void* data) { return *static_cast<EventLoop*>(data); }

std::string reason(const char* what, int error) {
  return fmt::format("{}: {}", what, uv_strerror(error));
}

bool isGone(int64_t process) {
  return ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

}  // namespace

struct EventLoop::Write {
  uv_write_t request;
  std::string bytes;
  EventLoop* loop;
};

EventLoop::EventLoop() : readBuffer_(kReadBytes, '\0') {
  // Without SIGPIPE, a client that is gone shows as a failed write.
  ::signal(SIGPIPE, SIG_IGN);
  uv_loop_init(&loop_);
  uv_tcp_init(&loop_, &listener_);
  uv_timer_init(&loop_, &parentTimer_);
  uv_timer_init(&loop_, &graceTimer_);
  uv_poll_init(&loop_, &posted_, postsEvent_.file);
  listener_.data = parentTimer_.data = graceTimer_.data = posted_.data = fileRead_.data = this;
  uv_unref(reinterpret_cast<uv_handle_t*>(&parentTimer_));
  // An eventfd instead of uv_async_t: a loop that uv_async_send() wakes up has to wait for the
  // sending thread, which may have lost its core.
  uv_poll_start(&posted_, UV_READABLE,
                [](uv_poll_t* posted, int, int) { self(posted->data).readPosts(); });
  uv_unref(reinterpret_cast<uv_handle_t*>(&posted_));
}

EventLoop::~EventLoop() {
  uv_walk(
      &loop_,
      [](uv_handle_t* handle, void*) {
        if (!uv_is_closing(handle)) uv_close(handle, nullptr);
      },
      nullptr);
  uv_run(&loop_, UV_RUN_DEFAULT);
  uv_loop_close(&loop_);
}

EventLoop::Event::Event() : file(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
EventLoop::Event::~Event() { ::close(file); }

std::string EventLoop::openStream(int descriptor, uv_any_handle& storage, uv_stream_t*& stream) {
  int error = 0;
  switch (uv_guess_handle(descriptor)) {
    case UV_FILE: return {};
    case UV_TTY: error = uv_tty_init(&loop_, &storage.tty, descriptor, 0); break;
    case UV_NAMED_PIPE:
    case UV_TCP:
      uv_pipe_init(&loop_, &storage.pipe, 0);
      error = uv_pipe_open(&storage.pipe, descriptor);
      break;
    default: error = UV_EBADF;
  }
  if (error)
    return reason(descriptor == kStandardInput ? "standard input" : "standard output", error);
  stream = &storage.stream;
  stream->data = this;
  return {};
}

std::string EventLoop::useStandardStreams() {
  if (auto problem = openStream(kStandardInput, inHandle_, in_); !problem.empty()) return problem;
  return openStream(kStandardOutput, outHandle_, out_);
}

std::string EventLoop::listen(int port) {
  sockaddr_in address;
  uv_ip4_addr("127.0.0.1", port, &address);
  int error = uv_tcp_bind(&listener_, reinterpret_cast<const sockaddr*>(&address), 0);
  if (!error) {
    error = uv_listen(reinterpret_cast<uv_stream_t*>(&listener_), 1,
                      [](uv_stream_t* listener, int status) {
                        EventLoop& loop = self(listener->data);
                        if (status != 0 || loop.in_) return;
                        uv_tcp_init(&loop.loop_, &loop.inHandle_.tcp);
                        loop.in_ = loop.out_ = &loop.inHandle_.stream;
                        loop.in_->data = &loop;
                        uv_accept(listener, loop.in_);
                        uv_tcp_nodelay(&loop.inHandle_.tcp, 1);
                        uv_close(reinterpret_cast<uv_handle_t*>(listener), nullptr);
                        loop.startReading();
                      });
  }
  return error ? reason(fmt::format("127.0.0.1:{}", port).c_str(), error) : std::string();
}

int EventLoop::port() const {
  sockaddr_in address{};
  int size = sizeof(address);
  uv_tcp_getsockname(&listener_, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

int EventLoop::serve(Receiver receiver) {
  receiver_ = std::move(receiver);
  const bool listening = uv_is_active(reinterpret_cast<uv_handle_t*>(&listener_));
  if (in_) {
    startReading();
  } else if (!listening) {
    readFile();
  }
  uv_run(&loop_, UV_RUN_DEFAULT);
  return exitStatus_;
}

void EventLoop::startReading() {
  uv_read_start(
      in_,
      [](uv_handle_t* handle, size_t, uv_buf_t* buffer) {
        std::string& bytes = self(handle->data).readBuffer_;
        *buffer = uv_buf_init(bytes.data(), static_cast<unsigned>(bytes.size()));
      },
      [](uv_stream_t* stream, ssize_t size, const uv_buf_t* buffer) {
        EventLoop& loop = self(stream->data);
        if (size > 0) loop.received({buffer->base, static_cast<size_t>(size)});
        if (size < 0) loop.ended();
      });
}

// libuv cannot poll files: its thread pool reads them.
void EventLoop::readFile() {
  uv_buf_t buffer = uv_buf_init(readBuffer_.data(), static_cast<unsigned>(readBuffer_.size()));
  uv_fs_read(&loop_, &fileRead_, kStandardInput, &buffer, 1, -1, [](uv_fs_t* request) {
    EventLoop& loop = self(request->data);
    const ssize_t size = request->result;
    uv_fs_req_cleanup(request);
    if (size <= 0) return loop.ended();
    loop.received({loop.readBuffer_.data(), static_cast<size_t>(size)});
    if (!loop.finished_) loop.readFile();
  });
}

void EventLoop::received(std::string_view bytes) {
  receiver_.bytes(bytes);
  if (!finished_ && out_ && uv_stream_get_write_queue_size(out_) > kMaxUnsentBytes) {
    paused_ = true;
    uv_read_stop(in_);
  }
}

void EventLoop::resumeReading() {
  if (!paused_ || finished_ || writes_ > 0) return;
  paused_ = false;
  startReading();
}

// Lets running work finish, so that a client that sends its requests and closes gets its responses.
void EventLoop::ended() {
  if (ended_) return;
  ended_ = true;
  if (in_) uv_read_stop(in_);
  if (jobs_ == 0) return notifyEnd();
  uv_timer_start(
      &graceTimer_, [](uv_timer_t* timer) { self(timer->data).notifyEnd(); }, kGraceMilliseconds,
      0);
}

void EventLoop::notifyEnd() {
  if (!finished_) receiver_.end();
}

void EventLoop::send(std::string bytes) {
  if (finished_) return;
  if (!out_) {
    uv_fs_t request;
    uv_buf_t buffer = uv_buf_init(bytes.data(), static_cast<unsigned>(bytes.size()));
    if (uv_fs_write(nullptr, &request, kStandardOutput, &buffer, 1, -1, nullptr) < 0) ended();
    uv_fs_req_cleanup(&request);
    return;
  }
  auto* write = new Write{{}, std::move(bytes), this};
  write->request.data = write;
  uv_buf_t buffer = uv_buf_init(write->bytes.data(), static_cast<unsigned>(write->bytes.size()));
  ++writes_;
  const int error =
      uv_write(&write->request, out_, &buffer, 1, [](uv_write_t* request, int status) {
        std::unique_ptr<Write> done(static_cast<Write*>(request->data));
        EventLoop& loop = *done->loop;
        --loop.writes_;
        if (status < 0) loop.ended();
        loop.stopWhenWritten();
        loop.resumeReading();
      });
  if (error) {
    delete write;
    --writes_;
    ended();
  }
}

void EventLoop::finish(int exitStatus) {
  exitStatus_ = exitStatus;
  finished_ = true;
  if (in_) uv_read_stop(in_);
  stopWhenWritten();
}

void EventLoop::refuse(const std::string& reason) {
  printProblem("tsls", "connection closed: " + reason);
  finish(1);
}

void EventLoop::stopWhenWritten() {
  if (finished_ && writes_ == 0) uv_stop(&loop_);
}

// A process that is not visible is in another namespace (a container), where its end is not visible
// either. The server then ends with its input.
void EventLoop::watchProcess(int64_t processId) {
  if (processId <= 0 || processId > INT32_MAX || isGone(processId)) return;
  parent_ = processId;
  uv_timer_start(
      &parentTimer_,
      [](uv_timer_t* timer) {
        EventLoop& loop = self(timer->data);
        if (isGone(loop.parent_)) loop.notifyEnd();
      },
      kParentMilliseconds, kParentMilliseconds);
}

void EventLoop::post(std::function<void()> message) {
  {
    std::lock_guard lock(postsMutex_);
    posts_.push_back(std::move(message));
    if (posts_.size() > 1) return;
  }
  ::eventfd_write(postsEvent_.file, 1);
}

void EventLoop::readPosts() {
  eventfd_t count;
  ::eventfd_read(postsEvent_.file, &count);
  std::vector<std::function<void()>> posts;
  {
    std::lock_guard lock(postsMutex_);
    posts.swap(posts_);
  }
  for (const auto& post : posts) post();
}

void EventLoop::run(std::function<void()> work, std::function<void()> done) {
  // The loop must run while there is work.
  if (jobs_++ == 0) uv_ref(reinterpret_cast<uv_handle_t*>(&posted_));
  workers_.run([this, work = std::move(work), done = std::move(done)]() mutable {
    work();
    post([this, work = std::move(work), done = std::move(done)]() mutable {
      if (--jobs_ == 0) uv_unref(reinterpret_cast<uv_handle_t*>(&posted_));
      done();
      // This thread frees the workers' memory.
      work = done = nullptr;
      heap::share();
      if (ended_ && jobs_ == 0) notifyEnd();
    });
  });
}

}  // namespace ts::lsp
