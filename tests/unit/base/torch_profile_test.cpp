#include "core/base/torch_profile.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ts {
namespace {

constexpr auto kOld = TorchProfile::Torch1_13;
constexpr auto kNew = TorchProfile::Torch2_6;
constexpr auto kNewest = TorchProfile::Torch2_11;

TEST(TorchProfile, TheTableIsOrderedByVersion) {
  for (size_t i = 0; i < kTorchProfileCount; ++i) EXPECT_EQ(indexOf(kTorchProfiles[i].profile), i);
  EXPECT_TRUE(std::ranges::is_sorted(kTorchProfiles, {}, [](const TorchProfileRow& row) {
    return std::pair(row.firstMajor, row.firstMinor);
  }));
}

TEST(TorchProfile, VersionsMapToTheProfileThatServesThem) {
  EXPECT_EQ(profileOfVersion("1.13.0a0"), kOld);
  EXPECT_EQ(profileOfVersion("1.9"), kOld);
  EXPECT_EQ(profileOfVersion("2.6.0+cu124"), kNew);
  EXPECT_EQ(profileOfVersion("2.0"), kNew);
  EXPECT_EQ(profileOfVersion("2.7.0+cpu"), kNewest);
  EXPECT_EQ(profileOfVersion("2.11.0+cu130"), kNewest);
  EXPECT_EQ(profileOfVersion("0.4.1"), std::nullopt);
  EXPECT_EQ(profileOfVersion("2a"), std::nullopt);
  EXPECT_EQ(profileOfVersion(""), std::nullopt);
}

TEST(TorchProfile, VersionsThatAreNewerThanTheTableMapToTheNewestProfile) {
  EXPECT_EQ(profileOfVersion("2.14.1"), kNewestTorchProfile);
  EXPECT_EQ(profileOfVersion("3.0"), kNewestTorchProfile);
  EXPECT_EQ(profileOfVersion("20.1"), kNewestTorchProfile);
}

TEST(TorchProfile, AVersionWithoutAMinorNumberMeansTheNewest) {
  EXPECT_EQ(profileOfVersion("1"), kOld);
  EXPECT_EQ(profileOfVersion("2"), kNewestTorchProfile);
  EXPECT_EQ(profileOfVersion("2.nightly"), kNewestTorchProfile);
}

TEST(TorchProfile, EachProfileHasItsOwnNameAndServesTheVersionOfThatName) {
  for (const TorchProfileRow& row : kTorchProfiles) {
    EXPECT_EQ(profileNamed(row.name), row.profile);
    EXPECT_EQ(profileOfVersion(row.name), row.profile);
    EXPECT_EQ(profileOfVersion(row.release), row.profile);
  }
  EXPECT_EQ(profileNamed("2.6.0"), std::nullopt);
}

TEST(TorchProfile, AtLeastComparesWithTheProfileInUse) {
  setTorchProfile(kOld);
  EXPECT_TRUE(atLeast(kOld));
  EXPECT_FALSE(atLeast(kNew));
  setTorchProfile(kNew);
  EXPECT_TRUE(atLeast(kOld));
  EXPECT_TRUE(atLeast(kNew));
}

TEST(TorchProfile, RangesAreReadFromMarks) {
  const auto only = profileRange("1.13");
  ASSERT_TRUE(only);
  EXPECT_TRUE(only->contains(kOld));
  EXPECT_FALSE(only->contains(kNew));
  const auto later = profileRange("2.6+");
  ASSERT_TRUE(later);
  EXPECT_FALSE(later->contains(kOld));
  EXPECT_TRUE(later->contains(kNewestTorchProfile));
  const auto both = profileRange("1.13-2.6");
  ASSERT_TRUE(both);
  EXPECT_TRUE(both->contains(kOld) && both->contains(kNew));
  for (const char* text : {"", "+", "2.5", "2.6-1.13", "2.6-", "-2.6", "1.13+-2.6"})
    EXPECT_FALSE(profileRange(text)) << text;
}

TEST(TorchProfile, ARangeEndsBeforeAProfileOrGoesOnToTheNewest) {
  EXPECT_TRUE(before(kNew).contains(kOld));
  EXPECT_FALSE(before(kNew).contains(kNew));
  EXPECT_FALSE(since(kNew).contains(kOld));
  EXPECT_TRUE(since(kOld).contains(kNewestTorchProfile));
}

TEST(TorchProfile, MessagesListTheNames) {
  EXPECT_STREQ(kTorchProfileNames, "\"1.13\" or \"2.6\" or \"2.11\"");
  EXPECT_EQ(std::string("\"auto\" or ") + kTorchProfileNames, kTorchSettings);
}

}  // namespace
}  // namespace ts
