# The names of urllib.request: JitScope never uses the network.
import _host


def _refused(name):
    def refuse(*args, **options):
        return _host.unavailable(f"JitScope doesn't use the network: 'urllib.request.{name}'")
    return refuse


urlopen, urlretrieve, urlcleanup, build_opener, install_opener = map(
    _refused, ('urlopen', 'urlretrieve', 'urlcleanup', 'build_opener', 'install_opener'))


class Request:
    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url = url
        self.data = data
        self.headers = {key.capitalize(): value for key, value in headers.items()}
        self.method = method

    def add_header(self, key, val):
        self.headers[key.capitalize()] = val

    def has_header(self, header_name):
        return header_name in self.headers

    def get_header(self, header_name, default=None):
        return self.headers.get(header_name, default)

    def get_method(self):
        return self.method or ('GET' if self.data is None else 'POST')

    def get_full_url(self):
        return self.full_url
