"""Tests of the sorting of errors and of the reading of units: python3 -m unittest discover Scripts/programs"""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import compiler  # noqa: E402
import errors  # noqa: E402
import units  # noqa: E402
import views  # noqa: E402

BUILT = {"Vision", "CoreML", "CoreImage", "CoreGraphics"}
NAMES = {"VNImageRequestHandler": "Vision", "MLMultiArray": "CoreML", "CIImage": "CoreImage", "ImageRequestHandler": "Vision"}


def sorted_error(message, line="", column=0, own=(), stood_in=(), models=()):
    return errors.Unit(BUILT, NAMES, own, stood_in, models).sort(message, line, column)


class SortingTests(unittest.TestCase):
    def test_a_name_of_our_frameworks_is_ours(self):
        self.assertEqual(sorted_error("cannot find type 'CIRectangleFeature' in scope"), (errors.OURS, "CoreImage", "CIRectangleFeature"))

    def test_a_framework_that_is_not_built_is_a_neighbour_even_without_its_import(self):
        self.assertEqual(sorted_error("cannot find 'vDSP_vadd' in scope"), (errors.NEIGHBOUR, "Accelerate", "vDSP_vadd"))
        self.assertEqual(sorted_error("cannot find type 'UIImage' in scope", stood_in={"UIKit"}), (errors.NEIGHBOUR, "UIKit", "UIImage"))

    def test_names_like_foundations_are_of_the_views_module(self):
        of = {"NSPopUpButton": "AppKit", "NSSearchField": "AppKit", "NSDirectionalEdgeInsets": "UIKit", "UnitPoint": "SwiftUI"}
        for name, module in of.items():
            self.assertEqual(sorted_error(f"cannot find type '{name}' in scope", stood_in={module}), (errors.NEIGHBOUR, module, name))
        self.assertEqual(sorted_error("cannot find 'UnitLength' in scope")[0], errors.FOUNDATION)

    def test_the_camera_for_documents_is_of_visionkit(self):
        message = "cannot find type 'VNDocumentCameraScan' in scope"
        self.assertEqual(sorted_error(message, stood_in={"VisionKit"}), (errors.NEIGHBOUR, "VisionKit", "VNDocumentCameraScan"))

    def test_the_views_of_a_module_whose_images_are_here_are_a_neighbours(self):
        unit = errors.Unit(BUILT | {"UIKit"}, NAMES | {"UIImage": "UIKit"}, (), {"UIKit"})
        self.assertEqual(unit.sort("cannot find type 'UIViewController' in scope"), (errors.NEIGHBOUR, "UIKit", "UIViewController"))
        self.assertEqual(unit.sort("value of type 'UIImage' has no member 'symbolConfiguration'")[:2], (errors.NEIGHBOUR, "UIKit"))

    def test_a_member_belongs_to_its_type(self):
        message = "value of type 'CIImage?' has no member 'applyingFilter'"
        self.assertEqual(sorted_error(message, stood_in={"UIKit"}), (errors.OURS, "CoreImage", "CIImage.applyingFilter"))
        self.assertEqual(sorted_error("value of type 'URL' has no member 'bookmark'")[0], errors.FOUNDATION)
        self.assertEqual(sorted_error("type 'ImageRequestHandler' has no member 'x'")[:2], (errors.OURS, "Vision"))

    def test_a_member_of_the_programs_own_type_follows_from_its_base_class(self):
        message = "value of type 'Camera' has no member 'view'"
        self.assertEqual(sorted_error(message, own={"Camera"}, stood_in={"UIKit"}), (errors.NEIGHBOUR, "UIKit", None))
        self.assertEqual(sorted_error(message, own={"Camera"})[0], errors.OWN)

    def test_a_package_that_is_not_fetched_is_the_programs_own(self):
        self.assertEqual(sorted_error("cannot find type 'ParsableCommand' in scope", stood_in={"ArgumentParser"})[0], errors.OWN)

    def test_a_class_of_a_model_is_the_programs_own(self):
        self.assertEqual(sorted_error("value of type 'MLThing' has no member 'x'", models={"MLThing"})[0], errors.OWN)

    def test_objective_c_is_a_gap_of_linux(self):
        self.assertEqual(sorted_error("Objective-C interoperability is disabled")[0], errors.FOUNDATION)
        self.assertEqual(sorted_error("cannot find 'autoreleasepool' in scope")[0], errors.FOUNDATION)

    def test_an_override_in_an_extension_needs_objective_c(self):
        message = "property 'description' declared in 'VNImageRequestHandler' cannot be overridden from extension"
        self.assertEqual(sorted_error(message)[:2], (errors.FOUNDATION, "ObjectiveC"))

    def test_labels_are_of_what_is_called_at_the_place(self):
        line = "let image = CIImage(named: x)"
        found = sorted_error("incorrect argument label in call (have 'named:', expected 'data:')", line, line.index("CIImage") + 1)
        self.assertEqual(found[:2], (errors.OURS, "CoreImage"))

    def test_labels_are_of_what_stands_before_the_parenthesis(self):
        line = "return CIImage(named: x)"
        found = sorted_error("incorrect argument label in call (have 'named:', expected 'data:')", line, line.index("(") + 1, stood_in={"UIKit"})
        self.assertEqual(found[:2], (errors.OURS, "CoreImage"))

    def test_views_without_a_prefix_are_of_swiftui(self):
        self.assertEqual(sorted_error("unknown attribute 'State'", stood_in={"SwiftUI"}), (errors.NEIGHBOUR, "SwiftUI", "State"))

    def test_a_package_beside_swiftui_has_the_names_that_are_not_swiftuis(self):
        modules = {"SwiftUI", "Layers"}
        self.assertEqual(sorted_error("cannot find 'Pooling' in scope", stood_in=modules), (errors.OWN, "Layers", "Pooling"))
        self.assertEqual(sorted_error("unknown attribute 'State'", stood_in=modules)[:2], (errors.NEIGHBOUR, "SwiftUI"))

    def test_an_extension_of_the_programs_is_not_ours(self):
        self.assertEqual(sorted_error("type 'CIImage' has no member 'tinted'", own={".tinted"})[0], errors.OWN)
        self.assertEqual(sorted_error("cannot find 'vDSP_own' in scope", own={".vDSP_own"})[0], errors.OWN)

    def test_a_value_of_a_class_without_its_superclass_is_a_neighbours(self):
        message = "cannot assign value of type 'Page' to type '(any CIImage)?'"
        self.assertEqual(sorted_error(message, own={"Page"}, stood_in={"UIKit"}), (errors.NEIGHBOUR, "UIKit", None))
        self.assertEqual(sorted_error(message, own={"Page"})[0], errors.OURS)
        self.assertEqual(sorted_error("cannot convert value of type 'Int' to expected argument type 'CIImage'", stood_in={"UIKit"})[0], errors.OURS)

    def test_an_initialiser_from_a_texture_is_metals(self):
        line = "let image = CIImage(mtlTexture: texture, options: nil)"
        found = sorted_error("no exact matches in call to initializer", line, line.index("CIImage") + 1, stood_in={"Metal"})
        self.assertEqual(found, (errors.NEIGHBOUR, "Metal", "initialisers with mtlTexture:"))

    def test_extensions_in_generated_sources_are_the_programs_own(self):
        member = ["value of type 'String' has no member 'intoBridge'", "", 0]
        unit = errors.Unit(BUILT, NAMES)
        self.assertEqual(unit.sort_all([member])[0][0], errors.FOUNDATION)
        found = unit.sort_all([member, ["cannot find type 'BridgeString' in scope", "", 0]])
        self.assertEqual([kind for kind, _, _ in found], [errors.OWN, errors.OWN])


