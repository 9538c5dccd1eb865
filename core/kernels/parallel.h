// Work shared between threads: a small pool that is started when it is first needed.
#pragma once

#include <cstdint>
#include <functional>

namespace ts::kernels {

// torch.get_num_threads() and set_num_threads(): how many threads one operator may use, the
// caller's included. At first as many as there are cores. The libraries that compute for us
// (oneDNN, OpenBLAS) are told as well.
int threadCount();
void setThreadCount(int count);

// Calls work(begin, end) for parts that make up [0, count), each of at least `grain` items but the
// last, and returns when all are done. Called from within such work, or for little, it runs in the
// caller's thread. What a part throws is thrown here.
void parallelFor(int64_t count, int64_t grain,
                 const std::function<void(int64_t begin, int64_t end)>& work);

}  // namespace ts::kernels
