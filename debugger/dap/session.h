// One debugging session: reads the editor's messages and answers them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/protocol/framing.h"
#include "core/protocol/json_view.h"
#include "debugger/dap/breakpoint_table.h"
#include "debugger/dap/client_switch.h"
#include "debugger/dap/event_writer.h"
#include "debugger/dap/sources.h"
#include "debugger/session/debuggee.h"

namespace ts::dap {

// The answer to a request.
struct Answer {
  std::string body;            // JSON; empty: none
  std::string problem;         // not empty: the request failed
  std::function<void()> then;  // called after the answer is sent; may be null
};
Answer problem(std::string text);

// A program that runs already, to which a session can attach.
struct AttachableProgram {
  const std::shared_ptr<Sources> sources = std::make_shared<Sources>();
  ClientSwitch client;
  EventWriter events{client, *sources};
  std::shared_ptr<session::Debuggee> debuggee;
};

// Belongs to one thread. Requests about a stopped program are answered on the program's thread.
class Session {
 public:
  // token: not empty when any local program can connect. An editor must then send it as `token` in
  // its launch request, and bytes that are not a message end the connection.
  // running: not null on the port of a running program. It outlives the session.
  Session(Client& client, std::string token, AttachableProgram* running = nullptr);

  void receive(std::string_view bytes);
  // True after `disconnect`, or when the client is not trusted.
  bool isOver() const { return isOver_; }
  // Not empty when the client is not trusted.
  const std::string& refusal() const { return refusal_; }

  // ---- for handlers
  Client& client;
  AttachableProgram* const running;
  const std::shared_ptr<Sources> sources;
  BreakpointTable breakpoints;
  EventWriter events;
  std::shared_ptr<session::Debuggee> debuggee;  // null before `launch` and `attach`
  bool isInitialized = false;
  bool isConfigured = false;
  bool hasLoaded = false;  // also after a load that has failed
  bool isTrusted(const std::string& token) const;
  void refuse(const std::string& reason);
  void end() { isOver_ = true; }
  // Lines and columns of the protocol count from 0 or 1, as the editor wants.
  int firstLine = 1;
  // The program gets the current breakpoints.
  void updateBreakpoints();
  // Connects the session with the running program.
  void attach();
  // Lets the running program go on without this session, and waits for the answers that its thread
  // owes. Does nothing without attach().
  void detach();

 private:
  void handle(const protocol::RawMessage& raw);
  void malformed(const std::string& problem);
  void request(protocol::JsonDocument document);
  session::StopJob withPeers(session::StopJob job, std::optional<int64_t> frameId);

  const std::string token_;
  protocol::FrameReader reader_;
  bool isOver_ = false;
  std::string refusal_;
  // The number of requests that the program's thread has yet to answer.
  const std::shared_ptr<std::atomic<int>> unanswered_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace ts::dap
