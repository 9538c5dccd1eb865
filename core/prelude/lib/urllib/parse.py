import re
from collections import namedtuple

__all__ = ['urlparse', 'urlunparse', 'urljoin', 'urldefrag', 'urlsplit', 'urlunsplit', 'urlencode', 'parse_qs',
           'parse_qsl', 'quote', 'quote_plus', 'unquote', 'unquote_plus']

uses_relative = ['', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero',
                 'rtsp', 'rtspu', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss']
uses_netloc = uses_relative + ['telnet', 'snews', 'rsync', 'nfs', 'git', 'git+ssh']
uses_params = ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu', 'sip', 'sips', 'mms',
               'sftp', 'tel']

_SAFE = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')


class _Netloc:
    def _user(self):
        user, at, host = self.netloc.rpartition('@')
        name, colon, password = user.partition(':')
        return (name if at else None), (password if colon else None), host

    def _host(self):
        host = self._user()[2]
        bracket, _, rest = host.partition('[')
        if _:
            name, _, rest = rest.partition(']')
            return name, rest.partition(':')[2]
        name, _, port = host.partition(':')
        return name, port

    @property
    def username(self):
        return self._user()[0]

    @property
    def password(self):
        return self._user()[1]

    @property
    def hostname(self):
        name = self._host()[0]
        return name.lower() if name else None

    @property
    def port(self):
        port = self._host()[1]
        if not port:
            return None
        if not port.isdigit():
            raise ValueError(f'Port could not be cast to integer value as {port!r}')
        if int(port) > 65535:
            raise ValueError('Port out of range 0-65535')
        return int(port)


class DefragResult(namedtuple('DefragResult', 'url fragment')):
    __slots__ = ()

    def geturl(self):
        return self.url + '#' + self.fragment if self.fragment else self.url


class SplitResult(namedtuple('SplitResult', 'scheme netloc path query fragment'), _Netloc):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(namedtuple('ParseResult', 'scheme netloc path params query fragment'), _Netloc):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


def urlsplit(url, scheme='', allow_fragments=True):
    url = url.lstrip(''.join(map(chr, range(33)))).replace('\t', '').replace('\r', '').replace('\n', '')
    netloc = query = fragment = ''
    found = re.match(r'([a-zA-Z][a-zA-Z0-9+.-]*):', url)
    if found:
        scheme, url = found.group(1).lower(), url[found.end():]
    if url[:2] == '//':
        end = min([at for at in (url.find(c, 2) for c in '/?#') if at >= 0], default=len(url))
        netloc, url = url[2:end], url[end:]
    if allow_fragments and '#' in url:
        url, _, fragment = url.partition('#')
    if '?' in url:
        url, _, query = url.partition('?')
    return SplitResult(scheme, netloc, url, query, fragment)


def urlparse(url, scheme='', allow_fragments=True):
    scheme, netloc, url, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in uses_params and ';' in url:
        semicolon = url.find(';', url.rfind('/') + 1 if '/' in url else 0)
        if semicolon >= 0:
            url, params = url[:semicolon], url[semicolon + 1:]
    return ParseResult(scheme, netloc, url, params, query, fragment)


def urlunsplit(components):
    scheme, netloc, url, query, fragment = components
    if netloc or (scheme and scheme in uses_netloc and url[:2] != '//'):
        if url and url[:1] != '/':
            url = '/' + url
        url = '//' + (netloc or '') + url
    if scheme:
        url = scheme + ':' + url
    if query:
        url = url + '?' + query
    return url + '#' + fragment if fragment else url


def urlunparse(components):
    scheme, netloc, url, params, query, fragment = components
    return urlunsplit((scheme, netloc, f'{url};{params}' if params else url, query, fragment))


def urljoin(base, url, allow_fragments=True):
    if not base:
        return url
    if not url:
        return base
    bscheme, bnetloc, bpath, bparams, bquery, bfragment = urlparse(base, '', allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, bscheme, allow_fragments)
    if scheme != bscheme or scheme not in uses_relative:
        return url
    if scheme in uses_netloc:
        if netloc:
            return urlunparse((scheme, netloc, path, params, query, fragment))
        netloc = bnetloc
    if not path and not params:
        return urlunparse((scheme, netloc, bpath, bparams, query or bquery, fragment))
    before = bpath.split('/')
    if before[-1] != '':
        del before[-1]
    if path[:1] == '/':
        segments = path.split('/')
    else:
        segments = before + path.split('/')
        segments[1:-1] = filter(None, segments[1:-1])
    resolved = []
    for segment in segments:
        if segment == '..':
            if resolved:
                resolved.pop()
        elif segment != '.':
            resolved.append(segment)
    if segments[-1] in ('.', '..'):
        resolved.append('')
    return urlunparse((scheme, netloc, '/'.join(resolved) or '/', params, query, fragment))


def urldefrag(url):
    if '#' not in url:
        return DefragResult(url, '')
    scheme, netloc, path, params, query, fragment = urlparse(url)
    return DefragResult(urlunparse((scheme, netloc, path, params, query, '')), fragment)


def quote(string, safe='/', encoding=None, errors=None):
    data = string if isinstance(string, bytes) else string.encode(encoding or 'utf-8', errors or 'strict')
    return ''.join(chr(byte) if chr(byte) in _SAFE or chr(byte) in safe else f'%{byte:02X}' for byte in data)


def quote_plus(string, safe='', encoding=None, errors=None):
    if ' ' not in string:
        return quote(string, safe, encoding, errors)
    return quote(string, safe + ' ', encoding, errors).replace(' ', '+')


def unquote_to_bytes(string):
    data = string if isinstance(string, bytes) else string.encode('utf-8')
    parts = data.split(b'%')
    made = parts[0]
    for part in parts[1:]:
        try:
            made += bytes([int(part[:2].decode('ascii'), 16)]) + part[2:] if len(part) >= 2 else b'%' + part
        except ValueError:
            made += b'%' + part
    return made


def unquote(string, encoding='utf-8', errors='replace'):
    return unquote_to_bytes(string).decode(encoding, errors) if '%' in string else string


def unquote_plus(string, encoding='utf-8', errors='replace'):
    return unquote(string.replace('+', ' '), encoding, errors)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace',
              max_num_fields=None, separator='&'):
    found = []
    for pair in qs.split(separator) if qs else ():
        name, equals, value = pair.partition('=')
        if not equals and strict_parsing:
            raise ValueError(f'bad query field: {pair!r}')
        if value or (keep_blank_values and pair):
            found.append((unquote_plus(name, encoding, errors), unquote_plus(value, encoding, errors)))
    return found


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace',
             max_num_fields=None, separator='&'):
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        found.setdefault(name, []).append(value)
    return found


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    def quoted(value):
        return quote_via(value if isinstance(value, (str, bytes)) else str(value), safe, encoding, errors)

    pairs = []
    for name, value in query.items() if hasattr(query, 'items') else query:
        several = doseq and not isinstance(value, (str, bytes)) and hasattr(value, '__iter__')
        pairs += [f'{quoted(name)}={quoted(each)}' for each in (value if several else [value])]
    return '&'.join(pairs)
