import CoreGraphics
import Foundation
import Testing

@testable import CreateML

/// Annotation files, and what is wrong with them.
@Suite struct AnnotationTests {
    let standard = MLObjectDetector.AnnotationType.boundingBox()

    func read(_ source: MLObjectDetector.DataSource, _ type: MLObjectDetector.AnnotationType? = nil) throws -> AnnotatedImages {
        try source.annotatedImages(type ?? standard)
    }

    func message(_ source: MLObjectDetector.DataSource) -> String {
        do {
            _ = try read(source)
            return ""
        } catch { return error.localizedDescription }
    }

    /// Whether boxes are those that the pictures were drawn with.
    func expect(_ images: AnnotatedImages, are pictures: ShapePictures) throws {
        #expect(images.images.count == pictures.content.count)
        let side = CGFloat(ShapePictures.side)
        for (name, objects) in pictures.content {
            let image = try #require(images.images.first { $0.url.lastPathComponent == name })
            #expect(image.width == ShapePictures.side && image.height == ShapePictures.side)
            #expect(image.objects.map(\.label) == objects.map(\.label))
            for (found, drawn) in zip(image.objects, objects) {
                #expect(abs(found.box.minX * side - drawn.box.minX) < 1e-6 && abs(found.box.minY * side - drawn.box.minY) < 1e-6)
                #expect(abs(found.box.width * side - drawn.box.width) < 1e-6 && abs(found.box.height * side - drawn.box.height) < 1e-6)
            }
        }
    }

    @Test("Create ML's files give centres in pixels")
    func createMLsFilesGiveCentresInPixels() throws {
        let pictures = try ShapePictures(count: 6, negatives: 2, seed: 1)
        defer { pictures.remove() }
        try pictures.writeJSON()
        let images = try read(.directoryWithImagesAndJsonAnnotation(at: pictures.folder))
        try expect(images, are: pictures)
        #expect(images.images.filter(\.objects.isEmpty).count == 2)
        #expect(images.warnings.isEmpty)
    }

    @Test(
        "Boxes are read in the units and from the anchor of the annotation type", arguments: [MLBoundingBoxUnits.pixel, .normalized],
        [MLBoundingBoxCoordinatesOrigin.topLeft, .bottomLeft])
    func boxesMeanWhatTheAnnotationTypeSays(units: MLBoundingBoxUnits, origin: MLBoundingBoxCoordinatesOrigin) throws {
        // A box of 30 × 20 pixels whose upper left corner is at (10, 40) of 100 × 200.
        let scale = units == .pixel ? (1.0, 1.0) : (0.01, 0.005)
        for anchor in [MLBoundingBoxAnchor.center, .topLeft, .bottomLeft] {
            let fromTop = [MLBoundingBoxAnchor.center: 50.0, .topLeft: 40, .bottomLeft: 60][anchor] ?? .nan
            let raw = RawAnnotation(
                label: "a", x: (anchor == .center ? 25 : 10) * scale.0, y: (origin == .topLeft ? fromTop : 200 - fromTop) * scale.1,
                width: 30 * scale.0, height: 20 * scale.1)
            let box = try #require(BoxConvention(units: units, origin: origin, anchor: anchor).box(raw, width: 100, height: 200))
            #expect(abs(box.minX - 0.1) < 1e-9 && abs(box.minY - 0.2) < 1e-9 && abs(box.maxX - 0.4) < 1e-9 && abs(box.maxY - 0.3) < 1e-9)
        }
    }

    @Test("Pascal VOC gives edges")
    func pascalVOCGivesEdges() throws {
        let pictures = try ShapePictures(count: 4, negatives: 1, seed: 2)
        defer { pictures.remove() }
        for (name, objects) in pictures.content {
            let boxes = objects.map { object in
                """
                <object><name>\(object.label)</name><bndbox><xmin>\(Int(object.box.minX))</xmin><ymin>\(Int(object.box.minY))</ymin>
                <xmax>\(Int(object.box.maxX))</xmax><ymax>\(Int(object.box.maxY))</ymax></bndbox></object>
                """
            }
            let text = """
                <?xml version="1.0"?><!-- drawn --><annotation verified="yes"><folder>x</folder><filename>other &amp; old.jpg</filename>
                <size><width>1</width></size>\(boxes.joined())</annotation>
                """
            try pictures.write(Data(text.utf8), name.replacingOccurrences(of: ".png", with: ".xml"))
        }
        let images = try read(.pascalVOC(at: pictures.folder))
        try expect(images, are: pictures)
        try FileManager.default.removeItem(at: pictures.folder.appendingPathComponent("2.xml"))
        try FileManager.default.removeItem(at: pictures.folder.appendingPathComponent("3.png"))
        let fewer = try read(.pascalVOC(at: pictures.folder))
        #expect(fewer.images.count == 2)
        #expect(fewer.doubts.contains { $0.contains("2.png") })
        #expect(fewer.skipped.contains { $0.url.lastPathComponent == "3.xml" })
    }

