// Input: any bytes, sent to the language server in arbitrary pieces. The first byte selects the
// form of the rest: raw bytes, or one message body a line. The second form spares the fuzzer the
// lengths in the headers.
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "lsp/server.h"

namespace ts::lsp {
namespace {

// Runs work when the input says so, so that texts change while checks are pending.
class LazyExecutor final : public Executor {
 public:
  void run(std::function<void()> work, std::function<void()> done) override {
    jobs_.emplace_back(work, done);
  }
  void post(std::function<void()> message) override {
    jobs_.emplace_back([] {}, std::move(message));
  }
  void runOne() {
    if (jobs_.empty()) return;
    auto [work, done] = std::move(jobs_.front());
    jobs_.pop_front();
    work();
    done();
  }
  bool idle() const { return jobs_.empty(); }

 private:
  std::deque<std::pair<std::function<void()>, std::function<void()>>> jobs_;
};

// The server's output must be complete messages with valid JSON.
class CheckingTransport final : public Transport {
 public:
  void send(std::string bytes) override {
    reader_.feed(bytes);
    const auto sent = reader_.next();
    if (!sent || !sent->error.empty() || !JsonDocument::parse(sent->body)) __builtin_trap();
  }
  void finish(int) override {}
  void refuse(const std::string&) override {}
  void watchProcess(int64_t) override {}

 private:
  FrameReader reader_;
};

// A diagnostic at the first and the last byte, with a label and a fix.
CheckResult findEnds(const EditorState&, const SourceFilePtr& file, const std::stop_token&) {
  diag::Sink sink;
  const auto size = static_cast<uint32_t>(file->text().size());
  const SourceRange everything{file.get(), {0, size}};
  sink.report(diag::Rule::InvalidSyntax, everything, [&](diag::Diagnostic& diagnostic) {
    diagnostic.message = file->text().substr(0, 20);
    diagnostic.label({file.get(), {size, size}}, "end").fix("Clear", {{everything, ""}});
  });
  return {sink.take(), {}, {file}};
}

}  // namespace
}  // namespace ts::lsp

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ts::lsp;
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data + 1), size - 1);
  const bool framed = data[0] & 1;
  const bool initialized = data[0] & 2;
  const size_t piece = 1 + (data[0] >> 2);

  LazyExecutor executor;
  CheckingTransport transport;
  Server server(transport, executor, findEnds,
                {.limits = {.headerBytes = 64, .messageBytes = 4096}});
  if (initialized) {
    server.receive(
        frame(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}})"));
    server.receive(
        frame(R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
              R"({"textDocument":{"uri":"u","version":1,"text":"a\r\n\ud83c\udf30"}}})"));
  }
  for (size_t at = 0; at < input.size();) {
    if (framed) {
      const std::string_view line = input.substr(at, input.find('\n', at) - at);
      server.receive(frame(line));
      at += line.size() + 1;
    } else {
      server.receive(input.substr(at, piece));
      at += piece;
    }
    if (at % 3 == 0) executor.runOne();
  }
  while (!executor.idle()) executor.runOne();
  server.disconnected();
  return 0;
}
