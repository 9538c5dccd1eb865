// The program's side of the transport and the executor, on one libuv loop.
#pragma once

#include <uv.h>

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/app/workers.h"
#include "lsp/transport.h"

namespace ts::lsp {

// What comes in from the client.
struct Receiver {
  std::function<void(std::string_view)> bytes;
  // No more will come: the client has closed its end, or has died.
  std::function<void()> end;
};

// One loop, one client. Reading and writing never wait for work, nor the other way round.
class EventLoop final : public Transport, public Executor {
 public:
  EventLoop();
  ~EventLoop() override;
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // The client is on standard input and output, be they pipes, sockets, terminals or files.
  // Gives what is wrong with them, or nothing.
  std::string useStandardStreams();
  // The client is the first one to connect to 127.0.0.1; port 0 takes a free port. Gives what is
  // wrong, or nothing.
  std::string listen(int port);
  // The port that is listened on.
  int port() const;

  // Until the server has finished; gives its exit status.
  int serve(Receiver receiver);
  // Whether work is still running that nobody waits for: then the process must end without
  // destroying what the work may be using.
  bool busy() const { return jobs_ > 0; }

  void send(std::string bytes) override;
  void finish(int exitStatus) override;
  void watchProcess(int64_t processId) override;
  void run(std::function<void()> work, std::function<void()> done) override;
  void post(std::function<void()> message) override;

 private:
  struct Write;
  struct Event {  // a file that can be read when there are posts
    Event();
    ~Event();
    const int file;
  };

  std::string openStream(int descriptor, uv_any_handle& storage, uv_stream_t*& stream);
  void startReading();
  void readFile();
  void received(std::string_view bytes);
  void ended();
  void tellEnd();
  void stopWhenWritten();
  void resumeReading();
  void readPosts();

  static constexpr size_t kWorkers = 4;

  uv_loop_t loop_;
  Receiver receiver_;
  int exitStatus_ = 1;
  bool ended_ = false;     // the client sends no more
  bool finished_ = false;  // the server wants no more
  bool paused_ = false;    // the client doesn't read, so we don't either
  size_t jobs_ = 0;
  size_t writes_ = 0;

  uv_any_handle inHandle_;
  uv_any_handle outHandle_;
  uv_stream_t* in_ = nullptr;   // null: a file that can't be polled is read in its place
  uv_stream_t* out_ = nullptr;  // likewise
  uv_tcp_t listener_;
  uv_timer_t parentTimer_;
  uv_timer_t graceTimer_;
  std::string readBuffer_;
  Event postsEvent_;
  uv_poll_t posted_;
  std::mutex postsMutex_;
  std::vector<std::function<void()>> posts_;
  int64_t parent_ = 0;
  uv_fs_t fileRead_;
  Workers workers_{kWorkers};  // the last: it waits for work that uses the rest
};

}  // namespace ts::lsp
