#include "core/eval/imports/stub_modules.h"

#include <algorithm>

#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

// sys.stdlib_module_names of Python 3.11 without the modules of the prelude, sorted.
constexpr std::string_view kStandard[] = {
    "aifc",         "array",       "ast",          "asynchat",    "asyncio",
    "asyncore",     "atexit",      "audioop",      "base64",      "bdb",
    "binascii",     "bz2",         "cProfile",     "calendar",    "cgi",
    "cgitb",        "chunk",       "cmd",          "code",        "codecs",
    "codeop",       "colorsys",    "compileall",   "concurrent",  "configparser",
    "contextvars",  "copyreg",     "crypt",        "csv",         "ctypes",
    "curses",       "datetime",    "dbm",          "decimal",     "difflib",
    "dis",          "distutils",   "doctest",      "email",       "encodings",
    "ensurepip",    "errno",       "faulthandler", "fcntl",       "filecmp",
    "fileinput",    "fractions",   "ftplib",       "genericpath", "getopt",
    "getpass",      "gettext",     "graphlib",     "grp",         "gzip",
    "hashlib",      "hmac",        "html",         "http",        "imaplib",
    "imghdr",       "imp",         "ipaddress",    "keyword",     "linecache",
    "locale",       "lzma",        "mailbox",      "mailcap",     "marshal",
    "mimetypes",    "mmap",        "modulefinder", "msvcrt",      "multiprocessing",
    "netrc",        "nis",         "nntplib",      "nturl2path",  "opcode",
    "optparse",     "ossaudiodev", "pdb",          "pickle",      "pickletools",
    "pipes",        "pkgutil",     "platform",     "plistlib",    "poplib",
    "posix",        "posixpath",   "profile",      "pstats",      "pty",
    "pwd",          "py_compile",  "pyclbr",       "pydoc",       "pydoc_data",
    "pyexpat",      "queue",       "quopri",       "readline",    "reprlib",
    "resource",     "rlcompleter", "runpy",        "sched",       "secrets",
    "select",       "selectors",   "shelve",       "shlex",       "signal",
    "site",         "smtpd",       "smtplib",      "sndhdr",      "socket",
    "socketserver", "spwd",        "sqlite3",      "sre_compile", "sre_constants",
    "sre_parse",    "ssl",         "stat",         "stringprep",  "struct",
    "subprocess",   "sunau",       "symtable",     "sysconfig",   "syslog",
    "tabnanny",     "tarfile",     "telnetlib",    "termios",     "timeit",
    "tkinter",      "token",       "tokenize",     "tomllib",     "trace",
    "tracemalloc",  "tty",         "unicodedata",  "urllib",      "uu",
    "uuid",         "venv",        "wave",         "webbrowser",  "wsgiref",
    "xdrlib",       "xml",         "xmlrpc",       "zipapp",      "zipfile",
    "zipimport",    "zlib",        "zoneinfo",
};

// Network modules that can't run in JitScope, installed or not.
constexpr std::string_view kAlwaysStub[] = {"requests", "urllib3"};

constexpr std::string_view kStaticStandIns[] = {"lightning", "pytorch_lightning"};
constexpr std::string_view kRunStandIns[] = {"gzip", "struct", "torchvision", "tqdm", "zlib"};
constexpr std::string_view kBehindInstalled[] = {"torchvision", "torchvision.utils"};
// With its submodules, as scripts compile functions of the transforms. But v2 needs more of PyTorch
// than there is.
constexpr std::string_view kTransforms = "torchvision.transforms",
                           kNewTransforms = "torchvision.transforms.v2";

std::string_view topOf(std::string_view name) { return name.substr(0, name.find('.')); }

Value stubMember(Vm& vm, Module& self, Str* name) {
  if (name->text.starts_with("__")) return {};
  const auto& modules = vm.state().modules;
  if (auto entry = modules.find(self.name + "." + name->text);
      entry != modules.end() && entry->second)
    return Value(entry->second);
  const Value make = vm.moduleAttribute(*vm.module("_stub_names"), vm.intern("stub"));
  return vm.call(make, {vm.str(self.name), Value(name)});
}

}  // namespace

bool isStandardModule(std::string_view name) {
  return std::ranges::binary_search(kStandard, topOf(name));
}
bool isAlwaysStub(std::string_view name) {
  return std::ranges::find(kAlwaysStub, topOf(name)) != std::end(kAlwaysStub);
}

std::optional<prelude::Source> preludeForChecks(std::string_view name) {
  const bool isForRuns = std::ranges::find(kRunStandIns, topOf(name)) != std::end(kRunStandIns);
  return isForRuns ? std::nullopt : prelude::find(name);
}

std::optional<prelude::Source> preludeForRuns(std::string_view name) {
  const bool isForChecks =
      std::ranges::find(kStaticStandIns, topOf(name)) != std::end(kStaticStandIns);
  return isForChecks ? std::nullopt : prelude::find(name);
}

bool isBehindInstalled(std::string_view name) {
  return std::ranges::find(kBehindInstalled, name) != std::end(kBehindInstalled) ||
         (name.starts_with(kTransforms) && !name.starts_with(kNewTransforms));
}

void makeStub(Module& module) {
  module.isLibrary = module.isPackage = module.isImported = true;
  module.state = Module::State::Done;
  module.missing = stubMember;
}

bool isStub(const Module& module) { return module.missing == stubMember; }

}  // namespace ts::eval
