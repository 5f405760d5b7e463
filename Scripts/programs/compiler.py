"""The compiler: type-checks a unit against the build, with stand-ins for the modules that are not here."""
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess

import units

# The modules that a framework that is not here hands on to those that import it.
HANDED_ON = {
    "UIKit": "Foundation CoreGraphics CoreImage", "AppKit": "Foundation CoreGraphics CoreImage", "Cocoa": "Foundation CoreGraphics CoreImage",
    "SwiftUI": "Foundation CoreGraphics Combine UIKit AppKit", "ARKit": "Foundation CoreGraphics CoreImage AVFoundation simd", "AVKit": "AVFoundation",
    "SceneKit": "Foundation CoreGraphics simd", "QuartzCore": "Foundation CoreGraphics", "Photos": "Foundation CoreGraphics ImageIO AVFoundation",
    "RealityKit": "Foundation simd Combine", "Quartz": "Foundation CoreGraphics CoreImage", "VisionKit": "Foundation CoreGraphics",
}
DIAGNOSTIC = re.compile(r"^(.*?):(\d+):(\d+): error: (.*)$", re.M)

# A class for a model that is not read: any argument, and results of the type that is asked for, or of one of the types of a model's outputs. The
# named results are those of classifiers of Create ML and of converted models.
MODEL_CLASS = """
class {name} {{
    let model: MLModel
    init(model: MLModel) {{ self.model = model }}
    convenience init() {{ self.init(model: try! MLModel(contentsOf: URL(fileURLWithPath: ""))) }}
    convenience init(configuration: MLModelConfiguration) throws {{ self.init() }}
    convenience init(contentsOf url: URL) throws {{ self.init() }}
    convenience init(contentsOf url: URL, configuration: MLModelConfiguration) throws {{ self.init() }}
    class var urlOfModelInThisBundle: URL {{ URL(fileURLWithPath: "") }}
    var prediction: StandInPrediction {{ StandInPrediction() }}
}}
"""
MODEL_OUTPUT = "typealias {name}Output = StandInOutput\n"
MODEL_INPUT = """
class {name}Input: MLFeatureProvider, StandInValues {{
    var featureNames: Set<String> {{ [] }}
    func featureValue(for featureName: String) -> MLFeatureValue? {{ nil }}
{initializers}}}
"""
MODEL_PARTS = """import CoreML
import Foundation
@dynamicCallable struct StandInPrediction {
    func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) throws -> StandInOutput { StandInOutput() }
}
struct StandInOutput: StandInValues {
    var classLabel: String { "" }
    var classLabelProbs: [String: Double] { [:] }
    var label: String { "" }
    var labelProbabilities: [String: Double] { [:] }
    var target: String { "" }
    var targetProbability: [String: Double] { [:] }
}
@dynamicMemberLookup protocol StandInValues {}
extension StandInValues {
    @_disfavoredOverload subscript<T>(dynamicMember name: String) -> T { fatalError() }
    subscript(dynamicMember name: String) -> MLMultiArray { fatalError() }
    subscript(dynamicMember name: String) -> CVPixelBuffer { fatalError() }
    subscript(dynamicMember name: String) -> [String: Double] { [:] }
    subscript(dynamicMember name: String) -> String { "" }
    subscript(dynamicMember name: String) -> Double { 0 }
    subscript(dynamicMember name: String) -> Int64 { 0 }
}
"""

# SwiftPM generates this for a target with resources.
RESOURCES = """import Foundation
extension Bundle { static let module = Bundle.main }
"""


