#include "core/protocol/token.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <stdexcept>

namespace ts::protocol {

std::string makeToken() {
  unsigned char bytes[16];
  if (::getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    throw std::runtime_error("the system has no random numbers for a token");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool isSameToken(std::string_view received, std::string_view token) {
  if (received.size() != token.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < token.size(); ++i)
    difference |= static_cast<unsigned char>(received[i] ^ token[i]);
  return difference == 0;
}

}  // namespace ts::protocol
