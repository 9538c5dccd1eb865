import re

for pattern, text in [("a", "abc"), ("b", "abc"), ("a*b", "aaab"), ("a+?", "aaa"), ("(a)(b)?", "ac"), ("[a-c]+", "xxabcd"), ("[^a]", "ab"), (r"\d+", "a12b"), (r"\w+\s\w+", "hello world!"),
                      ("^b", "a\nb"), ("a$", "a\n"), (".", "\n"), ("a|b|cd", "xcd"), ("(?:ab)+", "ababx"), ("(a|ab)(c|bcd)(d*)", "abcd"), ("x{2,3}", "xxxx"), ("x{2}", "x"),
                      ("x{,2}y", "xxxy"), ("a{,3}?b", "aab"), (r"(\w)\1", "hello"), (r"(?P<q>['\"]).*?(?P=q)", "say 'hi' now"), ("a(?=b)", "acab"), ("a(?!b)", "abac"), ("(?<=a)b", "cbab"),
                      ("(?<!a)b", "abcb"), (r"\bfoo\b", "a foo b"), (r"\Boo", "foo"), (r"\A\d\Z", "5"), ("(a*)*", "aab"), ("(a*)+b", "aab"), ("(?i)ABC", "xabc"), ("(?i:a)b", "Ab"),
                      ("(a)?b(?(1)c|d)", "abc"), ("(a)?b(?(1)c|d)", "bd"), ("(?>a+)b", "aaab"), ("a++a", "aaa"), ("", "abc"), ("[]a]", "]"), ("[a-]", "-"), (r"[\d\-x]+", "1-x"), (r"\.", "a.b"),
                      ("{", "a{"), ("x{a", "x{a"), ("a{1", "a{1"), (r"\x41\u0042\103", "ABC"), ("(?x) a  b # comment", "ab"), ("(?s).+", "a\nb"), ("(?m)^b$", "a\nb\nc"), ("é+", "éé"), (r"\w", "ß"),
                      (r"(?a)\w", "ß"), ("(?#note)a", "a"), ("[[]", "["), (r"[\]]", "]"), ("a.c", "abc"), ("(?:a|b)*?c", "abac"), ("((a)|(b))+", "ab"), (r"\n", "\n"), ("$", "ab\n")]:
    for function in (re.match, re.search, re.fullmatch):
        match = function(pattern, text)
        print(pattern, match and (match.span(), match.group(), match.groups(), match.lastindex))
