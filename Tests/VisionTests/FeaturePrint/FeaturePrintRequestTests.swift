import CoreImage
import CoreML
import CoreMLRuntime
import Foundation
import OspreyExtras
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

@Suite(
    "Feature prints",
    .enabled(if: ModelFolders.standard.locate("scene/Scene.mlmodel") != nil, "needs Models/scene/Scene.mlmodel"))
struct FeaturePrintRequestTests {
    private static let pictures = ["alp", "fence", "keyboard", "seashore"]

    private func picture(_ name: String) -> URL { Repository.file("Examples/Pictures/\(name).jpg") }

    private func print(
        _ handler: VNImageRequestHandler, _ change: (VNGenerateImageFeaturePrintRequest) -> Void = { _ in }
    ) throws -> VNFeaturePrintObservation {
        let request = VNGenerateImageFeaturePrintRequest()
        change(request)
        try handler.perform([request])
        return try #require(request.results?.first)
    }

    private func distance(_ first: VNFeaturePrintObservation, _ second: VNFeaturePrintObservation) throws -> Float {
        var distance: Float = -1
        try first.computeDistance(&distance, to: second)
        return distance
    }

    @Test("A picture has the distance 0 to itself, a small one to a resized copy, and a larger one to every other picture")
    func distances() throws {
        let prints = try Self.pictures.map { try print(VNImageRequestHandler(url: picture($0))) }
        for (index, name) in Self.pictures.enumerated() {
            #expect(try distance(prints[index], prints[index]) == 0)
            let source = try #require(CGImageSourceCreateWithURL(picture(name) as CFURL, nil))
            let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
            let (width, height) = (image.width * 3 / 5, image.height * 3 / 5)
            let context = try #require(
                CGContext(
                    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
            context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
            let copy = try #require(context.makeImage())
            let resized = try distance(prints[index], print(VNImageRequestHandler(cgImage: copy)))
            let others = try prints.indices.filter { $0 != index }.map { try distance(prints[index], prints[$0]) }
            let nearest = try #require(others.min())
            #expect(resized > 0 && resized < nearest / 2, "\(name): \(resized) and \(others)")
            #expect(others.allSatisfy { $0 <= Float(2).squareRoot() })
        }
    }

    @Test("Revision 2 is revision 1 scaled to length 1, and prints of the two have no distance")
    func revisions() throws {
        let handler = VNImageRequestHandler(url: picture("fence"))
        let plain = try print(handler) { $0.revision = VNGenerateImageFeaturePrintRequestRevision1 }
        let scaled = try print(handler)
        #expect(plain.requestRevision == 1 && scaled.requestRevision == 2)
        let (elements, unit) = (FeatureVector(plain.data).elements, FeatureVector(scaled.data).elements)
        let length = elements.reduce(0) { $0 + $1 * $1 }.squareRoot()
        #expect(length > 2 && zip(elements, unit).allSatisfy { abs($0 / length - $1) < 1e-5 })
        var distance: Float = 7
        #expect(thrownCode { try plain.computeDistance(&distance, to: scaled) } == .invalidArgument)
        #expect(distance == 7)
    }

    @Test(
        "Osprey's own networks give other vectors of length 1, which a request has only if they are set",
        .enabled(
            if: PrintNetwork.allCases.allSatisfy { ModelFolders.standard.locate($0.file) != nil },
            "needs Models/scene/Scene.mlmodel and Models/print/OpenFeaturePrint.mlmodel"),
        arguments: FeaturePrintNetwork.allCases)
    func ownNetworks(_ network: FeaturePrintNetwork) async throws {
        let revision = network.revision
        #expect(VNGenerateImageFeaturePrintRequest.supportedRevisions == IndexSet(1...2) && revision > 1_000_000)
        #expect(VNGenerateImageFeaturePrintRequest.currentRevision == 2 && GenerateImageFeaturePrintRequest.supportedRevisions.count == 1)
        func described(_ name: String) throws -> VNFeaturePrintObservation {
            try print(VNImageRequestHandler(url: picture(name))) { $0.revision = revision }
        }
        let (fence, alp) = (try described("fence"), try described("alp"))
        let elements = FeatureVector(fence.data).elements
        #expect(fence.requestRevision == revision && elements.count > 100 && abs(elements.reduce(0) { $0 + $1 * $1 } - 1) < 1e-4)
        #expect(try distance(fence, fence) == 0)
        #expect(try distance(fence, alp) > 0.2)
        let classic = try print(VNImageRequestHandler(url: picture("fence")))
        var distance: Float = 7
        #expect(thrownCode { try fence.computeDistance(&distance, to: classic) } == .invalidArgument)
        let modern = try await GenerateImageFeaturePrintRequest(network: network).perform(on: picture("fence"))
        #expect(modern.data == fence.data && modern.originatingRequestDescriptor == .generateImageFeaturePrintRequest(.revision2))
        let modernClassic = try await GenerateImageFeaturePrintRequest().perform(on: picture("fence"))
        #expect(modernClassic.data == classic.data && modernClassic.data != modern.data)
        #expect(throws: VisionError.self) { try modern.distance(to: modernClassic) }
        #expect(throws: VisionError.self) { try FeaturePrintObservation(fence).distance(to: FeaturePrintObservation(classic)) }
        let copy = try JSONDecoder().decode(FeaturePrintObservation.self, from: JSONEncoder().encode(FeaturePrintObservation(fence)))
        #expect(try copy.distance(to: modern) == 0)
        #expect(throws: VisionError.self) { try copy.distance(to: modernClassic) }
    }

    @Test("Revisions 3 and 4 are refused: they are Apple's to give")
    func furtherRevisions() throws {
        for revision in [3, 4, 5, 1_000_000, 1_000_002, 1_000_005] {
            let request = VNGenerateImageFeaturePrintRequest()
            request.revision = revision
            #expect(thrownCode { try VNImageRequestHandler(url: picture("fence")).perform([request]) } == .unsupportedRevision)
        }
    }

    @Test("In files of older versions, 3 and 4 are the numbers of Osprey's own networks")
    func olderFiles() throws {
        for (short, network) in [(3, FeaturePrintNetwork.open), (4, .reduced)] {
            let older = VNFeaturePrintObservation(VNObservation.Origin(revision: short), FeatureVector([1, 0]))
            let archive = try NSKeyedArchiver.archivedData(withRootObject: older, requiringSecureCoding: true)
            let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNFeaturePrintObservation.self, from: archive))
            let newer = VNFeaturePrintObservation(VNObservation.Origin(revision: network.revision), FeatureVector([0, 0]))
            #expect(copy.requestRevision == network.revision)
            #expect(try distance(copy, newer) == 1)
            let text = String(decoding: try JSONEncoder().encode(FeaturePrintObservation(older)), as: UTF8.self)
            #expect(text.contains("\"revision\":\(short)"))
            let read = try JSONDecoder().decode(FeaturePrintObservation.self, from: Data(text.utf8))
            #expect(try read.distance(to: FeaturePrintObservation(newer)) == 1)
            let name = try JSONDecoder().decode(
                GenerateImageFeaturePrintRequest.Revision.self, from: Data(#"{"revision\#(short)": {}}"#.utf8))
            #expect(name == .revision2)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(GenerateImageFeaturePrintRequest.Revision.self, from: Data(#"{"revision5": {}}"#.utf8))
        }
        let descriptor = RequestDescriptor.generateImageFeaturePrintRequest(.revision2)
        #expect(try JSONDecoder().decode(RequestDescriptor.self, from: JSONEncoder().encode(descriptor)) == descriptor)
    }

    @Test("An observation gives the type, count and bytes of its data")
    func data() throws {
        let observation = try print(VNImageRequestHandler(url: picture("alp")))
        #expect(observation.elementType == .float && observation.elementCount > 100 && observation.confidence == 1)
        #expect(observation.data.count == observation.elementCount * VNElementTypeSize(observation.elementType))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: observation, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNFeaturePrintObservation.self, from: archive))
        #expect(copy == observation && copy.data == observation.data)
        #expect(try distance(copy, observation) == 0)
    }

    @Test("Prints of different lengths have no distance")
    func lengths() throws {
        let long = VNFeaturePrintObservation(VNObservation.Origin(), FeatureVector([1, 2, 3]))
        let short = VNFeaturePrintObservation(VNObservation.Origin(), FeatureVector([1, 2]))
        let far = VNFeaturePrintObservation(VNObservation.Origin(), FeatureVector([1, 5, 7]))
        #expect(try distance(long, far) == 5)
        #expect(thrownCode { _ = try distance(long, short) } == .invalidArgument)
        #expect(throws: VisionError.self) { try FeaturePrintObservation(long).distance(to: FeaturePrintObservation(short)) }
        #expect(try FeaturePrintObservation(long).distance(to: FeaturePrintObservation(far)) == 5)
    }

    @Test("The region of interest and the way of scaling choose the part that is described")
    func region() throws {
        let url = picture("keyboard")
        let image = try #require(CIImage(contentsOf: url))
        let (width, height) = (image.extent.width, image.extent.height)
        let handler = VNImageRequestHandler(ciImage: image)
        let part = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        let seen = try print(handler) { $0.regionOfInterest = part }
        let box = CGRect(x: part.minX * width, y: part.minY * height, width: part.width * width, height: part.height * height)
        let cropped = try print(VNImageRequestHandler(ciImage: image.cropped(to: box)))
        let whole = try print(handler)
        #expect(try distance(seen, cropped) < 0.02)
        #expect(try distance(seen, whole) > 0.1)
        let center = try print(handler) { $0.imageCropAndScaleOption = .centerCrop }
        #expect(try distance(center, whole) > 0.01)
        #expect(
            thrownCode { _ = try print(handler) { $0.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 1, height: 1) } } == .invalidArgument)
    }

    @Test("The Swift-only request gives the same vector, which comes back from JSON")
    func swift() async throws {
        let performed = try await GenerateImageFeaturePrintRequest().perform(on: picture("seashore"))
        let classic = try print(VNImageRequestHandler(url: picture("seashore")))
        #expect(performed.data == classic.data && performed.elementCount == classic.elementCount && performed.elementType == .float)
        #expect(performed.originatingRequestDescriptor == .generateImageFeaturePrintRequest(.revision2))
        #expect(try performed.distance(to: FeaturePrintObservation(classic)) == 0)
        #expect(try JSONDecoder().decode(FeaturePrintObservation.self, from: JSONEncoder().encode(performed)) == performed)
    }

    @Test("Images of one pixel and of extreme shapes have a print", arguments: [(1, 1), (3000, 1), (1, 3000)])
    func odd(_ width: Int, _ height: Int) throws {
        let observation = try print(VNImageRequestHandler(cgImage: try TestImages.plain([200, 10, 60], width: width, height: height)))
        #expect(FeatureVector(observation.data).elements.allSatisfy { $0.isFinite })
    }
}