class UnitTests(unittest.TestCase):
    def test_imports_in_a_condition_need_no_stand_in(self):
        source = "import Vision\n#if canImport(UIKit)\nimport UIKit\n#endif\n@testable import struct Foundation.URL\n"
        self.assertEqual(units.imports(source), ["Vision", "Foundation"])

    def test_targets_of_a_package_know_their_files_and_needs(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Package.swift").write_text(
                'let package = Package(name: "P", targets: [\n.target(name: "Lib", dependencies: []),\n'
                '.executableTarget(name: "tool", dependencies: ["Lib"], path: "Tool")])')
            for path in ("Sources/Lib/A.swift", "Tool/main.swift"):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text("import Vision\n")
            found = {unit.name: unit for unit in units.units(root)}
        self.assertEqual(set(found), {"Lib", "tool"})
        self.assertEqual([need.name for need in found["tool"].needs], ["Lib"])
        self.assertTrue(found["Lib"].is_library)
        self.assertFalse(found["tool"].is_library)

    def test_a_target_with_resources_has_its_bundle(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Package.swift").write_text(
                'let package = Package(name: "P", targets: [\n.target(name: "With", resources: [.process("x.mlmodel")]),\n'
                '.target(name: "Without")])')
            for name in ("With", "Without"):
                (root / "Sources" / name).mkdir(parents=True)
                (root / "Sources" / name / "A.swift").write_text("import Vision\n")
            found = {unit.name: unit for unit in units.units(root)}
            self.assertEqual({name: unit.has_resources for name, unit in found.items()}, {"With": True, "Without": False})
            made = compiler.Compiler.resources(found["With"], root)
            self.assertIn("static let module", made[0].read_text())
            self.assertEqual(compiler.Compiler.resources(found["Without"], root), [])
            # The compiler refuses two files of one name, and programs have files with names such as Models.swift.
            classes = compiler.Compiler.model_classes({"Cats"}, ["let cats = Cats()"], root)
            self.assertTrue(all(file.name.startswith("StandIn") for file in made + classes[1]))

    def test_classes_of_a_models_inputs_have_the_initialisers_that_a_program_calls(self):
        source = "let model = Cats()\nlet a = CatsInput(image: f(x: 1), size: [1: 2])\nlet b = CatsInput(image: a)\nclass CatsOutput {}"
        with tempfile.TemporaryDirectory() as folder:
            names, files = compiler.Compiler.model_classes({"Cats", "Dogs"}, [source], pathlib.Path(folder))
            made = files[0].read_text()
        self.assertEqual(names, {"Cats"})
        self.assertIn("    init(image: Any) {}\n    init(image: Any, size: Any) {}\n", made)
        self.assertNotIn("typealias CatsOutput", made)  # the program declares it

    def test_a_unit_without_the_three_frameworks_is_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.swift").write_text("import Foundation\n")
            self.assertEqual(units.units(pathlib.Path(folder)), [])


