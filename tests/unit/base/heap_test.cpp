#include "core/base/heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

// The tests call the allocator directly, so that they also cover its locking in sanitizer builds,
// where operator new is not the project's.
namespace ts {
namespace {

struct Release {
  void operator()(char* block) const { heap::release(block); }
};
using Owned = std::unique_ptr<char, Release>;
Owned make(size_t size) { return Owned(static_cast<char*>(heap::allocate(size))); }

// As in the language server: one thread allocates, another thread releases.
TEST(Heap, ReusesBlocksThatAnotherThreadReleasesAndShares) {
  constexpr int kRounds = 200, kWarm = 20;
  std::vector<Owned> blocks;
  std::barrier sync(2);
  std::thread worker([&] {
    for (int round = 0; round < kRounds; ++round) {
      for (int i = 0; i < 1000; ++i) blocks.push_back(make(1000));
      sync.arrive_and_wait();
      sync.arrive_and_wait();
    }
  });
  size_t warm = 0;
  for (int round = 0; round < kRounds; ++round) {
    sync.arrive_and_wait();
    blocks.clear();
    heap::share();
    if (round == kWarm) warm = heap::regionBytes();
    sync.arrive_and_wait();
  }
  worker.join();
  EXPECT_LE(heap::regionBytes(), warm + (size_t{1} << 20));
}

// Short-lived threads with a few blocks of each size.
TEST(Heap, GivesTheUnusedMemoryOfAnEndedThreadToTheNext) {
  constexpr int kThreads = 64;
  std::vector<Owned> kept[kThreads];
  const size_t before = heap::regionBytes();
  for (auto& mine : kept) {
    std::thread([&] {
      for (size_t size = 16; size <= 512; size += 16) mine.push_back(make(size));
    }).join();
  }
  EXPECT_LE(heap::regionBytes(), before + (size_t{2} << 20));
}

// As a worker's replies: strings that grow, all of different lengths.
TEST(Heap, ReusesLargeBlocksForOtherSizes) {
  const auto answer = [](size_t size) {
    heap::release(heap::allocate(size), size);
    heap::share();
  };
  answer(600'000);
  const size_t before = heap::regionBytes();
  for (size_t size = 310'000; size < 600'000; size += 10'000) answer(size);
  EXPECT_EQ(heap::regionBytes(), before);
}

TEST(Heap, ReusesTrimmedMemoryForOtherSizes) {
  const auto work = [](size_t size) {
    std::vector<Owned> blocks;
    for (size_t i = 0; i < 8'000'000 / size; ++i) blocks.push_back(make(size));
    blocks.clear();
    heap::share();
    heap::trim();
  };
  work(100);
  const size_t before = heap::regionBytes();
  for (size_t size : {24, 200, 300, 3000, 10'000, 40'000}) work(size);
  EXPECT_LE(heap::regionBytes(), before + (size_t{4} << 20));
}

// The limit counts the memory that the process has in use, in the region and outside it.
TEST(Heap, ThrowsAboveItsLimit) {
  constexpr size_t kMore = size_t{32} << 20;
  std::vector<Owned> blocks;
  blocks.reserve(kMore / 500);
  heap::share();
  heap::trim();
  heap::setLimit(heap::regionBytes() + kMore);
  for (size_t size : {1000, 100'000, 4'000'000}) {
    EXPECT_THROW(while (blocks.size() < blocks.capacity()) blocks.push_back(make(size)),
                 std::bad_alloc);
    EXPECT_TRUE(heap::isNearLimit());
    EXPECT_GE(blocks.size(), kMore / size * 8 / 10) << size;
    EXPECT_LE(blocks.size(), heap::limit() / size) << size;
    blocks.clear();
    heap::share();
    heap::trim();
    EXPECT_FALSE(heap::isNearLimit());
  }
  {
    const heap::Reserve reserve;
    EXPECT_NE(make(100'000'000), nullptr);
  }
  EXPECT_THROW(make(100'000'000), std::bad_alloc);
  heap::setLimit(SIZE_MAX);
}

TEST(Heap, ABudgetLimitsItsThreadAndGivesTheMemoryBack) {
  constexpr size_t kMore = size_t{16} << 20;
  for (size_t size : {1000, 100'000, 4'000'000}) {
    std::vector<Owned> blocks;
    blocks.reserve(2 * kMore / size);
    const auto fill = [&] {
      while (blocks.size() < blocks.capacity()) blocks.push_back(make(size));
    };
    {
      const heap::Budget budget(kMore);
      EXPECT_FALSE(heap::isNearLimit());
      EXPECT_THROW(fill(), std::bad_alloc);
      EXPECT_TRUE(heap::isNearLimit());
      EXPECT_GE(blocks.size(), kMore / size * 8 / 10) << size;
      const heap::Reserve reserve;  // for the thread's own state
      std::thread([&] { EXPECT_FALSE(heap::isNearLimit()); }).join();
    }
    EXPECT_FALSE(heap::isNearLimit());
    fill();
  }
}

TEST(Heap, ABudgetTellsTheProcessLimitFromItsOwn) {
  constexpr size_t kMore = size_t{16} << 20;
  heap::share();
  heap::trim();
  {
    const heap::Budget budget(kMore);
    EXPECT_THROW(make(2 * kMore), std::bad_alloc);
    EXPECT_FALSE(budget.metProcessLimit());
  }
  heap::setLimit(heap::regionBytes() + kMore);
  {
    const heap::Budget budget(size_t{1} << 40);
    EXPECT_FALSE(budget.metProcessLimit());
    EXPECT_THROW(make(heap::limit()), std::bad_alloc);
    EXPECT_TRUE(budget.metProcessLimit());
  }
  const heap::Budget later(kMore);
  EXPECT_FALSE(later.metProcessLimit());
  heap::setLimit(SIZE_MAX);
}

TEST(Heap, CountsTheBytesOfLargeBlocks) {
  const uint64_t before = heap::allocatedBytes();
  make(100);
  EXPECT_EQ(heap::allocatedBytes(), before);
  make(10'000);
  make(4'000'000);
  EXPECT_GE(heap::allocatedBytes(), before + 4'010'000);
}

// Each owner fills its blocks with its own mark.
TEST(Heap, TrimmingKeepsBlocksInUse) {
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
          heap::release(block, size);
        } else {
          const size_t size = random() % (random() % 16 ? 600 : 100'000) + 1;
          blocks.emplace_back(static_cast<unsigned char*>(heap::allocate(size)), size);
          std::memset(blocks.back().first, me, size);
        }
        if (i % 1000 == 0) heap::share();
      }
      for (auto [block, size] : blocks) heap::release(block, size);
    });
  }
  for (std::thread& thread : threads) thread.join();
  ends = true;
  trims.join();
}

}  // namespace
}  // namespace ts
