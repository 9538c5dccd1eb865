#include "core/base/thread_state.h"

#include <gtest/gtest.h>

#include <thread>

namespace ts {
namespace {

ThreadState following(TorchProfile profile) {
  ThreadState state;
  state.own.profile = profile;
  return state;
}

TEST(ThreadState, AThreadFollowsItsOwnProfileBeforeThatOfTheProcess) {
  const TorchProfile ofProcess = torchProfile();
  for (const TorchProfile profile : {TorchProfile::Torch2_6, TorchProfile::Torch1_13}) {
    const ThreadStateScope scope(following(profile));
    EXPECT_EQ(torchProfile(), profile);
    TorchProfile other{};
    std::thread([&] { other = torchProfile(); }).join();
    EXPECT_EQ(other, ofProcess);
  }
  EXPECT_EQ(torchProfile(), ofProcess);
}

TEST(ThreadState, AScopeRestoresTheStateThatItsBodyChanged) {
  const bool before = threadState.settings().isGradEnabled;
  {
    const ThreadStateScope scope(threadState);
    threadState.settings().isGradEnabled = !before;
  }
  EXPECT_EQ(threadState.settings().isGradEnabled, before);
}

TEST(ThreadState, EnteredSettingsReplaceTheThreadsOwn) {
  ThreadSettings settings;
  settings.isGradEnabled = false;
  ThreadState state;
  state.entered = &settings;
  const ThreadStateScope scope(state);
  EXPECT_FALSE(threadState.settings().isGradEnabled);
  EXPECT_FALSE(threadState.inherited().settings().isGradEnabled);
  EXPECT_EQ(threadState.inherited().entered, nullptr);
}

TEST(ThreadState, AnInheritingThreadHasTheSettingsAndNoneOfTheCalls) {
  ThreadState state = following(TorchProfile::Torch2_6);
  state.own.isGradEnabled = false;
  state.machines = 3;
  const ThreadStateScope scope(state);
  ThreadState seen;
  std::thread(inheriting([&](int argument) {
                EXPECT_EQ(argument, 5);
                seen = threadState;
              }),
              5)
      .join();
  EXPECT_EQ(seen.own.profile, TorchProfile::Torch2_6);
  EXPECT_FALSE(seen.settings().isGradEnabled);
  EXPECT_EQ(seen.machines, 0u);
}

}  // namespace
}  // namespace ts
