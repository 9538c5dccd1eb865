#include "tests/unit/lsp/test_client.h"

#include <stdexcept>

namespace ts::lsp {

CheckResult findBad(const EditorState&, const SourceFilePtr& file, const std::stop_token&) {
  const std::string_view text = file->text();
  if (text.find("crash") != std::string_view::npos)
    throw std::runtime_error("the analysis fell over");
  diag::Sink sink;
  for (size_t at = text.find("bad"); at != std::string_view::npos; at = text.find("bad", at + 1)) {
    const SourceRange range{file.get(), {static_cast<uint32_t>(at), static_cast<uint32_t>(at + 3)}};
    sink.report(diag::Rule::InvalidSyntax, range, [&](diag::Diagnostic& diagnostic) {
      diagnostic.message = "this is bad";
      diagnostic.note("it could be good");
      const uint32_t line = file->lineStart(file->lineOf(range.span.begin));
      if (line < range.span.begin)
        diagnostic.label({file.get(), {line, range.span.begin}}, "because of this");
      diagnostic.fix("Make it good", {{range, "good"}});
    });
  }
  return {sink.take(), {}, {file}};
}

TestClient::TestClient(Analysis analysis, ServerOptions options)
    : server(transport, executor, std::move(analysis), std::move(options)) {}

void TestClient::notify(const std::string& method, json params) {
  sendText(json{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}}.dump());
}

int TestClient::request(const std::string& method, json params) {
  sendText(
      json{{"jsonrpc", "2.0"}, {"id", ++lastId_}, {"method", method}, {"params", std::move(params)}}
          .dump());
  return lastId_;
}

TestClient::json TestClient::ask(const std::string& method, json params) {
  return answer(request(method, std::move(params)));
}

TestClient::json TestClient::answer(int id) const {
  for (const json& message : transport.messages) {
    if (!message.contains("method") && message["id"] == id) return message;
  }
  return nullptr;
}

TestClient::json TestClient::reply(const std::string& method, json result) {
  for (auto at = transport.messages.begin(); at != transport.messages.end(); ++at) {
    if (at->value("method", "") != method || !at->contains("id")) continue;
    const json asked = *at;
    transport.messages.erase(at);
    sendText(json{{"jsonrpc", "2.0"}, {"id", asked["id"]}, {"result", std::move(result)}}.dump());
    return asked.value("params", json());
  }
  throw std::runtime_error("the server has not asked " + method);
}

std::vector<TestClient::json> TestClient::take(const std::string& method) {
  std::vector<json> out;
  std::erase_if(transport.messages, [&](const json& message) {
    if (message.value("method", "") != method) return false;
    out.push_back(message);
    return true;
  });
  return out;
}

std::vector<std::string> TestClient::takeLog() {
  std::vector<std::string> out;
  for (const json& message : take("window/logMessage")) out.push_back(message["params"]["message"]);
  return out;
}

TestClient::json TestClient::initialize(json params) {
  if (!params.contains("capabilities")) params["capabilities"] = json::object();
  return ask("initialize", std::move(params));
}

void TestClient::open(const std::string& uri, const std::string& text, int version) {
  notify("textDocument/didOpen",
         {{"textDocument",
           {{"uri", uri}, {"languageId", "python"}, {"version", version}, {"text", text}}}});
}

void TestClient::change(const std::string& uri, json changes, int version) {
  notify("textDocument/didChange", {{"textDocument", {{"uri", uri}, {"version", version}}},
                                    {"contentChanges", std::move(changes)}});
}

}  // namespace ts::lsp
