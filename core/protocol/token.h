// The secret that a client must send to a server on a port. Every local program, and so every web
// page in a browser, can reach a port.
#pragma once

#include <string>
#include <string_view>

namespace ts::protocol {

// Returns 128 random bits in hexadecimal. Throws std::runtime_error when the system has none.
std::string makeToken();

// Compares in a time that does not depend on the first character that differs.
bool isSameToken(std::string_view received, std::string_view token);

}  // namespace ts::protocol
