#include "core/base/torch_profile.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/thread_state.h"

namespace ts {
namespace {

TorchProfile& current() {
  static TorchProfile profile = kDefaultTorchProfile;
  return profile;
}

// Removes the number at the start of the text and returns it.
std::optional<uint32_t> takeNumber(std::string_view& text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

}  // namespace

TorchProfile torchProfile() {
  const std::optional<TorchProfile>& profile = threadState.settings().profile;
  return profile ? *profile : current();
}
void setTorchProfile(TorchProfile profile) { current() = profile; }

std::optional<TorchProfile> profileNamed(std::string_view name) {
  const auto* const row = std::ranges::find(kTorchProfiles, name, &TorchProfileRow::name);
  return row == std::end(kTorchProfiles) ? std::nullopt : std::optional(row->profile);
}

std::optional<TorchProfile> profileOfVersion(std::string_view version) {
  const auto major = takeNumber(version);
  if (!major || !(version.empty() || version[0] == '.')) return std::nullopt;
  if (!version.empty()) version.remove_prefix(1);
  // A version without a minor number means the newest one.
  const uint32_t minor = takeNumber(version).value_or(UINT32_MAX);
  std::optional<TorchProfile> profile;
  for (const TorchProfileRow& row : kTorchProfiles)
    if (std::pair(row.firstMajor, row.firstMinor) <= std::pair(*major, minor))
      profile = row.profile;
  return profile;
}

std::optional<TorchProfileRange> profileRange(std::string_view text) {
  if (text.ends_with('+')) {
    const auto first = profileNamed(text.substr(0, text.size() - 1));
    return first ? std::optional(since(*first)) : std::nullopt;
  }
  const size_t dash = text.find('-');
  const auto first = profileNamed(text.substr(0, dash));
  const auto last = dash == text.npos ? first : profileNamed(text.substr(dash + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  return TorchProfileRange{*first, *last};
}

}  // namespace ts
