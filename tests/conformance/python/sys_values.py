import sys

print(sys.version_info[:2], sys.version_info >= (3, 7), sys.version_info.major, sys.version_info.minor, sys.version_info[0], sys.version_info > (3,), sys.version_info < (4, 0))
print(sys.maxsize, sys.byteorder, sys.platform, sys.float_info.epsilon, sys.float_info.max, sys.float_info.dig, sys.maxunicode, sys.hash_info.modulus, sys.getdefaultencoding())
print(isinstance(sys.version_info, tuple), len(sys.version_info), sys.version_info[3], sys.float_info.min, sys.implementation.name, "sys" in sys.modules, sys.intern("a") == "a")
sys.stdout.write("written\n")
sys.stdout.flush()
print("to stderr", file=sys.stderr)
print("to stdout", file=sys.stdout)
major, minor, *rest = sys.version_info
print(major, minor, sys.version_info.index(11), tuple(sys.version_info)[:2], sys.version.startswith("3.11"), sys.getrecursionlimit() > 100)
try:
    sys.exit(3)
except SystemExit as error:
    print("exit", error.code, error.args)
try:
    sys.exit("message")
except SystemExit as error:
    print("exit", error)
