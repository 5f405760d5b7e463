import Foundation
import TestSupport
import Testing

@testable import CreateML

/// Data sets as they are published: a folder for training, and others to validate and test on.
@Suite("Data sets in parts") struct DataPartsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ names: String...) throws {
        for name in names {
            let file = folder.file(name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let isPicture = name.hasSuffix(".ppm")
            try Data((isPicture ? "P3 2 1 255\n250 0 0 250 0 0\n" : "0 0.5 0.5 0.5 0.5\n").utf8).write(to: file)
        }
    }

    @Test(
        "Of folders of labels in parts, those to train on are the labels",
        arguments: [("train", "test"), ("Training", "valid"), ("train", "val"), ("train", "Testing")])
    func labels(training: String, other: String) throws {
        try write(
            "\(training)/cat/1.ppm", "\(training)/dog/2.ppm", "\(other)/cat/3.ppm", "\(other)/owl/4.ppm", "README.txt", "__MACOSX/x/5.ppm")
        let images = try MLImageClassifier.DataSource.labeledDirectories(at: folder.url).labeledImages()
        #expect(images.mapValues { $0.map(\.lastPathComponent) } == ["cat": ["1.ppm"], "dog": ["2.ppm"]])
        let parts = try #require(DataParts(of: folder.url))
        #expect([parts.validation, parts.test].compactMap(\.self).map(\.lastPathComponent) == [other])
    }

    @Test("Folders of pictures are labels, whatever they are named, and so is one that has no other part beside it")
    func noParts() throws {
        try write("train/1.ppm", "test/2.ppm")
        #expect(DataParts(of: folder.url) == nil)
        #expect(try MLImageClassifier.DataSource.labeledDirectories(at: folder.url).labeledImages().keys.sorted() == ["test", "train"])
        let other = try TemporaryFolder()
        try FileManager.default.createDirectory(at: other.file("train/cat"), withIntermediateDirectories: true)
        #expect(DataParts(of: other.url) == nil && DataParts(of: other.file("none")) == nil)
    }

    @Test("Of a detector's data in parts the part to train on is read, in each of YOLO's layouts", arguments: [false, true])
    func boxes(partsAreInside: Bool) throws {
        for (part, count) in [("train", 2), ("valid", 1), ("test", 1)] {
            for number in 0..<count {
                let (images, labels) = partsAreInside ? ("images/\(part)", "labels/\(part)") : ("\(part)/images", "\(part)/labels")
                try write("\(images)/\(part)\(number).ppm", "\(labels)/\(part)\(number).txt")
            }
        }
        try Data("names: [cup]\n".utf8).write(to: folder.file("data.yaml"))
        func names(_ folder: URL) throws -> [String] {
            let data = try MLObjectDetector.DataSource.yolo(at: folder).annotatedImages(
                .boundingBox(units: .pixel, origin: .topLeft, anchor: .center))
            #expect(data.skipped.isEmpty && data.doubts.isEmpty && Set(data.labels) == ["cup"])
            return data.images.map(\.url.lastPathComponent).sorted()
        }
        #expect(try names(folder.url) == ["train0.ppm", "train1.ppm"])
        let parts = try #require(DataParts(of: folder.url))
        #expect(try names(#require(parts.validation)) == ["valid0.ppm"] && names(#require(parts.test)) == ["test0.ppm"])
    }

    @Test("An error about a folder without labels lists the forms that were looked for and the files that are there")
    func nothing() throws {
        try write("1.ppm", "2.ppm")
        do {
            _ = try MLImageClassifier.DataSource.labeledDirectories(at: folder.url).labeledImages()
            Issue.record("pictures without labels were taken")
        } catch {
            #expect("\(error)".contains("2 images") && "\(error)".contains("a folder for each label"), "\(error)")
        }
    }
}