    @Test("COCO refers by number")
    func cocoRefersByNumber() throws {
        let pictures = try ShapePictures(count: 5, negatives: 1, seed: 3)
        defer { pictures.remove() }
        let categories = ["disk": 7, "square": 3, "triangle": 12]
        var annotations: [[String: Any]] = []
        for (index, picture) in pictures.content.enumerated() {
            for object in picture.objects {
                annotations.append([
                    "image_id": index + 100, "category_id": categories[object.label] ?? 0,
                    "bbox": [object.box.minX, object.box.minY, object.box.width, object.box.height].map { Double($0) },
                ])
            }
        }
        let crowd: [String: Any] = ["image_id": 100, "category_id": 7, "bbox": [0, 0, 5, 5], "iscrowd": 1]
        let root: [String: Any] = [
            "images": pictures.content.enumerated().map { ["id": $0 + 100, "file_name": $1.name] as [String: Any] },
            "categories": categories.map { ["id": $1, "name": $0] as [String: Any] }, "annotations": annotations + [crowd],
        ]
        let file = try pictures.write(JSONSerialization.data(withJSONObject: root), "coco.json")
        let images = try read(.coco(imagesAt: pictures.folder, annotationFile: file))
        try expect(images, are: pictures)
        #expect(images.doubts == ["the label 'triangle' has no pictures"])
    }

    @Test("Rows of a table have the lists of a file")
    func rowsOfATableHaveTheListsOfAFile() throws {
        let pictures = try ShapePictures(count: 3, negatives: 1, seed: 8)
        defer { pictures.remove() }
        let list = try JSONSerialization.jsonObject(with: Data(contentsOf: try pictures.writeJSON())) as? [[String: Any]] ?? []
        let paths = list.map { MLDataValue.string(pictures.folder.appendingPathComponent($0["image"] as? String ?? "").path) }
        let boxes = list.map { MLDataValue(json: $0["annotations"] ?? []) }
        let table = try MLDataTable(namedColumns: ["path": MLUntypedColumn(paths), "boxes": MLUntypedColumn(boxes)])
        try expect(try read(.table(table, imageColumn: "path", annotationColumn: "boxes")), are: pictures)
        #expect(message(.table(table, imageColumn: "picture", annotationColumn: "boxes")).contains("'picture'"))
        let swapped = MLObjectDetector.DataSource.table(table, imageColumn: "boxes", annotationColumn: "path")
        #expect(message(swapped).contains("row 1 (line 2) names no image"))
    }

    @Test("Sources can be listed and split")
    func sourcesCanBeListedAndSplit() throws {
        let pictures = try ShapePictures(count: 20, negatives: 2, seed: 9)
        defer { pictures.remove() }
        let json = MLObjectDetector.DataSource.directoryWithImages(at: pictures.folder, annotationFile: try pictures.writeJSON())
        let voc = pictures.folder.appendingPathComponent("voc")
        try FileManager.default.createDirectory(at: voc, withIntermediateDirectories: true)
        for (name, objects) in pictures.content {
            let boxes = objects.map { object in
                "<object><name>\(object.label)</name><bndbox><xmin>\(object.box.minX)</xmin><ymin>\(object.box.minY)</ymin>"
                    + "<xmax>\(object.box.maxX)</xmax><ymax>\(object.box.maxY)</ymax></bndbox></object>"
            }
            try FileManager.default.copyItem(at: pictures.folder.appendingPathComponent(name), to: voc.appendingPathComponent(name))
            let text = "<annotation>\(boxes.joined())</annotation>"
            try Data(text.utf8).write(to: voc.appendingPathComponent(name.replacingOccurrences(of: ".png", with: ".xml")))
        }
        for source in [json, .pascalVOC(at: voc)] {
            let table = try source.imagesWithObjectAnnotations()
            #expect(Array(table.columnNames) == ["image", "annotations"])
            try expect(try read(.table(table, imageColumn: "image", annotationColumn: "annotations")), are: pictures)
        }
        let split = try json.stratifiedSplit(proportions: [0.5, 0.5], seed: 4, annotationColumn: "annotations")
        #expect(Array(split.columnNames) == ["image", "annotations", "partition"])
        let parts = try (0...1).map { part in
            try read(.table(split[split["partition"] == part], imageColumn: "image", annotationColumn: "annotations")).images
        }
        #expect(Set(parts.joined().map(\.url)).count == 20)
        // The pictures by their rarest label, and those without any.
        let counts = Dictionary(grouping: pictures.content.flatMap { Set($0.objects.map(\.label)) }) { $0 }.mapValues(\.count)
        let rarest = counts.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? ""
        let shares = parts.map { part in part.filter { $0.objects.contains { $0.label == rarest } }.count }
        #expect(abs(shares[0] - shares[1]) <= 1)
        #expect(parts.allSatisfy { $0.filter(\.objects.isEmpty).count == 1 })
        #expect(throws: MLCreateError.self) { try json.stratifiedSplit(proportions: [1, 1], annotationColumn: "boxes") }
        #expect(throws: MLCreateError.self) { try json.stratifiedSplit(proportions: [-1], annotationColumn: "annotations") }
    }

