from urllib.parse import (urlparse, urlsplit, urlunparse, urljoin, urldefrag, quote, quote_plus, unquote, unquote_plus, urlencode,
                          parse_qs, parse_qsl)

for url in ('https://user:pw@Example.org:8080/a/b;p?x=1&y=#frag', 'file:///tmp/m.pt', 'model.pth', '//host/x', 'mailto:a@b.c',
            'https://download.pytorch.org/models/resnet18-f37072fd.pth', 'http://[::1]:80/', ''):
    made = urlparse(url)
    print(made, made.hostname, made.port, made.username, made.password, made.geturl(), urlsplit(url).path)
base = 'http://a/b/c/d;p?q'
for ref in ('g', './g', 'g/', '/g', '//g', '?y', 'g?y', '#s', '../g', '../../g', '../../../g', 'g;x', '', 'http://x/y'):
    print(ref, urljoin(base, ref))
print(quote('a b/c?d=é&~'), quote('a/b', safe=''), quote_plus('a b&c'), unquote('a%20b%2Fc%C3%A9%zz%'), unquote_plus('a+b%20c'))
print(urlencode({'a': 1, 'b': 'x y', 'c': 'é'}), urlencode([('k', [1, 2])], doseq=True))
print(parse_qs('a=1&a=2&b=&c=%20x'), parse_qsl('a=1&b=', keep_blank_values=True), urldefrag('http://h/p#f'))
try:
    urlparse('http://h:x/').port
except ValueError as error:
    print(error)
