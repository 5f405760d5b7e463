"""The units of a program that are type-checked together: targets of SwiftPM, targets of Xcode, playgrounds, folders."""
import collections
import dataclasses
import pathlib
import re

MEASURED = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|internal|private)\s+)?import\s+(?:\w+\s+)?(?:Vision|CoreML|CreateML)\b", re.M)
IMPORT = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|internal|private|fileprivate|package)\s+)?import\s+"
                    r"(?:(?:class|struct|enum|protocol|func|var|let|typealias)\s+)?(\w+)")
TARGET = re.compile(r"\.(target|executableTarget|testTarget)\(\s*name:\s*\"([^\"]+)\"")
OTHERS = {".build", "Pods", "Carthage", "DerivedData", ".git", "node_modules"}


@dataclasses.dataclass
class Unit:
    """Files of one module, and the modules of the same package that it needs."""
    name: str
    files: list
    is_library: bool = False
    needs: list = dataclasses.field(default_factory=list)
    has_resources: bool = False

    @property
    def measured(self):
        return [file for file in self.files if MEASURED.search(text(file))]


def text(file):
    return file.read_text(errors="replace")


def imports(source):
    """The modules that a file imports outside any `#if`."""
    depth, found = 0, []
    for line in source.splitlines():
        stripped = line.strip()
        if stripped.startswith("#if"):
            depth += 1
        elif stripped.startswith("#endif"):
            depth -= 1
        elif depth == 0 and (match := IMPORT.match(line)):
            found.append(match[1])
    return found


def package_targets(manifest):
    """Each target of a manifest: kind, name, folder or None, names in its dependencies, and whether it has resources. Read by its text: nothing of
    the program is run."""
    source = text(manifest)
    starts = list(TARGET.finditer(source))
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(source)
        body = source[start.end():end]
        path = re.search(r"\bpath:\s*\"([^\"]*)\"", body)
        folders = [path[1]] if path else [f"{top}/{start[2]}" for top in ("Sources", "Source", "src", "Tests")]
        folder = next((manifest.parent / one for one in folders if (manifest.parent / one).is_dir()), None)
        dependencies = re.search(r"\bdependencies:\s*\[(.*?)\]\s*(?:,|\))", body, re.S)
        names = re.findall(r"\"([^\"]+)\"", dependencies[1]) if dependencies else []
        yield start[1], start[2], folder, names, bool(re.search(r"\bresources:", body))


def project_targets(project):
    """The names of the Swift files of each target of an Xcode project."""
    for phase in re.findall(r"isa = PBXSourcesBuildPhase;.*?files = \((.*?)\);", text(project), re.S):
        names = set(re.findall(r"/\* ([^*]+\.swift) in Sources \*/", phase))
        if names:
            yield names


def units(root):
    """All units below a folder; each file is in one, or in several where Xcode's targets share it."""
    files = [file for file in sorted(root.rglob("*.swift"))
             if file.is_file() and not OTHERS & set(file.relative_to(root).parts)]
    left, found = set(files), []
    manifests = [file for file in files if re.fullmatch(r"Package(@swift-.*)?\.swift", file.name)]
    left -= set(manifests)
    for manifest in (one for one in manifests if one.name == "Package.swift"):
        targets = [target for target in package_targets(manifest) if target[2]]
        local = {}
        for kind, name, folder, needs, has_resources in targets:
            inner = [other.parent for other in manifests if other.parent != manifest.parent and folder in other.parents]
            mine = [file for file in files if folder in file.parents and file in left and not any(one in file.parents for one in inner)]
            if mine:
                local[name] = Unit(name.replace("-", "_"), mine, kind != "executableTarget", needs, has_resources)
                left -= set(mine)
        for unit in local.values():
            unit.needs = [local[name] for name in unit.needs if name in local and local[name] is not unit]
        found += local.values()
    for project in sorted(root.rglob("project.pbxproj")):
        folder, taken = project.parent.parent, set()
        below = [file for file in sorted(left) if folder in file.parents and ".playground" not in str(file)]
        for index, names in enumerate(project_targets(project)):
            mine = {}
            for file in below:
                if file.name in names:
                    mine.setdefault(file.name, []).append(file)
            tops = collections.Counter(file.relative_to(folder).parts[0] for same in mine.values() if len(same) == 1 for file in same)
            chosen = [max(same, key=lambda file: tops[file.relative_to(folder).parts[0]]) for same in mine.values()]
            if chosen:
                found.append(Unit(f"{project.parent.stem}_{index}", chosen))
                taken |= set(chosen)
        if not taken:  # Xcode 16 lists folders: each beside the project is one target
            for top in sorted({file.relative_to(folder).parts[0] for file in below if len(file.relative_to(folder).parts) > 1}):
                mine = [file for file in below if file.relative_to(folder).parts[0] == top]
                found.append(Unit(top, mine))
                taken |= set(mine)
        left -= taken
    for page in sorted(file for file in left if file.name == "Contents.swift"):
        sources = [file for file in sorted(left) if file.parent.name == "Sources" and file.parent.parent in page.parents]
        found.append(Unit("Playground", [page] + sources))
    left -= {file for file in left if any(".playground" in part for part in file.parts)}
    folders = collections.defaultdict(list)
    for file in sorted(left):
        folders[file.parent].append(file)
    found += [Unit(re.sub(r"\W", "_", folder.name), mine) for folder, mine in folders.items()]
    return [unit for unit in found if unit.measured]


def model_names(root):
    """The classes that Xcode would generate for a program's models."""
    files = (pathlib.Path(file) for pattern in ("*.mlmodel", "*.mlpackage", "*.mlmodelc") for file in root.rglob(pattern))
    return {re.sub(r"\W", "_", file.stem) for file in files}