    @Test("Boxes without an area, or outside their picture, are left out, and a warning names them")
    func boxesThatAreNoneAreLeftOutAndNamed() throws {
        let pictures = try ShapePictures(count: 2, seed: 4)
        defer { pictures.remove() }
        func box(_ x: String, _ y: String, _ width: String, _ height: String) -> String {
            "{\"label\": \"disk\", \"coordinates\": {\"x\": \(x), \"y\": \(y), \"width\": \(width), \"height\": \(height)}}"
        }
        let boxes = [
            box("48", "48", "0", "10"), box("48", "48", "-4", "10"), box("300", "48", "10", "10"), box("1e300", "48", "10", "10"),
            box("48", "48", "1e200", "1e200"), box("90", "48", "40", "20"), box("10", "10", "8", "8"),
        ]
        let text = "[{\"image\": \"0.png\", \"annotations\": [\(boxes.joined(separator: ", "))]}, {\"image\": \"nowhere.png\"}]"
        let file = try pictures.write(Data(text.utf8), "annotations.json")
        let images = try read(.directoryWithImages(at: pictures.folder, annotationFile: file))
        #expect(images.images.count == 1)
        #expect(images.images[0].objects.count == 2)
        #expect(images.images[0].objects.allSatisfy { CGRect(x: 0, y: 0, width: 1, height: 1).contains($0.box) })
        #expect(images.doubts.filter { $0.contains("no area") }.count == 4)
        #expect(images.doubts.filter { $0.contains("outside") }.count == 1)
        #expect(images.doubts.filter { $0.contains("beyond") }.count == 1)
        #expect(images.skipped.map(\.url.lastPathComponent) == ["nowhere.png"])
    }

    @Test("Broken files are errors that name them and the reason")
    func brokenFilesAreErrorsThatNameThemAndTheReason() throws {
        let pictures = try ShapePictures(count: 1, seed: 5)
        defer { pictures.remove() }
        let whole = try String(contentsOf: try pictures.writeJSON("whole.json"), encoding: .utf8)
        let texts = [
            "", "[", String(whole.dropLast(7)), "{\"image\": 3}", "[3]", "[{\"annotations\": []}]",
            "[{\"image\": \"0.png\", \"annotations\": 3}]",
            "[{\"image\": \"0.png\", \"annotations\": [{\"label\": \"a\"}]}]",
            "[{\"image\": \"0.png\", \"annotations\": [{\"label\": \"a\", \"coordinates\": {\"x\": 1, \"y\": \"2\"}}]}]",
            String(repeating: "[", count: 100_000),
        ]
        for text in texts {
            let file = try pictures.write(Data(text.utf8), "broken.json")
            #expect(message(.directoryWithImages(at: pictures.folder, annotationFile: file)).contains("broken.json"), "\(text.prefix(60))")
            #expect(message(.coco(imagesAt: pictures.folder, annotationFile: file)).contains("broken.json"), "\(text.prefix(60))")
        }
        #expect(message(.directoryWithImagesAndJsonAnnotation(at: pictures.folder)).contains("2 JSON files"))
        #expect(message(.pascalVOC(at: pictures.folder)).contains("no annotations"))
        let missing = pictures.folder.appendingPathComponent("missing.json")
        #expect(message(.directoryWithImages(at: pictures.folder, annotationFile: missing)).contains("missing.json"))
        let object = "<annotation><object><name>a</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object>"
        let documents = [
            "", "text", "<annotation>", object, object + "</annotatio", "<other/>", "<annotation></other>",
            object.replacingOccurrences(of: ">9<", with: ">nine<") + "</annotation>", "<annotation><object/></annotation>",
            String(repeating: "<a>", count: 10_000), "<annotation>&unknown;</annotation>", "<annotation name=\"",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><annotation>&b;</annotation>",
        ]
        for text in documents {
            try pictures.write(Data(text.utf8), "0.xml")
            // The file of one picture costs that picture.
            let images = try read(.pascalVOC(at: pictures.folder))
            #expect(images.images.isEmpty && images.skipped.count == 1, "\(text.prefix(60))")
            #expect(images.skipped.allSatisfy { $0.reason.contains("0.xml") }, "\(text.prefix(60))")
        }
        try pictures.write(Data((object + "</annotation>").utf8), "0.xml")
        #expect(try read(.pascalVOC(at: pictures.folder)).images.count == 1)
    }
}
