"""The report of a conformance suite whose cases belong to groups and have parts, such as the stops of a script."""
import json


class GroupReport:
    """suite: its name in JSON. part: the name of the parts, in the plural."""

    def __init__(self, suite, part):
        self.suite, self.part = suite, part
        self.groups = {}  # [passed cases, cases, names of the others, parts]

    def add(self, group, name, parts, wrong):
        """wrong: why the case has failed; None when it has passed."""
        counts = self.groups.setdefault(group, [0, 0, [], 0])
        counts[1] += 1
        counts[3] += parts
        if wrong is None:
            counts[0] += 1
        else:
            counts[2].append(name)

    def tell(self, as_json):
        """Prints each group, and a line for all. Returns how many cases have passed, all cases, and all parts."""
        whole = [sum(counts[i] for counts in self.groups.values()) for i in (0, 1, 3)]
        for name, (passed, total, fails, parts) in self.groups.items():
            if as_json:
                print(json.dumps(dict(suite=self.suite, group=name, passed=passed, total=total, fails=fails)))
            else:
                self._line(name, passed, total, parts, " ".join(fails))
        if not as_json:
            self._line("all", *whole)
        return whole

    def _line(self, name, passed, total, parts, fails=""):
        print(f"{name:14} {passed:4} of {total:4}  {parts:7} {self.part}   {fails}".rstrip())
