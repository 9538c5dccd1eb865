// The version of PyTorch whose behaviour the programs reproduce.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ts {

enum class TorchProfile : uint8_t { Torch1_13, Torch2_6 };
inline constexpr size_t kTorchProfiles = 2;
inline constexpr TorchProfile kDefaultTorchProfile = TorchProfile::Torch2_6;

// Returns the profile of this process, which all tables, the prelude and the language rules follow.
TorchProfile torchProfile();
inline bool isTorch26() { return torchProfile() == TorchProfile::Torch2_6; }
// Selects the profile of this process. A program calls this function before its first look-up of an
// operator or a module, because caches keep what they found. Not thread-safe.
void setTorchProfile(TorchProfile profile);

// Returns the profile for a version of PyTorch: 1.13 for "1.13.0a0" and all others of 1.x, 2.6 for
// "2.6.0+cpu" and all others of 2.x. Returns nullopt for other texts.
std::optional<TorchProfile> profileOfVersion(std::string_view version);
// Returns "1.13" or "2.6".
std::string_view profileName(TorchProfile profile);

}  // namespace ts
