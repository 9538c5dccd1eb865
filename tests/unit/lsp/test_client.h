// A client in memory, without a process or a socket. It decides when the server's workers run.
#pragma once

#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lsp/server.h"

namespace ts::lsp {

class ManualExecutor final : public Executor {
 public:
  void run(std::function<void()> work, std::function<void()> done) override {
    jobs_.emplace_back(std::move(work), std::move(done));
  }
  void post(std::function<void()> message) override { posts_.push_back(std::move(message)); }
  // Runs the oldest job: its work, then its follow-up on the server's thread.
  void runOne() {
    auto [work, done] = std::move(jobs_.front());
    jobs_.pop_front();
    work();
    for (const auto& post : std::exchange(posts_, {})) post();
    done();
  }
  void runAll() {
    while (!jobs_.empty()) runOne();
  }
  size_t size() const { return jobs_.size(); }

 private:
  std::deque<std::pair<std::function<void()>, std::function<void()>>> jobs_;
  std::vector<std::function<void()>> posts_;
};

class MemoryTransport final : public Transport {
 public:
  void send(std::string bytes) override {
    reader_.feed(bytes);
    while (auto frame = reader_.next()) messages.push_back(nlohmann::json::parse(frame->body));
  }
  void finish(int status) override { exitStatus = status; }
  void refuse(const std::string& reason) override {
    refused = reason;
    finish(1);
  }
  void watchProcess(int64_t process) override { watched = process; }

  std::vector<nlohmann::json> messages;
  std::optional<int> exitStatus;
  std::string refused;
  int64_t watched = 0;

 private:
  FrameReader reader_;
};

// An analysis for tests: each "bad" in a file is a problem whose fix is "good"; the word before it
// on the same line, if any, is a label. The text "crash" makes it throw.
CheckResult findBad(const EditorState& state, const SourceFilePtr& file,
                    const std::stop_token& stop);

// The capabilities of a client that pulls diagnostics.
inline nlohmann::json pullingClient() {
  return {{"textDocument", {{"diagnostic", nlohmann::json::object()}}},
          {"workspace", {{"diagnostics", {{"refreshSupport", true}}}}}};
}

class TestClient {
 public:
  using json = nlohmann::json;

  explicit TestClient(Analysis analysis = findBad, ServerOptions options = {});

  void sendBytes(std::string_view bytes) { server.receive(bytes); }
  void sendText(std::string_view body) { server.receive(frame(body)); }
  void notify(const std::string& method, json params);
  // Sends a request; returns its id.
  int request(const std::string& method, json params);
  // Sends a request that the server answers at once; returns the response.
  json ask(const std::string& method, json params);
  // Returns the response to the request; null when there is none yet.
  json answer(int id) const;
  // Sends a request, runs the workers, and returns the response.
  json wait(const std::string& method, json params) {
    const int id = request(method, std::move(params));
    executor.runAll();
    return answer(id);
  }
  // Answers the server's oldest request with this method; returns its parameters.
  json reply(const std::string& method, json result);
  // Removes and returns the received messages with this method.
  std::vector<json> take(const std::string& method);
  // Removes and returns the texts of window/logMessage.
  std::vector<std::string> takeLog();

  json initialize(json params = json::object());
  void open(const std::string& uri, const std::string& text, int version = 1);
  void change(const std::string& uri, json changes, int version = 2);

  ManualExecutor executor;
  MemoryTransport transport;
  Server server;

 private:
  int lastId_ = 0;
};

inline nlohmann::json rangeJson(int line, int character, int endLine, int endCharacter) {
  return {{"start", {{"line", line}, {"character", character}}},
          {"end", {{"line", endLine}, {"character", endCharacter}}}};
}

}  // namespace ts::lsp
