#include "core/base/heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace ts {
namespace {

// A server: one thread makes, another one frees.
TEST(Heap, WhatAnotherThreadFreesAndSharesComesBack) {
  constexpr int kRounds = 200, kWarm = 20;
  std::vector<std::unique_ptr<std::array<char, 1000>>> blocks;
  std::barrier sync(2);
  std::thread worker([&] {
    for (int round = 0; round < kRounds; ++round) {
      for (int i = 0; i < 1000; ++i) blocks.push_back(std::make_unique<std::array<char, 1000>>());
      sync.arrive_and_wait();
      sync.arrive_and_wait();
    }
  });
  size_t warm = 0;
  for (int round = 0; round < kRounds; ++round) {
    sync.arrive_and_wait();
    blocks.clear();
    heap::share();
    if (round == kWarm) warm = heap::contents().size();
    sync.arrive_and_wait();
  }
  worker.join();
  EXPECT_LE(heap::contents().size(), warm + (size_t{1} << 20));
}

// Threads that come and go, each with a few blocks of each size: what one hasn't used is used by
// the next.
TEST(Heap, WhatAnEndingThreadHasNeverUsedGoesToTheNext) {
  constexpr int kThreads = 64;
  std::vector<std::unique_ptr<char[]>> kept[kThreads];
  const size_t before = heap::contents().size();
  for (auto& mine : kept) {
    std::thread([&] {
      for (size_t size = 16; size <= 512; size += 16)
        mine.push_back(std::make_unique<char[]>(size));
    }).join();
  }
  EXPECT_LE(heap::contents().size(), before + (size_t{2} << 20));
}

// A worker's answers: strings that grow, and no two are of one length.
TEST(Heap, LargeBlocksAreUsedAgainForOtherSizes) {
  const auto answer = [](size_t size) {
    ::operator delete(::operator new(size), size);
    heap::share();
  };
  answer(600'000);
  const size_t before = heap::contents().size();
  for (size_t size = 310'000; size < 600'000; size += 10'000) answer(size);
  EXPECT_EQ(heap::contents().size(), before);
}

TEST(Heap, WhatIsTrimmedServesOtherSizes) {
  const auto work = [](size_t size) {
    std::vector<std::unique_ptr<char[]>> blocks;
    for (size_t i = 0; i < 8'000'000 / size; ++i) blocks.push_back(std::make_unique<char[]>(size));
    blocks.clear();
    heap::share();
    heap::trim();
  };
  work(100);
  const size_t before = heap::contents().size();
  for (size_t size : {24, 200, 300, 3000, 10'000, 40'000}) work(size);
  EXPECT_LE(heap::contents().size(), before + (size_t{4} << 20));
}

// Each block has the mark of its owner up to its end.
TEST(Heap, NobodyLosesABlockToTrimming) {
  std::atomic<bool> ends = false;
  std::thread trims([&] {
    while (!ends) heap::trim();
  });
  std::vector<std::thread> threads;
  for (unsigned char me = 1; me <= 4; ++me) {
    threads.emplace_back([me] {
      std::minstd_rand random(me);
      std::vector<std::pair<unsigned char*, size_t>> blocks;
      for (int i = 0; i < 60'000; ++i) {
        const size_t at = random() % 500;
        if (at < blocks.size()) {
          auto [block, size] = std::exchange(blocks[at], blocks.back());
          blocks.pop_back();
          ASSERT_TRUE(
              std::all_of(block, block + size, [me](unsigned char byte) { return byte == me; }));
          ::operator delete(block, size);
        } else {
          const size_t size = random() % (random() % 16 ? 600 : 100'000) + 1;
          blocks.emplace_back(static_cast<unsigned char*>(::operator new(size)), size);
          std::memset(blocks.back().first, me, size);
        }
        if (i % 1000 == 0) heap::share();
      }
      for (auto [block, size] : blocks) ::operator delete(block, size);
    });
  }
  for (std::thread& thread : threads) thread.join();
  ends = true;
  trims.join();
}

}  // namespace
}  // namespace ts
