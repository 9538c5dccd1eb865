// A small thread pool, started on first use. Its threads sleep between calls that do not follow one
// another at once.
#pragma once

#include <cstdint>
#include <functional>

namespace ts::kernels {

// torch.get_num_threads() and set_num_threads(): the number of threads that an operator may use,
// including the caller. The default is OMP_NUM_THREADS, else the number of cores.
int threadCount();
void setThreadCount(int count);
// The same for an operator that the calling thread starts: 1 within a part of another one.
int threadCountHere();
// True in a program that exports the functions of OpenMP's runtime, so that oneDNN's threads are
// those of this pool.
bool isOpenMpRuntime();
// Call it before OpenBLAS and LAPACK: they run in the caller's thread, which may be one of many.
void useOneBlasThread();

// Calls work(begin, end) for parts that together cover [0, count), and returns when all parts are
// done. Each part except the last has at least `grain` items. Runs in the caller's thread when
// nested or when there is little work. Rethrows exceptions of the parts.
void parallelFor(int64_t count, int64_t grain,
                 const std::function<void(int64_t begin, int64_t end)>& work);

}  // namespace ts::kernels
