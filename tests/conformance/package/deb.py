"""Checks of the .deb. The docstring of a check is its title in the report."""
import glob
import gzip
import json
import os
import re
import subprocess
import sys

import jail

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../protocol"))
import lsp_client  # noqa: E402

PROGRAMS = ("tscheck", "tsls", "tsviz", "tsdbg")
DOC = "/usr/share/doc/jitscope"
MOST_BYTES = 50_000_000
# Debian 12, Debian 13 and Ubuntu 24.04 have these packages under the same names. The .deb carries all other libraries.
RUNTIME = {"libc6", "libgcc-s1", "libstdc++6"}
CARRIED = "/usr/lib/jitscope"
BAD = """import torch


@torch.jit.script
def f(x):
    return x + nothing


@torch.jit.script
def g(x):
    return x + 1
"""


class Deb:
    def __init__(self, root, package, scratch):
        self.root, self.package, self.scratch = root, package, scratch
        self.jail = jail.Jail(os.path.join(scratch, "root"))
        jail.output(["dpkg-deb", "-x", package, self.jail.folder])
        for library in self.libraries().values():
            if library and not self.carries(library):
                self.jail.put(library)

    def field(self, name):
        return jail.output(["dpkg-deb", "-f", self.package, name]).strip()

    def depends(self):
        return [re.split(r"[ (:|]", one.strip())[0] for one in self.field("Depends").split(",")]

    def libraries(self):
        found = {}
        for program in PROGRAMS:
            found.update(jail.libraries(self.jail.path(f"/usr/bin/{program}")))
        return found

    def carries(self, library):
        return os.path.realpath(library).startswith(os.path.realpath(self.jail.path(CARRIED)) + "/")

    def files(self):
        for folder, _, names in os.walk(self.jail.path("/usr")):
            yield from (os.path.join(folder, name) for name in names)


def closure(packages):
    """The installed packages among the given packages and all their dependencies."""
    known, waiting = set(), set(packages)
    while waiting:
        known |= waiting
        listed = jail.run(["dpkg-query", "-W", "-f", "${Depends}, ${Pre-Depends}\n", *waiting]).stdout
        waiting = {re.split(r"[ (:]", one.strip())[0] for one in re.split(r"[,|\n]", listed) if one.strip()} - known
    return known


def the_version(deb):
    """All programs and the package have the version of the project."""
    wanted = re.search(r"project\(jitscope VERSION (\S+)", open(f"{deb.root}/CMakeLists.txt", encoding="utf-8").read())[1]
    assert deb.field("Version").rsplit("-", 1)[0] == wanted, deb.field("Version")
    for program in PROGRAMS:
        said = deb.jail.run(f"/usr/bin/{program}", "--version").stdout
        assert said.splitlines()[0] == f"{program} {wanted}", said


def the_dependencies(deb):
    """The package depends only on packages that have the same names in all supported releases, and apt would install it."""
    assert set(deb.depends()) <= RUNTIME, deb.depends()
    plan = jail.run(["apt-get", "-s", "-o", "Debug::NoLocking=1", "install", deb.package])
    assert plan.returncode == 0 and "Inst jitscope" in plan.stdout, plan.stdout + plan.stderr


def the_libraries(deb):
    """Every library that a program loads is in the package, or in a package that the .deb names."""
    allowed = closure(deb.depends())
    assert any(map(deb.carries, filter(None, deb.libraries().values())))
    for name, path in deb.libraries().items():
        assert path, f"{name} cannot be found"
        if deb.carries(path):
            continue
        owner = jail.owner(path)
        assert owner in allowed, f"{name} is in {owner}, but the package does not depend on {owner}"


def the_licences(deb):
    """Each library in the package has its licence there."""
    jail.check_licences(deb.jail.path(CARRIED), deb.jail.path(f"{DOC}/licenses"), deb.package)


def tscheck(deb):
    """tscheck finds problems, explains rules, and accepts good files."""
    done = deb.jail.run("/usr/bin/tscheck", f"{DOC}/examples/bad/merge.py")
    assert done.returncode == 1 and "[TS3107]" in done.stdout, done.stdout + done.stderr
    assert deb.jail.run("/usr/bin/tscheck", f"{DOC}/examples/good").returncode == 0
    assert "TS3107" in deb.jail.run("/usr/bin/tscheck", "--explain", "TS3107").stdout


def tsviz(deb):
    """tsviz draws a picture and prints code."""
    target = f"{DOC}/examples/good/loop.py:foo"
    done = deb.jail.run("/usr/bin/tsviz", target)
    assert done.returncode == 0 and "<svg" in done.stdout and "</svg>" in done.stdout, done.stderr
    done = deb.jail.run("/usr/bin/tsviz", target, "--format=code")
    assert done.returncode == 0 and done.stdout.startswith("def foo("), done.stdout + done.stderr


