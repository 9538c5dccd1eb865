// The version of PyTorch whose behaviour the programs reproduce.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace ts {

// The oldest first, so that profiles can be compared.
enum class TorchProfile : uint8_t {
#define PROFILE(enumerator, ...) enumerator,
#include "core/base/torch_profiles.def"
#undef PROFILE
};

struct TorchProfileRow {
  TorchProfile profile;
  std::string_view name;            // "2.6"
  uint32_t firstMajor, firstMinor;  // the first version that the profile serves
  std::string_view release;         // the reference's torch.__version__
};
// The only list of the profiles: row i is that of the profile with number i.
inline constexpr TorchProfileRow kTorchProfiles[] = {
#define PROFILE(enumerator, ...) {TorchProfile::enumerator, __VA_ARGS__},
#include "core/base/torch_profiles.def"
#undef PROFILE
};
inline constexpr size_t kTorchProfileCount = std::size(kTorchProfiles);
inline constexpr TorchProfile kNewestTorchProfile = kTorchProfiles[kTorchProfileCount - 1].profile;
// The profile of code beside which no PyTorch is installed.
inline constexpr TorchProfile kDefaultTorchProfile = kNewestTorchProfile;

// The values of settings, for messages: `"auto" or "1.13" or "2.6" or "2.11"`.
inline constexpr const char* kTorchSettings = "\"auto\""
#define PROFILE(enumerator, name, ...) " or \"" name "\""
#include "core/base/torch_profiles.def"
#undef PROFILE
    ;
// The same without "auto".
inline constexpr const char* kTorchProfileNames = kTorchSettings + sizeof "\"auto\" or " - 1;

// Returns the profile of this thread (core/base/thread_state.h), else that of the process. All
// tables, the prelude and the language rules follow the profile.
TorchProfile torchProfile();
// Selects the profile of this process, for threads that have none of their own. A program calls
// this function before it starts threads. Not thread-safe.
void setTorchProfile(TorchProfile profile);

// Returns true if the thread follows this version of PyTorch or a later one.
inline bool atLeast(TorchProfile profile) { return torchProfile() >= profile; }

constexpr size_t indexOf(TorchProfile profile) { return static_cast<size_t>(profile); }
// Returns "1.13" or "2.6".
constexpr std::string_view profileName(TorchProfile profile) {
  return kTorchProfiles[indexOf(profile)].name;
}
// Returns the profile with this name; nullopt for other texts.
std::optional<TorchProfile> profileNamed(std::string_view name);
// Returns the profile that serves a version of PyTorch: 1.13 for "1.13.0a0" and all others of 1.x,
// 2.6 for 2.0 to "2.6.0+cpu", 2.11 for 2.7 and all later ones, also those that are newer than this
// program. Returns nullopt for other texts.
std::optional<TorchProfile> profileOfVersion(std::string_view version);

// The profiles to which a row of a table belongs, from the first to the last one.
struct TorchProfileRange {
  TorchProfile first = kTorchProfiles[0].profile;
  TorchProfile last = kNewestTorchProfile;

  constexpr bool contains(TorchProfile profile) const {
    return first <= profile && profile <= last;
  }
};
constexpr TorchProfileRange since(TorchProfile first) { return {.first = first}; }
constexpr TorchProfileRange before(TorchProfile next) {
  return {.last = kTorchProfiles[indexOf(next) - 1].profile};
}
// Reads "1.13", "2.6+" (that profile and all later ones) or "1.13-2.6"; nullopt for other texts.
std::optional<TorchProfileRange> profileRange(std::string_view text);

}  // namespace ts