class Compiler:
    """One build, and a folder for what is made on the way."""

    def __init__(self, build, package, scratch, seconds, packages=None):
        """`packages` is a folder of modules of packages that programs import."""
        self.scratch, self.seconds = scratch, seconds
        modules = build / "Modules"
        self.built = {file.stem for file in modules.glob("*.swiftmodule")}
        maps = [file for file in build.glob("*.build/module.modulemap") if not file.parent.name.endswith("-tool.build")]
        maps += [*package.glob("Sources/Shims/System/*/module.modulemap"), *package.glob("Sources/Kernels/*/include/module.modulemap")]
        folders = [*package.glob("Sources/Shims/*/include"), *package.glob("Sources/Kernels/*/include")]
        self.flags = ["-swift-version", "5", "-diagnostic-style", "llvm", "-suppress-warnings", "-I", str(modules)]
        self.flags += [part for file in maps for part in ("-Xcc", f"-fmodule-map-file={file}")]
        self.flags += [part for folder in folders for part in ("-Xcc", f"-I{folder}")]
        (scratch / "made").mkdir(parents=True, exist_ok=True)
        self.there = self.built | self.toolchain()
        if packages:
            self.flags += ["-I", str(packages)]
            self.there |= {file.stem for file in packages.glob("*.swiftmodule")}

    def run(self, *arguments):
        """The compiler's messages, or `None` where it takes too long or crashes."""
        command = ["nice", "-n", "10", "swiftc", *self.flags, *map(str, arguments)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds)))
        try:
            messages = process.communicate(timeout=20 * self.seconds)[1]
        except subprocess.TimeoutExpired:
            messages = None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)  # the compiler is a child of its driver
                process.communicate()
        if messages is None or process.returncode < 0:
            return None
        return None if "Stack dump" in messages or "terminated" in messages or "CPU time limit" in messages else messages

    def stand_in(self, module, into):
        """An empty module of that name."""
        made = self.scratch / "made" / f"{module}.swiftmodule"
        if not made.exists():
            source = self.scratch / "made" / f"{module}.swift"
            source.write_text("".join(f"@_exported import {name}\n" for name in HANDED_ON.get(module, "Foundation").split()))
            self.run("-emit-module", "-wmo", "-parse-as-library", "-enable-testing", "-module-name", module, "-o", made, source)
        if not (into / made.name).exists():
            os.symlink(made, into / made.name)

    def arguments(self, unit, folder):
        """The files as the compiler wants them: a playground's page is the main file."""
        files = list(unit.files)
        names = {file.name for file in files}
        if files[0].name == "Contents.swift":
            (folder / "main.swift").write_text(units.text(files[0]))
            return [folder / "main.swift", *files[1:]]
        is_program = any("@main" in units.text(file) for file in files)
        return (["-parse-as-library"] if "main.swift" not in names and (unit.is_library or is_program) else []) + files

    def check(self, unit, models=()):
        """The errors as (file, line, column, message), the modules that stood in, and the classes of models that did; errors are `None`
        where the compiler gave up."""
        folder = self.scratch / f"unit{len(list(self.scratch.glob('unit*')))}"
        folder.mkdir()
        for need in unit.needs:
            self.emit(need, folder, models)
        sources = [units.text(file) for file in unit.files]
        stubs = self.model_classes(models, sources, folder)
        known = self.there | {file.stem for file in folder.glob("*.swiftmodule")}
        stood_in = set()
        for module in {name for source in sources for name in units.imports(source)} - known:
            self.stand_in(module, folder)
            stood_in.add(module)
        arguments = self.arguments(unit, folder) + stubs[1] + self.resources(unit, folder)
        for _ in range(12):
            output = self.run("-typecheck", "-wmo", "-module-name", unit.name if unit.name.isidentifier() else "Unit", "-I", folder, *arguments)
            missing = set(re.findall(r"error: (?:no such module|missing required module) '(\w+)", output or "")) - stood_in
            if not missing:
                break
            for module in missing:
                self.stand_in(module, folder)
            stood_in |= missing
        if output is None:
            return None, stood_in, stubs[0]
        errors = []
        for path, line, column, message in DIAGNOSTIC.findall(output):
            file = unit.files[0] if path == str(folder / "main.swift") else pathlib.Path(path)
            errors.append((file, int(line), int(column), message))
        if not errors and "error:" in output:
            return None, stood_in, stubs[0]
        return errors, stood_in, stubs[0]

    @staticmethod
    def toolchain():
        """The modules that come with the compiler."""
        libraries = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent / "lib" / "swift" / "linux"
        return {file.stem for file in libraries.rglob("*.swiftmodule")} | {"Glibc"}

    def emit(self, unit, folder, models):
        """The module of a target of the same package, as far as it can be made."""
        for need in unit.needs:
            self.emit(need, folder, models)
        sources = [units.text(file) for file in unit.files]
        for module in {name for source in sources for name in units.imports(source)} - self.there:
            if not (folder / f"{module}.swiftmodule").exists():
                self.stand_in(module, folder)
        if not (folder / f"{unit.name}.swiftmodule").exists():
            self.run("-emit-module", "-wmo", "-parse-as-library", "-enable-testing", "-module-name", unit.name, "-I", folder, "-Xfrontend",
                     "-experimental-allow-module-with-compiler-errors", "-experimental-skip-non-inlinable-function-bodies",
                     "-o", folder / f"{unit.name}.swiftmodule", *unit.files)

    @staticmethod
    def resources(unit, folder):
        """The file with `Bundle.module` of a target with resources."""
        if not unit.has_resources:
            return []
        (folder / "StandInResources.swift").write_text(RESOURCES)
        return [folder / "StandInResources.swift"]

    @staticmethod
    def model_classes(models, sources, folder):
        """Classes for the models that the unit names and does not declare."""
        whole = "\n".join(sources)
        names = {name for name in models if re.search(rf"\b{name}(?:Input|Output)?\b", whole) and not Compiler.declares(whole, name)}
        names = {name for name in names if name.isidentifier()}
        if not names:
            return names, []
        file = folder / "StandInModels.swift"
        parts = [MODEL_PARTS]
        for name in sorted(names):
            parts.append(MODEL_CLASS.format(name=name))
            if not Compiler.declares(whole, f"{name}Output"):
                parts.append(MODEL_OUTPUT.format(name=name))
            if not Compiler.declares(whole, f"{name}Input"):
                parts.append(MODEL_INPUT.format(name=name, initializers=Compiler.initializers(whole, f"{name}Input")))
        file.write_text("".join(parts))
        return names, [file]

    @staticmethod
    def declares(source, name):
        return re.search(rf"\b(?:class|struct|enum|typealias)\s+{name}\b", source)

    @staticmethod
    def initializers(source, name):
        """An initialiser for each list of labels with which a program makes an object of a class."""
        lists = set()
        for call in re.finditer(rf"\b{name}\(", source):
            depth, labels, start = 1, [], call.end()
            for found in re.finditer(r"[()\[\]{}]|(\w+)\s*:", source[start:start + 2000]):
                if found[1]:
                    labels += [found[1]] if depth == 1 else []
                else:
                    depth += 1 if found[0] in "([{" else -1
                if depth == 0:
                    break
            lists.add(tuple(labels))
        return "".join(f"    init({', '.join(f'{label}: Any' for label in labels)}) {{}}\n" for labels in sorted(lists))
