import re

TOKENS = [("NUMBER", r"\d+(\.\d*)?"), ("NAME", r"[A-Za-z_]\w*"), ("OP", r"[+\-*/=()]"), ("SKIP", r"[ \t]+"), ("MISMATCH", r".")]
LEXER = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in TOKENS))


def tokens(text):
    for match in LEXER.finditer(text):
        if match.lastgroup != "SKIP":
            yield match.lastgroup, match.group(), match.start()


for token in tokens("total = price * (1 + 0.25) ?"):
    print(token)
print(re.sub(r"(?<!^)(?=[A-Z])", "_", "CamelCaseName").lower(), re.sub(r"_(\w)", lambda m: m.group(1).upper(), "snake_case_name"))
print(re.fullmatch(r"layer(\d+)\.(\d+)\.(weight|bias)", "layer3.1.weight").groups(), re.match(r"^(denselayer\d+\.(?:norm|relu|conv))\.((?:[12])\.(?:weight|bias))$", "denselayer1.norm.1.weight").groups())
