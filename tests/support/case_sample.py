"""The deterministic sample of a suite's cases that `./dev conformance --sample` and .ci/run run.

A suite with more cases than CI has time for creates one Sample, filters its cases with `keep`, and calls `tell` after
its summary. The environment variable JITSCOPE_SAMPLE switches sampling on; without it `keep` keeps every case. Its number, usually
1, divides the samples further, for a suite that runs other suites.
"""
import os
import sys
import zlib


class Sample:
    """About one of `share` cases. A case's rank is a hash of its id, so new cases hardly change the choice."""

    def __init__(self, share):
        self.share = share * int(os.environ["JITSCOPE_SAMPLE"]) if os.environ.get("JITSCOPE_SAMPLE") else 1

    def __bool__(self):
        return self.share > 1

    def keep(self, cases, id_of=str):
        """The kept cases in their old order. id_of: a function from a case to its id, which must not depend on the run."""
        cases = list(cases)
        if not self:
            return cases
        ranks = {position: zlib.crc32(id_of(case).encode()) for position, case in enumerate(cases)}
        kept = sorted(ranks, key=lambda position: (ranks[position], position))[:-(-len(cases) // self.share)]
        return [cases[position] for position in sorted(kept)]

    def tell(self):
        """Prints the share on standard error, which is free of results."""
        if self:
            sys.stdout.flush()
            print(f"sample: 1 of {self.share} cases", file=sys.stderr)
