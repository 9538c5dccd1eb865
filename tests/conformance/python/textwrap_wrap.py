from textwrap import TextWrapper, fill, shorten, wrap

text = "The quick brown fox jumped over the lazy dog, and it-was quite-well-known for its far-reaching leaps -- or so they said."
for width in (10, 18, 30, 70):
    print(wrap(text, width))
print(fill(text, 40, initial_indent="* ", subsequent_indent="  "))
print(wrap("averyveryverylongword and short", 8), wrap("averyveryverylongword x", 8, break_long_words=False), wrap("", 5), wrap("   ", 5))
print(shorten("Hello  world, this is long", 15), shorten("Hello world", 11), shorten("Hello world", 10, placeholder="..."), wrap(text, 30, max_lines=2))
print(wrap("tab\tand\nnewline  kept", 12, drop_whitespace=False), wrap("One. Two three. Four", 40, fix_sentence_endings=True))
print(TextWrapper(width=12, break_on_hyphens=False).wrap("well-known co-operation"))
try:
    wrap("x", 0)
except ValueError as error:
    print(type(error).__name__)
