#include "core/protocol/framing.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace ts::protocol {
namespace {

// Feeds the bytes in pieces of this size. Returns the bodies, and "!" for each error.
std::vector<std::string> read(FrameReader& reader, std::string_view bytes, size_t piece) {
  std::vector<std::string> out;
  for (size_t at = 0; at < bytes.size(); at += piece) {
    reader.feed(bytes.substr(at, piece));
    while (auto frame = reader.next()) out.push_back(frame->error.empty() ? frame->body : "!");
  }
  return out;
}

std::vector<std::string> read(std::string_view bytes, FrameLimits limits = {}) {
  FrameReader reader(limits);
  return read(reader, bytes, bytes.size() + 1);
}

std::string errorOf(std::string_view bytes, FrameLimits limits = {}) {
  FrameReader reader(limits);
  reader.feed(bytes);
  auto frame = reader.next();
  return frame ? frame->error : "";
}

using Strings = std::vector<std::string>;

TEST(Framing, WritesWhatItReads) {
  EXPECT_EQ(read(frame("{\"a\":\"é\"}") + frame("")), (Strings{"{\"a\":\"é\"}", ""}));
}

TEST(Framing, TakesHeadersInAnyCaseAndOrder) {
  EXPECT_EQ(
      read(
          "content-LENGTH:2\r\n\r\n{}"
          "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length:  2 \r\n\r\n{}"
          "Content-Length: 2\n\n{}"
          "\r\n\r\nContent-Length: 2\r\n\r\n{}"),
      (Strings{"{}", "{}", "{}", "{}"}));
}

TEST(Framing, AnySplitOfTheBytesGivesTheSame) {
  const std::string bytes = frame("{\"first\":1}") + "junk\r\n" + frame("{}") +
                            "Content-Length: x\r\n\r\n[lost]" + frame("[1,2,3]") +
                            "No-Length: 1\r\n\r\n" + frame("\"last\"");
  const Strings messages = read(bytes);
  EXPECT_EQ(messages, (Strings{"{\"first\":1}", "!", "{}", "!", "[1,2,3]", "!", "\"last\""}));
  for (size_t piece = 1; piece < bytes.size(); ++piece) {
    FrameReader reader;
    EXPECT_EQ(read(reader, bytes, piece), messages) << "pieces of " << piece;
  }
}

TEST(Framing, FindsTheNextMessageBehindEachKindOfGarbage) {
  for (const char* garbage :
       {"x", "{\"jsonrpc\":\"2.0\"}", "{\"jsonrpc\":\"2.0\"}\n", "\xFF\xFE\x00\x01", ": 1\r\n",
        "Content-Length\r\n\r\n", "Content-Length:\r\n\r\n", "Content-Length: -1\r\n\r\n{}",
        "Content-Length: 1e3\r\n\r\n{}", "Content-Length: 2 2\r\n\r\n{}",
        "Content-Length: 99999999999999999999999\r\n\r\n{}",
        "Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}", "Content-Type: text/plain\r\n\r\n{}"}) {
    EXPECT_EQ(read(garbage + frame("{}")), (Strings{"!", "{}"})) << garbage;
  }
}

TEST(Framing, NamesTheLimitThatWasPassed) {
  const FrameLimits limits{.headerBytes = 100, .messageBytes = 10};
  EXPECT_NE(errorOf(frame("12345678901"), limits).find("messageBytes = 10"), std::string::npos);
  EXPECT_NE(errorOf("X: " + std::string(200, 'x'), limits).find("headerBytes = 100"),
            std::string::npos);
  EXPECT_EQ(read(frame("12345678901") + frame("1234567890"), limits), (Strings{"!", "1234567890"}));
  EXPECT_EQ(read("X: " + std::string(200, 'x') + frame("{}"), limits), (Strings{"!", "{}"}));
  EXPECT_EQ(read("Content-Length: " + std::string(200, ' ') + frame("{}"), limits),
            (Strings{"!", "{}"}));
  // Many short headers are one long header.
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += "Content-Type: y\r\n";
  EXPECT_EQ(read(lines + frame("{}"), limits), (Strings{"!", "{}"}));
}

TEST(Framing, AnUnknownHeaderIsAnError) {
  EXPECT_NE(errorOf("Host: localhost\r\n" + frame("{}")).find("the header Host is unknown"),
            std::string::npos);
  EXPECT_EQ(read("X-Other: 1\r\n" + frame("{}")), (Strings{"!", "{}"}));
}

TEST(Framing, RefusesOtherCharsetsButStaysInStep) {
  const std::string other = "Content-Type: x; charset=\"utf-16\"\r\nContent-Length: 2\r\n\r\n{}";
  EXPECT_NE(errorOf(other).find("utf-16"), std::string::npos);
  EXPECT_EQ(read(other + frame("[]")), (Strings{"!", "[]"}));
}

// A body with a too large Content-Length contains a part of the next header.
TEST(Framing, RecoversAMessageSwallowedByTheOneBefore) {
  const std::string next = frame("[\"next\"]");
  for (size_t extra = 1; extra <= next.size(); ++extra) {
    FrameReader reader;
    reader.feed("Content-Length: " + std::to_string(2 + extra) + "\r\n\r\n{}" + next +
                frame("[2]"));
    auto broken = reader.next();
    ASSERT_EQ(broken->body, "{}" + next.substr(0, extra));
    reader.reject(broken->body);
    Strings rest;
    while (auto frame = reader.next()) rest.push_back(frame->error.empty() ? frame->body : "!");
    EXPECT_EQ(rest, (Strings{"[\"next\"]", "[2]"})) << extra;
  }
}

TEST(Framing, DropsGarbageInsteadOfKeepingIt) {
  FrameReader reader;
  const std::string megabyte(1 << 20, '\n');
  EXPECT_EQ(read(reader, "{oops}\n" + megabyte, 4096), Strings{"!"});
  EXPECT_EQ(read(reader, frame("{}"), 7), Strings{"{}"});
}

}  // namespace
}  // namespace ts::protocol
