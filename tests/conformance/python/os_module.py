import os


class Where:
    def __fspath__(self):
        return "/where"


print(os.sep, os.linesep == "\n", os.name, os.curdir, os.pardir, os.extsep, os.pathsep, os.devnull, os.altsep)
print(os.environ.get("NO_SUCH_VAR_"), os.getenv("NO_SUCH_VAR_", "d"), "NO_SUCH_VAR_" in os.environ, os.fspath(Where()), os.path.join(Where(), "x"))
print(isinstance(Where(), os.PathLike), isinstance("x", os.PathLike), issubclass(Where, os.PathLike), os.fsencode("a\u00e9"), os.fsdecode(b"ab"))
os.environ["SET_HERE_"] = "v"
print(os.environ["SET_HERE_"], os.getenv("SET_HERE_"), os.path.expandvars("${SET_HERE_}/$SET_HERE_"), os.environ.pop("SET_HERE_"))
for bad in (lambda: os.listdir("/no/such"), lambda: os.stat("/no/such"), lambda: os.remove("/no/such"), lambda: os.rename("/no/such", "/no/other")):
    try:
        bad()
    except OSError as error:
        print(type(error).__name__, error.errno, error.filename)
for bad in (lambda: os.fspath(3), lambda: os.environ["NO_SUCH_VAR_"]):
    try:
        bad()
    except (TypeError, KeyError) as error:
        print(type(error).__name__)
print(list(os.walk("/no/such")), os.access("/no/such", os.R_OK), isinstance(os.getpid(), int), isinstance(os.getcwd(), str))
