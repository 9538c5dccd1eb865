// An editor in the test's process: a session with a debug adapter, without a connection.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/base/json_writer.h"
#include "core/protocol/framing.h"
#include "core/protocol/json_view.h"
#include "debugger/dap/session.h"

namespace ts::dap {

// A parsed JSON text, which its views outlive with it.
using Json = std::shared_ptr<protocol::JsonDocument>;
inline Json parsed(std::string_view text) {
  auto document = protocol::JsonDocument::parse(text.empty() ? "{}" : text);
  EXPECT_TRUE(document) << text;
  return document ? std::make_shared<protocol::JsonDocument>(std::move(*document)) : nullptr;
}

class Editor final : public Client {
 public:
  ~Editor() override { unlink(path_.c_str()); }
  void event(std::string_view name, std::string_view body) override {
    std::lock_guard lock(mutex_);
    events_[std::string(name)].push_back(parsed(body));
    changed_.notify_all();
  }
  void response(int64_t request, std::string_view, std::string_view body) override {
    answer(request, {parsed(body), {}});
  }
  void failure(int64_t request, std::string_view, std::string_view problem) override {
    answer(request, {nullptr, std::string(problem)});
  }

  // Sends a request. arguments: JSON. Returns the body of its response.
  Json ask(const std::string& command, const std::string& arguments = "{}") {
    const Reply reply = send(command, arguments);
    EXPECT_EQ(reply.problem, "") << command << " " << arguments;
    return reply.body ? reply.body : parsed("{}");
  }
  // Sends a request that fails. Returns the problem.
  std::string problemOf(const std::string& command, const std::string& arguments = "{}") {
    const Reply reply = send(command, arguments);
    EXPECT_FALSE(reply.body) << command << " " << arguments;
    return reply.problem;
  }
  // Waits for the next event with this name. Returns its body; null when none comes.
  Json next(const std::string& name) {
    std::unique_lock lock(mutex_);
    std::deque<Json>& queue = events_[name];
    if (!changed_.wait_for(lock, std::chrono::seconds(30), [&] { return !queue.empty(); }))
      return nullptr;
    Json body = std::move(queue.front());
    queue.pop_front();
    return body;
  }
  Session& session() { return session_; }

  // Writes a program and starts it with breakpoints on lines. keys: more of the launch, as JSON
  // without braces.
  void launch(const std::string& text, const std::vector<uint32_t>& lines,
              const std::string& keys = "") {
    path_ = testing::TempDir() + "program-" + std::to_string(getpid()) + ".py";
    std::ofstream(path_) << text;
    ask("initialize");
    JsonWriter program;
    program.value(path_);
    ask("launch", "{\"program\": " + program.take() + (keys.empty() ? "" : ", ") + keys + "}");
    setBreakpoints(lines);
    ask("configurationDone");
  }
  Json setBreakpoints(const std::vector<uint32_t>& lines) {
    JsonWriter out;
    out.beginObject().key("source").beginObject().member("path", path_).endObject();
    out.key("breakpoints").beginArray();
    for (const uint32_t line : lines) out.beginObject().member("line", line).endObject();
    return ask("setBreakpoints", out.endArray().endObject().take());
  }
  const std::string& path() const { return path_; }
  // The reason of the next stop.
  std::string stop() {
    const Json stopped = next("stopped");
    return stopped ? stopped->root()["reason"].string().value_or("") : "";
  }
  std::string evaluate(const std::string& expression) {
    JsonWriter out;
    out.beginObject().member("expression", expression).member("context", "watch").endObject();
    return ask("evaluate", out.take())->root()["result"].string().value_or("");
  }
  // The frames, as "line name".
  std::vector<std::string> frames() {
    std::vector<std::string> shown;
    const Json trace = ask("stackTrace", R"({"threadId": 1})");
    for (const protocol::JsonView frame : trace->root()["stackFrames"].elements())
      shown.push_back(std::to_string(frame["line"].integer().value_or(0)) + " " +
                      frame["name"].string().value_or(""));
    return shown;
  }
  int64_t frameId() {
    const Json trace = ask("stackTrace", R"({"threadId": 1})");
    return trace->root()["stackFrames"].elements().at(0)["id"].integer().value_or(0);
  }
  // The reference of a scope of the innermost frame.
  int64_t scope(const std::string& name) {
    const Json scopes = ask("scopes", "{\"frameId\": " + std::to_string(frameId()) + "}");
    for (const protocol::JsonView scope : scopes->root()["scopes"].elements())
      if (scope["name"].string() == name) return scope["variablesReference"].integer().value_or(0);
    return 0;
  }
  // The variables of a scope or a value, as {name: text}.
  std::map<std::string, std::string> variables(int64_t reference) {
    std::map<std::string, std::string> texts;
    const Json all =
        ask("variables", "{\"variablesReference\": " + std::to_string(reference) + "}");
    for (const protocol::JsonView variable : all->root()["variables"].elements())
      texts[variable["name"].string().value_or("")] = variable["value"].string().value_or("");
    return texts;
  }

 private:
  struct Reply {
    Json body;
    std::string problem;
  };
  void answer(int64_t request, Reply reply) {
    std::lock_guard lock(mutex_);
    replies_[request] = std::move(reply);
    changed_.notify_all();
  }
  Reply send(const std::string& command, const std::string& arguments) {
    const int64_t number = ++last_;
    JsonWriter out;
    out.beginObject().member("seq", number).member("type", "request").member("command", command);
    session_.receive(protocol::frame(out.key("arguments").raw(arguments).endObject().take()));
    std::unique_lock lock(mutex_);
    const bool isThere = changed_.wait_for(lock, std::chrono::seconds(30),
                                           [&] { return replies_.contains(number); });
    EXPECT_TRUE(isThere) << command << " has no answer";
    return replies_[number];
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::deque<Json>> events_;
  std::map<int64_t, Reply> replies_;
  int64_t last_ = 0;
  std::string path_;
  Session session_{*this, ""};  // ends first
};

}  // namespace ts::dap
