class URLError(OSError):
    def __init__(self, reason, filename=None):
        self.args = reason,
        self.reason = reason
        if filename is not None:
            self.filename = filename

    def __str__(self):
        return f'<urlopen error {self.reason}>'


class HTTPError(URLError):
    def __init__(self, url, code, msg, hdrs, fp):
        super().__init__(msg)
        self.filename = url
        self.code = code
        self.msg = msg
        self.hdrs = hdrs
        self.fp = fp

    def __str__(self):
        return f'HTTP Error {self.code}: {self.msg}'


class ContentTooShortError(URLError):
    def __init__(self, message, content):
        super().__init__(message)
        self.content = content