class ViewTests(unittest.TestCase):
    @staticmethod
    def view_files(**sources):
        return views.view_files({name: source.replace("; ", "\n") for name, source in sources.items()})

    def test_a_file_that_imports_swiftui_is_a_view_file(self):
        found = self.view_files(a="import Vision; import SwiftUI", b="import Vision; import UIKit", c="import Vision; // import SwiftUI")
        self.assertEqual(found, {"a"})

    def test_views_are_types_that_inherit_from_views_also_through_types_of_the_unit(self):
        found = self.view_files(
            a="open class Base: UIViewController, Delegate {", b="@objc final class Page: Base {", c="extension Page {", d="class Model: NSObject {",
            e="class Overlay: MTKView {", f="@main class AppDelegate: UIResponder, UIApplicationDelegate {", g="extension UIView {",
            h="class Camera:; NSObject,; Delegate; {", i="extension UIImage {", j="class OCRView: NSObject {", k="extension OCRView {",
            l="private extension Page: Delegate where A: B {", m="func show(in page: Page) {", n="extension Page.Part {")
        self.assertEqual(found, {"a", "b", "c", "e", "f", "g", "l"})

    def test_a_type_of_a_unit_is_no_view_by_its_name(self):
        self.assertEqual(self.view_files(a="struct DataView: Sequence {", b="class Column: DataView {"), set())


if __name__ == "__main__":
    unittest.main()
