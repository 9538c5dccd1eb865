from collections import defaultdict

groups = defaultdict(list)
for word in ("apple", "bean", "avocado"):
    groups[word[0]].append(word)
print(groups, dict(groups), groups.default_factory)
counts = defaultdict(int, a=5)
counts["b"] += 1
print(counts, counts.get("c"), "c" in counts, counts.copy(), len(counts))
nested = defaultdict(lambda: defaultdict(int))
nested["x"]["y"] += 2
print(nested["x"]["y"], nested["x"] == {"y": 2})
print(defaultdict(None, {1: 2}), counts | {"z": 26}, {"z": 26} | counts)
plain = defaultdict()
for bad in (lambda: plain["q"], lambda: defaultdict(3)):
    try:
        bad()
    except (KeyError, TypeError) as error:
        print(type(error).__name__)
