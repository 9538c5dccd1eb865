text = "the cat in the hat"
print(text.find("the"), text.find("the", 1), text.find("dog"), text.rfind("the"), text.rfind("the", 0, 10), text.index("cat"), text.rindex("h"))
print(text.count("t"), text.count("th"), text.count(""), text.count("t", 3), text.count("the", 0, 5), "aaaa".count("aa"), "".count(""))
print(text.startswith("the"), text.startswith("cat", 4), text.endswith("hat"), text.endswith(("dog", "hat")), text.startswith(("x", "y")))
print("cat" in text, "dog" in text, "" in text, "abc".find("", 3), "abc".find("", 4), "abc".find("c", -1), "abc".find("a", -10, 10))
print("äöü".find("ü"), "äöüä".rfind("ä"), "日本語日".index("語"), "日本語日".count("日"), "日本".startswith("本", 1), "a😀b".find("b"))
for action in [lambda: text.index("dog"), lambda: text.rindex("dog"), lambda: text.find(1), lambda: 1 in text, lambda: text.startswith(1),
               lambda: text.startswith(("a", 1)), lambda: text.count(None)]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
