from textwrap import dedent, indent

text = """
    first
      second

    \tthird
"""
print(repr(dedent(text)), repr(dedent("  a\n b\n   c")), repr(dedent("a\n  b")), repr(dedent("")), repr(dedent("\ta\n    b")), repr(dedent("  x\n   \n  y")))
print(repr(indent("a\n\nb\n", "> ")), repr(indent("a\n\nb", "- ", lambda line: True)), repr(indent("", "x")))
