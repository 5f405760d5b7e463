import CoreML
import CoreMLSpecification
import CoreVideo
import Foundation
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

@Suite(
    "Saliency",
    .enabled(
        if: ["saliency/Attention", "saliency/Objectness", "scene/Scene", "print/OpenFeaturePrint"].allSatisfy {
            ModelFolders.standard.locate("\($0).mlmodel") != nil
        },
        "needs the models of Models/saliency, Models/scene and Models/print"))
struct SaliencyRequestTests {
    private func picture(_ name: String) -> URL { Repository.file("Examples/Pictures/\(name).jpg") }

    private func attention(
        _ handler: VNImageRequestHandler, _ change: (VNRequest) -> Void = { _ in }
    ) throws -> VNSaliencyImageObservation {
        let request = VNGenerateAttentionBasedSaliencyImageRequest()
        change(request)
        try handler.perform([request])
        return try #require(request.results?.first)
    }

    private func objectness(_ handler: VNImageRequestHandler) throws -> VNSaliencyImageObservation {
        let request = VNGenerateObjectnessBasedSaliencyImageRequest()
        try handler.perform([request])
        return try #require(request.results?.first)
    }

    /// The numbers of a heat map, row by row from the top.
    private func cells(_ buffer: CVPixelBuffer) throws -> [Float] {
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent32Float)
        #expect(CVPixelBufferGetWidth(buffer) == 68 && CVPixelBufferGetHeight(buffer) == 68)
        return buffer.packedPlanes[0].withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
    }

    /// A red disc with a dark ring in it on gray ground.
    private func disc(x: Int, y: Int, radius: Int = 28, width: Int = 320, height: Int = 240) throws -> CGImage {
        try TestImages.image(width: width, height: height) { column, row in
            let distance = (column - x) * (column - x) + (row - y) * (row - y)
            guard distance <= radius * radius else { return TestImages.Color(150, 155, 150) }
            return distance * 4 <= radius * radius ? TestImages.Color(40, 10, 10) : TestImages.Color(220, 30, 20)
        }
    }

    @Test("A heat map has 68 × 68 cells from 0 to 1, whose largest is 1 nearly")
    func heatMap() throws {
        let handler = VNImageRequestHandler(url: picture("alp"))
        let looked = try cells(attention(handler).pixelBuffer)
        #expect(looked.allSatisfy { (0...1).contains($0) } && (looked.max() ?? 0) > 0.95 && (looked.min() ?? 1) < 0.1)
        #expect(try cells(objectness(handler).pixelBuffer).allSatisfy { (0...1).contains($0) })
    }

    @Test("People look at the one thing on plain ground, wherever it is", arguments: [(70, 70), (250, 80), (80, 180), (240, 170)])
    func pop(_ x: Int, _ y: Int) throws {
        let observation = try attention(VNImageRequestHandler(cgImage: disc(x: x, y: y)))
        let map = try cells(observation.pixelBuffer)
        let peak = try #require(map.indices.max { map[$0] < map[$1] })
        let (column, row) = ((Double(peak % 68) + 0.5) * 320 / 68, (Double(peak / 68) + 0.5) * 240 / 68)
        #expect(hypot(column - Double(x), row - Double(y)) < 32, "\(column), \(row)")
        let object = try #require(observation.salientObjects?.first)
        let center = CGPoint(x: CGFloat(x) / 320, y: 1 - CGFloat(y) / 240)
        #expect(object.boundingBox.contains(center) && object.boundingBox.width < 0.6 && object.boundingBox.height < 0.7)
        #expect(object.confidence > 0.25 && object.confidence <= 1)

        // The box is that of the cells of at least a quarter that touch the brightest one, or each other.
        var (group, waiting): (Set<Int>, [Int]) = ([], [peak])
        while let cell = waiting.popLast() {
            guard map[cell] >= 0.25, group.insert(cell).inserted else { continue }
            if cell % 68 > 0 { waiting.append(cell - 1) }
            if cell % 68 < 67 { waiting.append(cell + 1) }
            if cell >= 68 { waiting.append(cell - 68) }
            if cell < 67 * 68 { waiting.append(cell + 68) }
        }
        let (columns, rows) = (group.map { Double($0 % 68) }, group.map { Double($0 / 68) })
        let sides = [columns.min() ?? 0, 67 - (rows.max() ?? 0), (columns.max() ?? 0) + 1, 68 - (rows.min() ?? 0)].map { $0 / 68 }
        let box = object.boundingBox
        for (side, own) in zip(sides, [box.minX, box.minY, box.maxX, box.maxY]) { #expect(abs(side - own) < 1e-6, "\(sides) \(box)") }
    }

    @Test("Outside of the region of interest the heat map is 0, and boxes lie inside of it")
    func region() throws {
        let region = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        let observation = try attention(VNImageRequestHandler(cgImage: disc(x: 240, y: 60))) {
            ($0 as? VNImageBasedRequest)?.regionOfInterest = region
        }
        let map = try cells(observation.pixelBuffer)
        for y in 0..<68 {
            for x in 0..<68 where x < 33 || y > 34 { #expect(map[y * 68 + x] == 0) }
        }
        #expect((map.max() ?? 0) > 0.5)
        let box = try #require(observation.salientObjects?.first?.boundingBox)
        #expect(box.minX >= 0.5 && box.minY >= 0.5 && box.maxX < 1 + 1e-9 && box.maxY < 1 + 1e-9)
    }

    @Test("The Swift-only requests give the same maps and boxes, which come back from JSON")
    func swift() async throws {
        let image = try disc(x: 90, y: 100)
        let classic = try attention(VNImageRequestHandler(cgImage: image))
        let performed = try await GenerateAttentionBasedSaliencyImageRequest().perform(on: image)
        #expect(performed.heatMap.pixelBuffer.packedPlanes == classic.pixelBuffer.packedPlanes)
        #expect(performed.salientObjects.map(\.boundingBox.cgRect) == (classic.salientObjects ?? []).map(\.boundingBox))
        #expect(performed.originatingRequestDescriptor == .generateAttentionBasedSaliencyImageRequest(.revision2))
        #expect(try JSONDecoder().decode(SaliencyImageObservation.self, from: JSONEncoder().encode(performed)) == performed)
        #expect(SaliencyImageObservation(classic)?.salientObjects.count == performed.salientObjects.count)
        let objects = try await GenerateObjectnessBasedSaliencyImageRequest().perform(on: image)
        #expect(try objects.heatMap.pixelBuffer.packedPlanes == objectness(VNImageRequestHandler(cgImage: image)).pixelBuffer.packedPlanes)
        #expect(objects.heatMap.pixelBuffer.packedPlanes != performed.heatMap.pixelBuffer.packedPlanes)
    }

    @Test("Images of one pixel and of extreme shapes have a heat map", arguments: [(1, 1), (4000, 1), (1, 4000)])
    func odd(_ width: Int, _ height: Int) throws {
        let handler = VNImageRequestHandler(cgImage: try TestImages.plain([20, 200, 90], width: width, height: height))
        #expect(try cells(attention(handler).pixelBuffer).allSatisfy(\.isFinite))
        #expect(try cells(objectness(handler).pixelBuffer).allSatisfy(\.isFinite))
    }

    /// Why a changed copy of a saliency model cannot be used, beside the network that it reads.
    private func failure(_ kind: SaliencyKind, _ change: (inout Specification.Model) -> Void) throws -> VisionFailure? {
        let folder = try TemporaryFolder()
        return try withExtendedLifetime(folder) {
            let (file, trunk) = kind == .attention ? ("Attention", "print/OpenFeaturePrint") : ("Objectness", "scene/Scene")
            let large = try #require(ModelFolders.standard.locate("\(trunk).mlmodel"))
            try FileManager.default.createSymbolicLink(at: folder.file(large.lastPathComponent), withDestinationURL: large)
            var model = try ModelPackage(contentsOf: #require(ModelFolders.standard.locate("saliency/\(file).mlmodel"))).model
            change(&model)
            try Data(model.encoded()).write(to: folder.file("\(file).mlmodel"))
            try FileManager.default.copyItem(at: Repository.file("Models/catalog.json"), to: folder.file("catalog.json"))
            let store = ModelStore(ModelFolders([folder.url]))
            return #expect(throws: VisionFailure.self) { try store.readOut(kind.rawValue, for: "a test", usesCPUOnly: true) }
        }
    }

    @Test("A model that reads another network's maps is an error that says so", arguments: [SaliencyKind.attention, .objectness])
    func otherNetwork(_ kind: SaliencyKind) throws {
        let key = "osprey.readOut.featurePrint.version"
        let number = kind == .attention ? "1077" : "77"
        let version = try failure(kind) { $0.description?.metadata?.userDefined[key] = number }
        #expect(version?.kind == .invalidModel && version?.reason.contains(number) == true)
        for unclear in ["four", nil] {
            let failure = try failure(kind) { $0.description?.metadata?.userDefined[key] = unclear }
            #expect(failure?.kind == .invalidModel && failure?.reason.contains(key) == true)
        }
        let map = try failure(kind) { $0.description?.input[0].name = "stage9" }
        #expect(map?.kind == .invalidModel && map?.reason.contains("stage9") == true)
        let empty = ModelStore(ModelFolders([URL(fileURLWithPath: "/no/such/folder")]))
        let missing = #expect(throws: VisionFailure.self) { try empty.readOut(kind.rawValue, for: "a test", usesCPUOnly: true) }
        #expect(missing?.kind == .dataUnavailable && missing?.reason.contains("osprey model get \(kind.rawValue)") == true)
    }

    @Test("A model without the print that it reads says how to get the print")
    func missingPrint() throws {
        let folder = try TemporaryFolder()
        try withExtendedLifetime(folder) {
            let model = try #require(ModelFolders.standard.locate("saliency/Attention.mlmodel"))
            try FileManager.default.createSymbolicLink(at: folder.file("Attention.mlmodel"), withDestinationURL: model)
            try FileManager.default.copyItem(at: Repository.file("Models/catalog.json"), to: folder.file("catalog.json"))
            let store = ModelStore(ModelFolders([folder.url]))
            let missing = #expect(throws: VisionFailure.self) { try store.readOut("attention", for: "a test", usesCPUOnly: true) }
            #expect(missing?.kind == .dataUnavailable && missing?.reason.contains("osprey model get openFeaturePrint") == true)
        }
    }
}
