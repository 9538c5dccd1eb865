"""The known failures of a conformance suite: cases that differ from PyTorch, by id and with a reason.

tests/conformance/known/NAME.txt has a line for each: group, id and reason, with tabs between them. A failure that is not listed fails
the suite; so does a listed case that passes or no longer exists, so that the list can only shrink. A case whose reason begins with
"varies: " may pass: the reference answers differently from run to run.
"""
import os
import sys

from torch_profiles import in_use

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "conformance", "known")


class KnownFailures:
    """name: that of the list, usually SUITE-PROFILE. A suite calls `judge` for each case and `tell` at the end."""

    def __init__(self, name, folder=FOLDER):
        self.name = name
        self.listed = {}  # {(group, id): reason}
        self.verdicts = {}  # {(group, id): passed}
        path = os.path.join(folder, name + ".txt")
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.startswith("#") or not line.strip():
                    continue
                group, case, reason = (*line.rstrip("\n").split("\t"), "", "")[:3]
                if not reason.strip() or (group, case) in self.listed:
                    sys.exit(f"{path}:{number}: expected a new case: group, id and reason, with tabs between them")
                self.listed[group, case] = reason

    @classmethod
    def of(cls, suite):
        """The list of a suite under the version of PyTorch in use."""
        return cls(f"{suite}-{in_use()}")

    def judge(self, group, case, passed):
        """Notes a case. A case that several calls judge has passed when all of them say so."""
        key = group, str(case)
        self.verdicts[key] = self.verdicts.get(key, True) and bool(passed)

    def tell(self, whole):
        """Prints on standard error how the list is wrong; returns whether it is right. whole: every case has been judged."""
        sys.stdout.flush()
        failed = [key for key, passed in self.verdicts.items() if not passed]
        new = [key for key in failed if key not in self.listed]
        stale = {key: "passes now" for key, reason in self.listed.items() if self.verdicts.get(key) and not reason.startswith("varies: ")}
        if whole:
            stale |= {key: "is not a case" for key in self.listed if key not in self.verdicts}
        for group, case in new:
            print(f"new failure: {group}\t{case}", file=sys.stderr)
        for (group, case), why in stale.items():
            print(f"{why}, remove it from tests/conformance/known/{self.name}.txt: {group}\t{case}", file=sys.stderr)
        print(f"known failures: {len(failed) - len(new)} of {len(self.verdicts)} cases; new: {len(new)}; to remove: {len(stale)}",
              file=sys.stderr)
        return not new and not stale
