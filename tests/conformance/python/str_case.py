for text in ["hello world", "HELLO", "Hello World", "they're bill's", "straße", "ÄÖÜ", "ǆ", "İ", "ΑΣ ΣΑΣ", "ﬁn", "ß", "123abc", "", "a1B2"]:
    print(text.upper(), text.lower(), text.title(), text.capitalize(), text.swapcase(), text.casefold())
    print(text.isupper(), text.islower(), text.istitle())
for text in ["abc", "ab1", "12", "½", "²", "٣", " ", "\t\n", "", "a b", "über", "_x", "1x", "日本", "a\x00", "\u00a0", "Ⅷ", "class"]:
    print(repr(text), text.isalpha(), text.isalnum(), text.isdigit(), text.isdecimal(), text.isnumeric(), text.isspace(), text.isascii(),
          text.isidentifier(), text.isprintable())
