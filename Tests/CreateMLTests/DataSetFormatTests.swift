import Foundation
import TestSupport
import Testing

@testable import CreateML

/// Data sets as Roboflow, Label Studio, Ultralytics and CVAT export them.
@Suite("Data sets as tools export them") struct DataSetFormatTests {
    private let folder: TemporaryFolder
    private let pixels = MLObjectDetector.AnnotationType.boundingBox(units: .pixel, origin: .topLeft, anchor: .center)

    init() throws { folder = try TemporaryFolder() }

    /// A picture of 8 × 4 pixels where the name ends with `.pgm`, and otherwise the text.
    @discardableResult
    private func write(_ name: String, _ text: String = "") throws -> URL {
        let file = folder.file(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try (name.hasSuffix(".pgm") ? Data("P5\n8 4\n255\n".utf8) + Data(count: 32) : Data(text.utf8)).write(to: file)
        return file
    }

    /// The pictures' names with their labels and boxes in pixels: left, top, right, bottom.
    private func boxes(_ source: MLObjectDetector.DataSource) throws -> [String: [String]] {
        let data = try source.annotatedImages(pixels)
        #expect(data.skipped.isEmpty, "\(data.skipped)")
        let lines = data.images.map { image in
            (
                image.url.lastPathComponent,
                image.objects.map { object in
                    let edges = [object.box.minX * 8, object.box.minY * 4, object.box.maxX * 8, object.box.maxY * 4]
                    return ([object.label] + edges.map { String(format: "%.1f", $0) }).joined(separator: " ")
                }
            )
        }
        return Dictionary(lines) { first, _ in first }
    }

    @Test(
        "Label Studio's full export gives boxes of rectangles, turned ones, ellipses and polygons, of the newest annotation that was not cancelled"
    )
    func labelStudio() throws {
        func region(_ kind: String, _ value: String) -> String {
            #"{"id": "x", "type": "\#(kind)", "original_width": 8, "original_height": 4, "image_rotation": 0, "value": {\#(value)}}"#
        }
        let old =
            #"{"updated_at": "2024-01-01", "result": [\#(region("rectanglelabels", #""x": 0, "y": 0, "width": 9, "height": 9, "rectanglelabels": ["old"]"#))]}"#
        let newest = [
            region("rectanglelabels", #""x": 25, "y": 25, "width": 50, "height": 50, "rotation": 0, "rectanglelabels": ["cup"]"#),
            // A quarter turn around the upper left corner: one pixel wide to the left, four high.
            region("rectanglelabels", #""x": 50, "y": 0, "width": 50, "height": 25, "rotation": 90, "rectanglelabels": ["turned"]"#),
            region("ellipselabels", #""x": 50, "y": 50, "radiusX": 25, "radiusY": 25, "ellipselabels": ["egg"]"#),
            // A quarter turn around the centre: of half sides of 1 and 1.6 pixels.
            region("ellipselabels", #""x": 50, "y": 50, "radiusX": 20, "radiusY": 25, "rotation": 90, "ellipselabels": ["turned egg"]"#),
            region("polygonlabels", #""points": [[0, 0], [50, 0], [25, 100]], "polygonlabels": ["slice"]"#),
            region("brushlabels", #""rle": [1, 2], "format": "rle", "brushlabels": ["stain"]"#),
        ].joined(separator: ", ")
        let file = try write(
            "project-1.json",
            """
            [{"id": 1, "data": {"image": "/data/upload/1/0f3a5c77-a%20b.pgm"}, "annotations": [\(old),
              {"updated_at": "2024-02-02", "result": [\(newest)]}, {"updated_at": "2025-01-01", "was_cancelled": true, "result": []}]},
             {"id": 2, "data": {"image": "/data/local-files/?d=set/b.pgm"}, "annotations": [{"result": []}]},
             {"id": 3, "file_upload": "99887766-c.pgm", "data": {"image": "s3://bucket/c.pgm"}, "annotations": []}]
            """)
        for name in ["images/a b.pgm", "images/b.pgm", "images/c.pgm"] { try write(name) }
        #expect({ if case .labelStudioBoxes = AnnotationFileKind(file) { true } else { false } }())
        let source = MLObjectDetector.DataSource.labelStudio(imagesAt: folder.url, annotationFile: file)
        #expect(
            try boxes(source) == [
                "a b.pgm": [
                    "cup 2.0 1.0 6.0 3.0", "turned 3.0 0.0 4.0 4.0", "egg 2.0 1.0 6.0 3.0", "turned egg 3.0 0.4 5.0 3.6",
                    "slice 0.0 0.0 4.0 4.0",
                ],
                "b.pgm": [],
            ])
        let doubts = try source.annotatedImages(pixels).doubts
        #expect(doubts.contains { $0.contains("1 of 3") } && doubts.contains { $0.contains("brush") }, "\(doubts)")
        let cells = try source.imagesWithObjectAnnotations().column("annotations").values.map(\.json)
        #expect(cells.first?.contains("0.5") == true, "the centre of the first box, in parts of the picture: \(cells)")
    }

    @Test(
        "A label that is named as a member of Label Studio's file leaves Create ML's what it is, and so does a list without pictures",
        arguments: [
            #"[{"image": "a.pgm", "annotations": [{"label": "result", "coordinates": {"x": 4, "y": 2, "width": 4, "height": 2}}]}]"#,
            #"[{"image" : "a.pgm", "annotations" : [{"label" : "lead_time"}]}]"#, "[]",
        ])
    func labelsLikeMembers(text: String) throws {
        #expect(try AnnotationFileKind(write("annotations.json", text)) == .createML)
        let otherName: AnnotationFileKind? = text == "[]" ? nil : .createML
        #expect(try AnnotationFileKind(write("other.json", text)) == otherName)
        #expect(try AnnotationFileKind(write("annotations.json", #"[{"image": "a.pgm", "annotation_id" : 4}]"#)) == .labelStudioBoxes)
    }

    @Test("A polygon of Label Studio's that has two points is left out, and nothing else")
    func labelStudioLine() throws {
        try write("a.pgm")
        let regions = [
            #"{"value": {"points": [[0, 0], [50, 0]], "polygonlabels": ["line"]}}"#,
            #"{"value": {"points": [[0, 0], [50, 0], [25, 100]], "polygonlabels": ["slice"]}}"#,
        ].joined(separator: ", ")
        let file = try write("export.json", #"[{"data": {"image": "a.pgm"}, "annotations": [{"result": [\#(regions)]}]}]"#)
        let source = MLObjectDetector.DataSource.labelStudio(imagesAt: folder.url, annotationFile: file)
        #expect(try boxes(source) == ["a.pgm": ["slice 0.0 0.0 4.0 4.0"]])
        #expect(try source.annotatedImages(pixels).doubts.contains { $0.contains("of two points") })
    }

    @Test("Label Studio's brief export is read, too, and an entry that is not a task is an error that names it")
    func labelStudioBrief() throws {
        try write("a.pgm")
        let region =
            #"{"x": 25, "y": 25, "width": 50, "height": 50, "rectanglelabels": ["cup"], "original_width": 8, "original_height": 4}"#
        let file = try write(
            "min.json", #"[{"image": "/data/upload/1/0f3a5c77-a.pgm", "id": 1, "label": [\#(region)], "annotation_id": 4}]"#)
        #expect(try boxes(.labelStudio(imagesAt: folder.url, annotationFile: file)) == ["a.pgm": ["cup 2.0 1.0 6.0 3.0"]])
        for text in [
            "{}", "[3]", #"[{"data": {"text": "hello"}}]"#,
            #"[{"data": {"image": "a.pgm"}, "annotations": [{"result": [{"value": {"points": [[1]], "polygonlabels": ["a"]}}]}]}]"#,
        ] {
            let broken = try write("broken.json", text)
            #expect(throws: MLCreateError.self, "\(text)") { try boxes(.labelStudio(imagesAt: folder.url, annotationFile: broken)) }
        }
    }

    @Test("Roboflow's CSV of boxes is read, and a line of it that is wrong is named")
    func boxTable() throws {
        try write("a.pgm")
        let header = "filename,width,height,class,xmin,ymin,xmax,ymax\n"
        let file = try write("_annotations.csv", header + "a.pgm,8,4,cup,2,1,6,3\r\na.pgm,8,4,\"egg, fried\",0,0,1,1\n")
        #expect(
            try boxes(.csv(imagesAt: folder.url, annotationFile: file)) == ["a.pgm": ["cup 2.0 1.0 6.0 3.0", "egg, fried 0.0 0.0 1.0 1.0"]])
        for (text, reason) in [(header + "a.pgm,8,4,cup,2,1,six,3\n", "line 2"), (header + "a.pgm,8\n", "line 2"), ("a,b\n1,2\n", "xmin")] {
            let broken = try write("broken.csv", text)
            do {
                _ = try boxes(.csv(imagesAt: folder.url, annotationFile: broken))
                Issue.record("\(text) was read")
            } catch { #expect("\(error)".contains(reason) && "\(error)".contains("broken.csv"), "\(error)") }
        }
    }

    @Test("COCO's pictures are found in whatever folder they lie; a category that only stands above others is no doubt")
    func coco() throws {
        try write("images/a.pgm")
        let file = try write(
            "result.json",
            """
            {"images": [{"id": 3, "file_name": "images\\\\8\\\\a.pgm"}], "annotations": [{"image_id": 3, "category_id": 1, "bbox": [2, 1, 4, 2]}],
             "categories": [{"id": 0, "name": "food", "supercategory": "none"}, {"id": 1, "name": "cup", "supercategory": "food"}]}
            """)
        let source = MLObjectDetector.DataSource.coco(imagesAt: folder.url, annotationFile: file)
        #expect(try boxes(source) == ["a.pgm": ["cup 2.0 1.0 6.0 3.0"]])
        #expect(try source.annotatedImages(pixels).doubts.isEmpty)
    }

    @Test(
        "The folders that a data.yaml names are the parts, wherever it was written",
        arguments: [
            ("path: ../datasets/coco8\ntrain: images/train2017 # 4 images\nval: images/val2017\n", "images/train2017", "images/val2017"),
            ("train: ../train/images\nval: ../valid/images\nnames: [cup]\n", "train", "valid"),
            ("path: /home/someone/set\ntrain: set/one/images\nval: two\n", "one", "two"),
            ("path: data\ntrain: images/one\nval: images/one\n", "data/images/one", nil),
        ])
    func parts(text: String, training: String, validation: String?) throws {
        try write("data.yaml", text + "names: [cup]\n")
        for part in [training, validation].compactMap(\.self) {
            let isTwin = part.contains("images/")
            try write((isTwin ? part : part + "/images") + "/a.pgm")
            try write(
                (isTwin ? part.replacingOccurrences(of: "images/", with: "labels/") : part + "/labels") + "/a.txt", "0 0.5 0.5 0.5 0.5\n")
        }
        let found = try #require(DataParts(of: folder.url))
        #expect(found.training.path == folder.file(training).path && found.validation?.path == validation.map { folder.file($0).path })
        #expect(try boxes(.yolo(at: folder.url)) == ["a.pgm": ["cup 2.0 1.0 6.0 3.0"]])
    }

    @Test(
        "A set whose data.yaml names all of its pictures to train on has no parts, and is learnt from as a whole",
        arguments: ["val: images\n", "val: images/ # the same\ntest: ./images\n", ""])
    func wholeSet(others: String) throws {
        try write("data.yaml", "path: .\ntrain: images\n" + others + "names: [cup]\n")
        try write("images/a.pgm")
        try write("labels/a.txt", "0 0.5 0.5 0.5 0.5\n")
        #expect(DataParts(of: folder.url) == nil)
        #expect(try boxes(.yolo(at: folder.url)) == ["a.pgm": ["cup 2.0 1.0 6.0 3.0"]])
    }

    @Test("A data.yaml never leads out of its folder", arguments: ["train: ../..\n", "train: a/../../..\n", "path: /etc\ntrain: /etc\n"])
    func outside(text: String) throws {
        try write("data.yaml", text)
        #expect(DataParts(of: folder.url) == nil)
    }

    @Test("Roboflow's _classes.csv and Label Studio's choices label pictures, one by one or with several labels")
    func listedLabels() throws {
        for name in ["train/a.pgm", "train/b.pgm", "train/c.pgm", "valid/d.pgm"] { try write(name) }
        try write("train/_classes.csv", "filename, cat, dog\na.pgm, 1, 0\nb.pgm, 0, 1\nc.pgm, 0, 0\n")
        try write("valid/_classes.csv", "filename, cat, dog\nd.pgm, 1, 0\n")
        func names() throws -> [String: [String]] {
            try MLImageClassifier.DataSource.labeledDirectories(at: folder.url).labeledImages().mapValues { $0.map(\.lastPathComponent) }
        }
        func sets() throws -> [String: Set<String>] {
            let images = try MLMultiLabelImageClassifier.DataSource.directoryWithImagesAndJsonAnnotation(at: folder.url).annotatedImages()
            return Dictionary(images.map { ($0.url.lastPathComponent, $0.labels) }) { first, _ in first }
        }
        #expect(try names() == ["cat": ["a.pgm"], "dog": ["b.pgm"]])
        #expect(try sets() == ["a.pgm": ["cat"], "b.pgm": ["dog"], "c.pgm": []])
        try write("train/_classes.csv", "filename, cat, dog\na.pgm, 1, 1\nb.pgm, 0, 2\n")
        #expect { try names() } throws: { "\($0)".contains("line 3") && "\($0)".contains("'2'") }
        try write("train/_classes.csv", "filename, cat, dog\na.pgm, 1, 1\n")
        #expect { try names() } throws: { "\($0)".contains("--multi-label") }
        #expect(try sets() == ["a.pgm": ["cat", "dog"]])

        try FileManager.default.removeItem(at: folder.file("train/_classes.csv"))
        try write(
            "train/project.json",
            """
            [{"data": {"image": "/data/upload/0f3a5c77-a.pgm"}, "annotations": [{"result": [{"type": "choices", "value": {"choices": ["cat"]}}]}]},
             {"data": {"image": "b.pgm"}, "annotations": [{"result": [{"type": "choices", "value": {"choices": ["dog"]}}]}]}]
            """)
        #expect(try names() == ["cat": ["a.pgm"], "dog": ["b.pgm"]])
        #expect(try sets() == ["a.pgm": ["cat"], "b.pgm": ["dog"]])
    }

    @Test("Pictures of Pascal VOC may lie in 'images', as Label Studio puts them")
    func pascalVOC() throws {
        try write("images/a.pgm")
        try write(
            "Annotations/a.xml",
            "<annotation><object><name>cup</name><bndbox><xmin>2</xmin><ymin>1</ymin><xmax>6</xmax><ymax>3</ymax></bndbox></object></annotation>"
        )
        #expect(try boxes(.pascalVOC(at: folder.url)) == ["a.pgm": ["cup 2.0 1.0 6.0 3.0"]])
    }
}
