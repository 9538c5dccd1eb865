"""The settings with which PyTorch of Debian 13 is a fair reference: vectors, matrix products and memory as in PyTorch's own builds."""
import sys
import time

# A process that frees large results at once writes them at 0.5 GB/s; OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE of another machine halve
# the speed of matrix products; Inductor's code calls SLEEF, which Debian's PyTorch does not load.
MALLOC = "glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=4294967296:glibc.malloc.top_pad=268435456"
ENVIRONMENT = ["env", "-u", "OPENBLAS_CORETYPE", "-u", "OPENBLAS_L2_SIZE", "LD_PRELOAD=libsleef.so.3", f"GLIBC_TUNABLES={MALLOC}"]

MOST_BUSY = 0.1


def processor_flags():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        return info.read().split()


def use_vectors():
    """Debian's PyTorch does not find its own headers of vectors, and Inductor would write scalar code: names the vectors."""
    import torch._inductor.cpu_vec_isa as vectors
    found = vectors.VecAVX512() if "avx512f" in processor_flags() else vectors.VecAVX2()
    vectors.valid_vec_isa_list = lambda: [found]
    vectors.VecISA.__bool__ = type(found).__bool__ = lambda self: True


def busy_share(seconds=1.0):
    """The share of the processors' time that other programs use."""
    def times():
        with open("/proc/stat", encoding="utf-8") as stat:
            numbers = [int(word) for word in stat.readline().split()[1:]]
        return sum(numbers) - numbers[3] - numbers[4], sum(numbers)  # without idle time and waits for disks

    (busy, total), _ = times(), time.sleep(seconds)
    later = times()
    return (later[0] - busy) / max(1, later[1] - total)


def refuse_busy_machine():
    """Ends the program where other programs would make its figures worthless."""
    share = busy_share()
    if share > MOST_BUSY:
        sys.exit(f"the machine is busy ({share:.0%} of its processors' time): stop the other programs, and measure again")
