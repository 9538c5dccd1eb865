from itertools import groupby

print([(key, list(group)) for key, group in groupby("AAAABBBCCDAAB")])
print([key for key, group in groupby("AAAABBBCCDAAB")], list(groupby([])))
print({key: len(list(group)) for key, group in groupby(range(10), lambda x: x // 4)})
groups = groupby([1, 1, 2, 2, 3])
key, first = next(groups)
print(key, next(first))
key, second = next(groups)
print(key, list(first), list(second), list(second))
saved = [(key, group) for key, group in groupby("aabbc")]
print([(key, list(group)) for key, group in saved[:2]])
words = ["apple", "avocado", "bean", "corn", "cabbage"]
for letter, group in groupby(words, key=lambda word: word[0]):
    print(letter, *group)