def run_convolution(deb, **environment):
    with open(deb.jail.path("/project/run.py"), "w", encoding="utf-8") as file:
        file.write("import torch\nm = torch.jit.script(torch.nn.Conv2d(1, 2, 3))\nprint(m(torch.ones(1, 1, 5, 5)).shape)\n")
    return deb.jail.run("/usr/bin/tsdbg", "run", "/project/run.py", **environment)


def tsdbg(deb):
    """tsdbg runs a script and finds where a trace diverges."""
    done = run_convolution(deb)
    assert done.stdout == "torch.Size([1, 2, 3, 3])\n", done.stdout + done.stderr
    done = deb.jail.run("/usr/bin/tsdbg", "compare", f"{DOC}/examples/compare/cond_model.py:CondModel",
                        "--inputs", "torch.ones(2, 3)", "--search", "200")
    assert done.returncode == 1 and "trace diverges from eager" in done.stdout, done.stdout + done.stderr


def onednn(deb):
    """Convolutions find oneDNN in the package."""
    done = run_convolution(deb, DNNL_VERBOSE=1)
    assert "onednn_verbose" in done.stdout, done.stdout + done.stderr


def compiler(deb):
    """tsdbg compiles code, and tsviz shows it: LLVM and the functions of vectors are in the package."""
    jail.check_compiler(lambda program, *arguments: deb.jail.run(f"/usr/bin/{program}", *arguments), deb.jail.path(CARRIED))


def tsls(deb):
    """tsls sends a client problems and the places of their rule pages."""
    with lsp_client.Client(command=deb.jail.command("/usr/bin/tsls")) as client:
        client.initialize({"textDocument": {"publishDiagnostics": {"codeDescriptionSupport": True}}})
        client.open("file:///project/a.py", BAD)
        found = client.diagnostics("file:///project/a.py", 1)
        assert len(found) == 1, found
        page = found[0]["codeDescription"]["href"].removeprefix("file://")
        assert os.path.exists(deb.jail.path(page)), page
        assert client.end() == 0


def neovim(deb):
    """Neovim finds the plugin without configuration: diagnostics, commands, help."""
    home = os.path.join(deb.scratch, "home")
    os.makedirs(home)
    with open(os.path.join(home, "bad.py"), "w", encoding="utf-8") as file:
        file.write(BAD)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plugin.lua")
    environment = {"PATH": f"{deb.jail.path('/usr/bin')}:/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8",
                   **{f"XDG_{name}_HOME": home for name in ("CONFIG", "DATA", "STATE", "CACHE")}}
    done = jail.run(["nvim", "--headless", "-u", script, "-i", "NONE", "-n",
                     "--cmd", f"set packpath^={deb.jail.path('/usr/share/nvim/site')}", "bad.py"],
                    cwd=home, env=environment, stdin=subprocess.DEVNULL)
    said = json.loads(done.stderr.strip().splitlines()[-1])
    assert said == {"diagnostics": 1, "command": 2, "help": "jitscope.txt", "ir": "jitscope-ir"}, done.stderr


def the_manual(deb):
    """The manual has every option of --help."""
    for program in PROGRAMS:
        page = gzip.open(deb.jail.path(f"/usr/share/man/man1/{program}.1.gz"), "rt").read().replace("\\-", "-")
        commands = [[]] if program != "tsdbg" else [[], ["run"], ["compare"]]
        for command in commands:
            text = deb.jail.run(f"/usr/bin/{program}", *command, "--help").stdout
            options = re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)", text)
            assert options, text
            for option in options:
                assert option in page, f"{program}.1 lacks {option}"


def the_documents(deb):
    """Copyright and changelog are at Debian's places; links in the documents are valid."""
    names = os.listdir(deb.jail.path(DOC))
    assert {"copyright", "changelog.gz", "changelog.Debian.gz"} <= set(names), names
    for page in glob.glob(deb.jail.path(f"{DOC}/**/*.md"), recursive=True):
        text = re.sub(r"(?ms)^```.*?^```", "", open(page, encoding="utf-8").read())
        for link in re.findall(r"\]\(([^)#:]+\.[a-z]+)\)", text):
            assert os.path.exists(os.path.join(os.path.dirname(page), link)), f"{os.path.basename(page)} links to {link}"


def no_trace_of_sources(deb):
    """No file contains the path of the sources, and only root can write the files."""
    for path in deb.files():
        with open(path, "rb") as file:
            assert deb.root.encode() not in file.read(), path
        assert not os.stat(path).st_mode & 0o022, path


def the_size(deb):
    """The package keeps its size limit."""
    assert os.path.getsize(deb.package) <= MOST_BYTES, os.path.getsize(deb.package)


CHECKS = [the_version, the_dependencies, the_libraries, the_licences, tscheck, tsviz, tsdbg, onednn, compiler, tsls, neovim, the_manual, the_documents,
          no_trace_of_sources, the_size]
