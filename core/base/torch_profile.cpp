#include "core/base/torch_profile.h"

namespace ts {
namespace {

TorchProfile& current() {
  static TorchProfile profile = kDefaultTorchProfile;
  return profile;
}

}  // namespace

TorchProfile torchProfile() { return current(); }
void setTorchProfile(TorchProfile profile) { current() = profile; }

std::optional<TorchProfile> profileOfVersion(std::string_view version) {
  if (version == "1" || version.starts_with("1.")) return TorchProfile::Torch1_13;
  if (version == "2" || version.starts_with("2.")) return TorchProfile::Torch2_6;
  return std::nullopt;
}

std::string_view profileName(TorchProfile profile) {
  return profile == TorchProfile::Torch1_13 ? "1.13" : "2.6";
}

}  // namespace ts
