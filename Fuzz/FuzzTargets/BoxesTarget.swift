import CreateML
import Foundation
import Reports
import TabularData

/// Files with the boxes or labels of pictures, in each format; files of keypoints; tables; and zips. The first byte says which.
func fuzzBoxes(_ input: UnsafeBufferPointer<UInt8>) {
    var script = FuzzScript(input)
    let kind = script.number(below: 15)
    let content = script.remainder()
    switch kind {
    case 0: boxes(["boxes.json": content], .createML)
    case 1: boxes(["boxes.json": content], .coco)
    case 2: boxes(["a.xml": content], .pascalVOC)
    case 3: boxes(["a.txt": content, "classes.txt": Data("egg\ncup\n".utf8)], .yolo)
    case 4: boxes(["a.txt": Data("0 0.5 0.5 0.2 0.2\n".utf8), "data.yaml": content], .yolo)
    case 5:
        withFolder("keypoints", ["a/1.json": content, "b/1.csv": content]) { folder in
            _ = try? PosePlan<MLHandPoseClassifier>(.keypointDirectories(folder), MLHandPoseClassifier.defaults, .none)
        }
    case 8: boxes(["boxes.json": content], .labelStudio)
    case 9: boxes(["boxes.csv": content], .csv)
    case 10: labels(["_classes.csv": content])
    case 11: labels(["tasks.json": content])
    case 12: unpack(content)
    case 13:
        _ = try? DataFrame(csvData: content)
        _ = try? DataFrame(csvData: content, options: .init(delimiter: ";", ignoresEmptyLines: false, usesEscaping: true))
    case 14:
        let label = Data("0 0.5 0.5 0.2 0.2\n".utf8)
        withFolder("parts", ["data.yaml": content, "train/images/a.pgm": picture, "train/labels/a.txt": label]) { folder in
            _ = try? BoxFormat.source(folder: folder, annotations: nil, nil).annotatedImages(pixels)
        }
    default:
        withFolder("table", [kind == 6 ? "table.csv" : "table.json": content]) { folder in
            let file = folder.appendingPathComponent(kind == 6 ? "table.csv" : "table.json")
            guard let table = try? MLDataTable(contentsOf: file) else { return }
            let columns = table.columnNames
            guard columns.count > 1 else { return }
            let source = MLObjectDetector.DataSource.table(table, imageColumn: columns[0], annotationColumn: columns[1])
            _ = try? source.annotatedImages(pixels)
        }
    }
}

private let pixels = MLObjectDetector.AnnotationType.boundingBox(units: .pixel, origin: .topLeft, anchor: .center)

private let picture = Data("P5\n8 6\n255\n".utf8) + Data(count: 48)

private func labels(_ files: [String: Data]) {
    withFolder("labels", files.merging(["a.pgm": picture]) { first, _ in first }) { folder in
        _ = try? MLMultiLabelImageClassifier.DataSource.directoryWithImagesAndJsonAnnotation(at: folder).annotatedImages()
        _ = try? MLImageClassifier.DataSource.labeledDirectories(at: folder).labeledImages()
    }
}

private func unpack(_ content: Data) {
    withFolder("zip", ["set.zip": content]) { folder in
        guard let archive = try? ZipArchive(contentsOf: folder.appendingPathComponent("set.zip"), limits: .init(files: 100, size: 1 << 20))
        else { return }
        try? archive.unpack(into: SafeFolder(url: folder.appendingPathComponent("files")))
    }
}

private func boxes(_ files: [String: Data], _ format: BoxFormat) {
    withFolder("boxes", files.merging(["a.pgm": picture]) { first, _ in first }) { folder in
        guard let source = try? BoxFormat.source(folder: folder, annotations: nil, format) else { return }
        _ = try? source.annotatedImages(pixels)
        _ = try? source.imagesWithObjectAnnotations()
    }
}

/// A folder of this process that has these files and no others, which is used again.
func withFolder(_ name: String, _ files: [String: Data], _ body: (URL) -> Void) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-fuzz-\(getpid())-\(name)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, content) in files {
        let file = folder.appendingPathComponent(name)
        try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        guard (try? content.write(to: file)) != nil else { return }
    }
    body(folder)
}
