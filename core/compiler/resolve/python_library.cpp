#include "core/compiler/resolve/python_library.h"

#include <algorithm>
#include <iterator>

namespace ts::compiler {

namespace {

// sys.stdlib_module_names of Python 3.11, and numpy, sorted. Modules with members that TorchScript
// knows are not among them: typing, builtins, math, enum, dataclasses, warnings.
constexpr std::string_view kModules[] = {
    "aifc",          "argparse",    "array",      "ast",
    "asynchat",      "asyncio",     "asyncore",   "atexit",
    "audioop",       "base64",      "bdb",        "binascii",
    "bisect",        "bz2",         "cProfile",   "calendar",
    "cgi",           "cgitb",       "chunk",      "cmd",
    "code",          "codecs",      "codeop",     "collections",
    "colorsys",      "compileall",  "concurrent", "configparser",
    "contextlib",    "contextvars", "copy",       "copyreg",
    "crypt",         "csv",         "ctypes",     "curses",
    "datetime",      "dbm",         "decimal",    "difflib",
    "dis",           "distutils",   "doctest",    "email",
    "encodings",     "ensurepip",   "errno",      "faulthandler",
    "fcntl",         "filecmp",     "fileinput",  "fnmatch",
    "fractions",     "ftplib",      "functools",  "gc",
    "genericpath",   "getopt",      "getpass",    "gettext",
    "glob",          "graphlib",    "grp",        "gzip",
    "hashlib",       "heapq",       "hmac",       "html",
    "http",          "imaplib",     "imghdr",     "imp",
    "importlib",     "inspect",     "io",         "ipaddress",
    "itertools",     "json",        "keyword",    "linecache",
    "locale",        "logging",     "lzma",       "mailbox",
    "mailcap",       "marshal",     "mimetypes",  "mmap",
    "modulefinder",  "msilib",      "msvcrt",     "multiprocessing",
    "netrc",         "nis",         "nntplib",    "nt",
    "ntpath",        "nturl2path",  "numbers",    "numpy",
    "opcode",        "operator",    "optparse",   "os",
    "ossaudiodev",   "pathlib",     "pdb",        "pickle",
    "pickletools",   "pipes",       "pkgutil",    "platform",
    "plistlib",      "poplib",      "posix",      "posixpath",
    "pprint",        "profile",     "pstats",     "pty",
    "pwd",           "py_compile",  "pyclbr",     "pydoc",
    "pydoc_data",    "pyexpat",     "queue",      "quopri",
    "random",        "re",          "readline",   "reprlib",
    "resource",      "rlcompleter", "runpy",      "sched",
    "secrets",       "select",      "selectors",  "shelve",
    "shlex",         "shutil",      "signal",     "site",
    "smtpd",         "smtplib",     "sndhdr",     "socket",
    "socketserver",  "spwd",        "sqlite3",    "sre_compile",
    "sre_constants", "sre_parse",   "ssl",        "stat",
    "statistics",    "string",      "stringprep", "struct",
    "subprocess",    "sunau",       "symtable",   "sys",
    "sysconfig",     "syslog",      "tabnanny",   "tarfile",
    "telnetlib",     "tempfile",    "termios",    "textwrap",
    "threading",     "time",        "timeit",     "token",
    "tokenize",      "tomllib",     "trace",      "traceback",
    "tracemalloc",   "tty",         "types",      "unicodedata",
    "unittest",      "urllib",      "uu",         "uuid",
    "venv",          "wave",        "weakref",    "webbrowser",
    "winreg",        "winsound",    "wsgiref",    "xdrlib",
    "xml",           "xmlrpc",      "zipapp",     "zipfile",
    "zipimport",     "zlib",        "zoneinfo",
};

}  // namespace

bool isOfPythonLibrary(std::string_view name) {
  return std::ranges::binary_search(kModules, name.substr(0, name.find('.')));
}

bool isUncallableInScripts(std::string_view name) {
  if (!isOfPythonLibrary(name)) return false;
  // Functions that torch.jit.script compiles, and exceptions with names of their own.
  constexpr std::string_view kCallable[] = {"calendar.isleap",        "calendar.leapdays",
                                            "colorsys.hsv_to_rgb",    "colorsys.rgb_to_yiq",
                                            "statistics.median_high", "statistics.median_low",
                                            "urllib.parse.unwrap",    "re.error",
                                            "socket.error",           "socket.timeout",
                                            "struct.error",           "zlib.error"};
  if (std::ranges::find(kCallable, name) != std::end(kCallable)) return false;
  // Classes of exceptions may be raised.
  constexpr std::string_view kExceptions[] = {"Error", "Exception", "Warning", "Interrupt", "Exit"};
  return std::ranges::none_of(kExceptions,
                              [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace ts::compiler
