import CoreGraphics
import Foundation
import Testing

@testable import CreateML

/// YOLO's text files.
extension AnnotationTests {
    private static let labels = ["square", "triangle", "disk"]

    /// Writes a text file for each picture that shows something.
    private func writeYOLO(_ pictures: ShapePictures, _ line: (Int, CGRect) -> String) throws {
        let side = CGFloat(ShapePictures.side)
        for (name, objects) in pictures.content where !objects.isEmpty {
            let lines = try objects.map { object in
                let box = CGRect(
                    x: object.box.minX / side, y: object.box.minY / side, width: object.box.width / side, height: object.box.height / side)
                return line(try #require(Self.labels.firstIndex(of: object.label)), box)
            }
            try pictures.write(Data(lines.joined(separator: "\r\n").utf8), name.replacingOccurrences(of: ".png", with: ".txt"))
        }
    }

    private func centre(_ label: Int, _ box: CGRect) -> String { "\(label) \(box.midX) \(box.midY) \(box.width) \(box.height)" }

    @Test(
        "The names of YOLO's classes come from a list, a map or lines",
        arguments: [
            ("data.yaml", "train: ../train/images\nnc: 3\nnames: ['square', \"triangle\", disk]\nroboflow:\n  license: MIT\n"),
            ("data.yaml", "names: [square,\n  triangle, disk]\n"), ("dataset.yaml", "names:\n- square\n- 'triangle'\n- disk\nnc: 3\n"),
            ("data.yaml", "path: .\nnames:\n  0: square\n  1: triangle\n\n  # round\n  2: disk\n\ndownload: none\n"),
            ("data.yaml", "names: {0: square, 1: triangle, 2: disk}\n"), ("classes.txt", "square\ntriangle\ndisk\n"),
        ])
    func yoloNames(_ file: String, _ text: String) throws {
        let pictures = try ShapePictures(count: 6, negatives: 2, seed: 4)
        defer { pictures.remove() }
        try writeYOLO(pictures, centre)
        try pictures.write(Data(text.utf8), file)
        let images = try read(.yolo(at: pictures.folder), .boundingBox(units: .pixel, origin: .bottomLeft, anchor: .topLeft))
        try expect(images, are: pictures)
        #expect(images.warnings.isEmpty && images.images.contains { $0.objects.isEmpty })
    }

    @Test("YOLO's outlines have boxes around them; pictures and labels may lie in folders of their own, below the names")
    func yoloFolders() throws {
        let pictures = try ShapePictures(count: 5, negatives: 1, seed: 5)
        defer { pictures.remove() }
        // The four corners, from the lower left.
        try writeYOLO(pictures) { label, box in
            "\(label) \(box.minX) \(box.maxY) \(box.maxX) \(box.maxY) \(box.maxX) \(box.minY) \(box.minX) \(box.minY)"
        }
        let files = FileManager.default
        let part = pictures.folder.appendingPathComponent("train")
        for (name, suffix) in [("images", "png"), ("labels", "txt")] {
            try files.createDirectory(at: part.appendingPathComponent(name), withIntermediateDirectories: true)
            for file in try files.contentsOfDirectory(at: pictures.folder, includingPropertiesForKeys: nil)
            where file.pathExtension == suffix {
                try files.moveItem(at: file, to: part.appendingPathComponent(name).appendingPathComponent(file.lastPathComponent))
            }
        }
        try pictures.write(Data("names: [square, triangle, disk]".utf8), "data.yaml")
        try expect(try read(.yolo(at: part)), are: pictures)
    }

    @Test("Without names the numbers are the labels; a bad file of YOLO's costs its picture, and is named")
    func yoloMistakes() throws {
        let pictures = try ShapePictures(count: 3, seed: 6)
        defer { pictures.remove() }
        #expect(message(.yolo(at: pictures.folder)).contains("no pictures with YOLO files"))
        try writeYOLO(pictures, centre)
        let images = try read(.yolo(at: pictures.folder))
        #expect(Set(images.labels).isSubset(of: ["0", "1", "2"]) && images.doubts.contains { $0.contains("classes.txt") })
        try pictures.write(Data("square\ntriangle\ndisk".utf8), "classes.txt")
        try pictures.write(Data("0 0.5 0.5 0.1 0.1".utf8), "9.txt")
        for line in [
            "0 0.5 0.5 0.1", "x 0.5 0.5 0.1 0.1", "0 nan 0.5 0.1 0.1", "-1 0.5 0.5 0.1 0.1", "0.5 0.5 0.5 0.1 0.1", "3 0.5 0.5 0.1 0.1",
        ] {
            try pictures.write(Data("0 0.5 0.5 0.1 0.1\n\(line)\n".utf8), "0.txt")
            let images = try read(.yolo(at: pictures.folder))
            #expect(images.images.count == 2, "\(line)")
            #expect(images.skipped.contains { $0.url.lastPathComponent == "0.png" && $0.reason.contains("line 2") }, "\(line)")
            #expect(images.skipped.contains { $0.url.lastPathComponent == "9.txt" }, "\(line)")
        }
        try pictures.write(Data("nc: 3\n".utf8), "data.yaml")
        #expect(message(.yolo(at: pictures.folder)).contains("names no classes"))
    }
}
