// Implements the transport and the executor with one libuv loop.
#pragma once

#include <uv.h>

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/app/workers.h"
#include "lsp/protocol/transport.h"

namespace ts::lsp {

// Receives input from the client.
struct Receiver {
  std::function<void(std::string_view)> bytes;
  // Called at the end of the input: the client has closed its end, or has died.
  std::function<void()> end;
};

// Serves one client. Reading and writing never wait for workers, and workers never wait for them.
class EventLoop final : public Transport, public Executor {
 public:
  EventLoop();
  ~EventLoop() override;
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Uses standard input and output: pipes, sockets, terminals or files. Returns an error message;
  // empty on success.
  std::string useStandardStreams();
  // Waits for the first client that connects to 127.0.0.1; port 0 takes a free port. Returns an
  // error message; empty on success.
  std::string listen(int port);
  // Returns the port of listen().
  int port() const;

  // Runs until the server has finished; returns its exit status.
  int serve(Receiver receiver);
  // Returns whether workers are still running. The process must then end without destroying data
  // that they may use.
  bool busy() const { return jobs_ > 0; }

  void send(std::string bytes) override;
  void finish(int exitStatus) override;
  void refuse(const std::string& reason) override;
  void watchProcess(int64_t processId) override;
  void run(std::function<void()> work, std::function<void()> done) override;
  void post(std::function<void()> message) override;

 private:
  struct Write;
  struct Event {  // an eventfd that is readable while there are posts
    Event();
    ~Event();
    const int file;
  };

  std::string openStream(int descriptor, uv_any_handle& storage, uv_stream_t*& stream);
  void startReading();
  void readFile();
  void received(std::string_view bytes);
  void ended();
  void notifyEnd();
  void stopWhenWritten();
  void resumeReading();
  void readPosts();

  static constexpr size_t kWorkers = 4;

  uv_loop_t loop_;
  Receiver receiver_;
  int exitStatus_ = 1;
  bool ended_ = false;     // the client's input has ended
  bool finished_ = false;  // the server has finished
  bool paused_ = false;    // reading waits until the client has read its responses
  size_t jobs_ = 0;
  size_t writes_ = 0;

  uv_any_handle inHandle_;
  uv_any_handle outHandle_;
  uv_stream_t* in_ = nullptr;   // null: standard input is a file, which cannot be polled
  uv_stream_t* out_ = nullptr;  // null: standard output is a file
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
  // Declared last: its destructor waits for work that uses the other members.
  Workers workers_{kWorkers};
};

}  // namespace ts::lsp
