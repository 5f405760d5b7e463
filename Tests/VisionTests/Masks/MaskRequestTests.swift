import CoreMLSpecification
import CoreVideo
import Foundation
import ImageIO
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

@Suite("Masks")
struct MaskRequestTests {
    private typealias Color = TestImages.Color
    private static let (black, white) = (Color(0, 0, 0), Color(255, 255, 255))
    private static let (red, green, blue) = (Color(255, 0, 0), Color(0, 255, 0), Color(0, 0, 255))

    /// The right half is white.
    private func halves(width: Int, height: Int) throws -> CGImage {
        try TestImages.image(width: width, height: height) { x, _ in 2 * x < width ? Self.black : Self.white }
    }

    /// Cells of `size` × `size` pixels, 16 × 8 of them: two objects, green in the columns 2 to 5 and rows 1 to 4, and blue in 10 to 15 and 4 to 7.
    private func objects(size: Int) throws -> CGImage {
        try TestImages.image(width: 16 * size, height: 8 * size) { x, y in
            if (2..<6).contains(x / size), (1..<5).contains(y / size) { return Self.green }
            return x / size >= 10 && y / size >= 4 ? Self.blue : Self.red
        }
    }

    private func numbers(_ buffer: CVPixelBuffer) -> [[Float]] {
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let data = buffer.packedPlanes[0]
        return (0..<height).map { y in
            (0..<width).map { x in
                data.withUnsafeBytes { bytes in
                    switch CVPixelBufferGetPixelFormatType(buffer) {
                    case kCVPixelFormatType_OneComponent32Float:
                        bytes.loadUnaligned(fromByteOffset: 4 * (y * width + x), as: Float.self)
                    case kCVPixelFormatType_OneComponent16Half:
                        Float(bytes.loadUnaligned(fromByteOffset: 2 * (y * width + x), as: Float16.self))
                    default: Float(bytes[y * width + x])
                    }
                }
            }
        }
    }

    private func person(
        _ image: CGImage, _ folder: ModelFolder, _ change: (VNGeneratePersonSegmentationRequest) -> Void = { _ in }
    ) throws -> CVPixelBuffer {
        let request = VNGeneratePersonSegmentationRequest()
        change(request)
        try folder.perform([request], VNImageRequestHandler(cgImage: image))
        return try #require(request.results?.first?.pixelBuffer)
    }

    private func grayModel() throws -> ModelFolder {
        try ModelFolder(["personSegmentation": TestModels.maps(width: 16, height: 8, colors: .grayscale)])
    }

    @Test(
        "A mask of people has the format that was asked for, 0 to 255 or 0 to 1",
        arguments: [
            kCVPixelFormatType_OneComponent8, kCVPixelFormatType_OneComponent16Half, kCVPixelFormatType_OneComponent32Float,
        ])
    func formats(_ format: OSType) throws {
        let mask = try person(halves(width: 16, height: 8), grayModel()) { $0.outputPixelFormat = format }
        #expect(CVPixelBufferGetPixelFormatType(mask) == format)
        let most: Float = format == kCVPixelFormatType_OneComponent8 ? 255 : 1
        #expect(numbers(mask).allSatisfy { $0 == [Float](repeating: 0, count: 8) + [Float](repeating: most, count: 8) })
        let supported = try VNGeneratePersonSegmentationRequest().supportedOutputPixelFormats().map(\.uint32Value)
        #expect(supported.contains(format))
    }

    @Test("A format that masks cannot have is an error")
    func wrongFormat() throws {
        let folder = try grayModel()
        let image = try halves(width: 16, height: 8)
        #expect(thrownCode { _ = try person(image, folder) { $0.outputPixelFormat = kCVPixelFormatType_32BGRA } } == .invalidFormat)
    }

    @Test(
        "The quality level says how fine the mask is, and no mask is finer than its image",
        arguments: [
            (VNGeneratePersonSegmentationRequest.QualityLevel.accurate, 600, 300), (.balanced, 512, 256), (.fast, 256, 128),
        ])
    func levels(_ level: VNGeneratePersonSegmentationRequest.QualityLevel, _ width: Int, _ height: Int) throws {
        let mask = try person(halves(width: 600, height: 300), grayModel()) { $0.qualityLevel = level }
        #expect(CVPixelBufferGetWidth(mask) == width && CVPixelBufferGetHeight(mask) == height)
        let row = numbers(mask)[height / 2]
        #expect(row[width / 4] == 0 && row[3 * width / 4] == 255)
    }

    @Test("A mask lies over the whole image, and is 0 outside of the region of interest")
    func region() throws {
        let white = try TestImages.plain(Self.white, width: 16, height: 8)
        let mask = try person(white, grayModel()) { $0.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.25, height: 0.5) }
        let inside = (8..<12)
        for (y, row) in numbers(mask).enumerated() {
            for (x, value) in row.enumerated() where !inside.contains(x) || y >= 4 { #expect(value == 0, "\(x), \(y)") }
            if y < 3 { #expect(row[9] == 255 && row[10] == 255) }
        }
        // Also of a mask that is finer than the model's map.
        let large = try TestImages.plain(Self.white, width: 160, height: 80)
        let fine = try person(large, grayModel()) { $0.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.25, height: 0.5) }
        for (y, row) in numbers(fine).enumerated() {
            for (x, value) in row.enumerated() where !(80..<120).contains(x) || y >= 40 { #expect(value == 0, "\(x), \(y)") }
            if y < 30 { #expect(row[95] == 255 && row[105] == 255) }
        }
    }

    @Test("Of two maps the first is the background's, and black bars around the image do not count")
    func bars() throws {
        // A square model sees the image between two black bars, where the background's map, red, says that there is no background.
        let folder = try ModelFolder(
            ["personSegmentation": TestModels.maps(width: 16, height: 16, colors: .rgb)], cropAndScale: "scaleFit")
        let image = try TestImages.image(width: 16, height: 8) { x, _ in x < 8 ? Self.red : Self.green }
        let mask = try person(image, folder)
        #expect(CVPixelBufferGetWidth(mask) == 16 && CVPixelBufferGetHeight(mask) == 8)
        #expect(numbers(mask).allSatisfy { $0 == [Float](repeating: 0, count: 8) + [Float](repeating: 255, count: 8) })
    }

    @Test(
        "Where a mask is finer than the model's map, its edges are those of the image", arguments: [CGImagePropertyOrientation.up, .right])
    func edges(_ orientation: CGImagePropertyOrientation) throws {
        // An edge in the middle of a cell of 16 pixels, which the map alone would spread over 32. Turned, the last row is on the left.
        let image =
            orientation == .up
            ? try TestImages.image(width: 256, height: 128) { x, _ in x < 136 ? Self.black : Self.white }
            : try TestImages.image(width: 128, height: 256) { _, y in y >= 120 ? Self.black : Self.white }
        let request = VNGeneratePersonSegmentationRequest()
        try grayModel().perform([request], VNImageRequestHandler(cgImage: image, orientation: orientation))
        for row in numbers(try #require(request.results?.first?.pixelBuffer)) {
            #expect(row[..<132].allSatisfy { $0 < 64 } && row[140...].allSatisfy { $0 > 191 }, "\(row[120..<152])")
        }
    }

    @Test("A mask that is scaled to a large photo has the photo's edges, though a model looks at a small copy")
    func scaledToFile() throws {
        let image = try TestImages.image(width: 2048, height: 1024) { x, _ in x < 1060 ? Self.black : Self.white }
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, image, nil)
        #expect(CGImageDestinationFinalize(destination))
        let handler = VNImageRequestHandler(data: Data(referencing: data))
        let observation = try #require(try instances(handler, false))
        let scaled = numbers(try observation.generateScaledMaskForImage(forInstances: [1], from: handler))[512]
        #expect(scaled[..<1054].allSatisfy { $0 < 0.25 } && scaled[1066...].allSatisfy { $0 > 0.75 }, "\(scaled[1040..<1080])")
    }

    @Test("In a small region the map is as fine as the model's")
    func fineRegion() throws {
        // The model sees 64 pixels in 16 cells; the whole image has 1024 pixels. A stripe is two cells wide.
        let image = try TestImages.image(width: 1024, height: 512) { x, _ in (536..<544).contains(x) ? Self.white : Self.black }
        let mask = try person(image, grayModel()) {
            $0.qualityLevel = .fast
            $0.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.0625, height: 0.0625)
        }
        // A mask of 256 pixels: the stripe is at 134 and 135.
        let row = numbers(mask)[60]
        #expect(row[134] > 200 && row[135] > 200 && row[130] < 30 && row[139] < 30, "\(row[126..<146])")
    }

    @Test("Of several outputs the one that is named after the subject counts")
    func namedOutputs() throws {
        // On white one says 0.75, the other 0.25.
        let model = TestModels.scores(side: 8, [("foreground", 0.25, 0), ("person", 0.75, 0)])
        let folder = try ModelFolder(["personSegmentation": model, "foregroundInstances": model, "personInstances": model])
        let white = try TestImages.plain(Self.white, width: 16, height: 8)
        #expect(numbers(try person(white, folder)) == [[Float]](repeating: [Float](repeating: 191, count: 16), count: 8))
        let requests = [VNGeneratePersonInstanceMaskRequest(), VNGenerateForegroundInstanceMaskRequest()]
        try folder.perform(requests, VNImageRequestHandler(cgImage: white))
        #expect(requests.map { $0.results?.count } == [1, 0])
        let other = try ModelFolder(["personSegmentation": TestModels.scores(side: 8, [("first", 1, 0), ("second", 1, 0)])])
        #expect(thrownCode { _ = try person(white, other) } == .invalidModel)
    }

    @Test("Frames that follow each other too soon have no mask")
    func spacing() throws {
        let request = VNGeneratePersonSegmentationRequest(frameAnalysisSpacing: CMTime(value: 1, timescale: 2))
        let folder = try grayModel()
        let handler = VNSequenceRequestHandler()
        var counts: [Int] = []
        for time in [0, 2, 4, 5, 9] {
            let buffer = try CVPixelBuffer.make(width: 16, height: 8, pixelFormatType: kCVPixelFormatType_32BGRA)
            let sample = try CMSampleBuffer(
                imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
                sampleTiming: CMSampleTimingInfo(
                    duration: CMTime(value: 1, timescale: 10), presentationTimeStamp: CMTime(value: CMTimeValue(time), timescale: 10),
                    decodeTimeStamp: .invalid))
            try ModelStore.$current.withValue(folder.store) { try handler.perform([request], on: sample) }
            counts.append(request.results?.count ?? -1)
        }
        #expect(counts == [1, 0, 0, 1, 0])
    }

    @Test("Without a model the error names it and the command that gets it; for a wrong model the error says why")
    func missing() throws {
        let image = try halves(width: 16, height: 8)
        let empty = try ModelFolder([:])
        do {
            _ = try person(image, empty)
            Issue.record("found a model in an empty folder")
        } catch {
            #expect(visionCode(error) == .dataUnavailable)
            #expect(error.localizedDescription.contains("osprey model get personSegmentation"))
        }
        let classifier = try ModelFolder(["personSegmentation": TestModels.meanColor(side: 8)])
        #expect(thrownCode { _ = try person(image, classifier) } == .invalidModel)
        for name in ["personInstances", "foregroundInstances"] {
            let request: VNRequest =
                name == "personInstances" ? VNGeneratePersonInstanceMaskRequest() : VNGenerateForegroundInstanceMaskRequest()
            let error = #expect(throws: NSError.self) { try empty.perform([request], VNImageRequestHandler(cgImage: image)) }
            #expect(error?.localizedDescription.contains("osprey model get \(name)") == true)
        }
    }

    private func instances(_ handler: VNImageRequestHandler, _ colors: Bool = true) throws -> VNInstanceMaskObservation? {
        let folder = try ModelFolder([
            "foregroundInstances": TestModels.maps(width: 16, height: 8, colors: colors ? .rgb : .grayscale)
        ])
        let request = VNGenerateForegroundInstanceMaskRequest()
        try folder.perform([request], handler)
        return request.results?.first
    }

    @Test("Each map but the background's is an instance, whose pixels have its number")
    func maps() throws {
        let observation = try #require(try instances(VNImageRequestHandler(cgImage: objects(size: 10))))
        #expect(observation.allInstances == IndexSet([1, 2]) && observation.confidence == 1)
        let labels = numbers(observation.instanceMask)
        for y in 0..<8 {
            for x in 0..<16 {
                let expected: Float = (2..<6).contains(x) && (1..<5).contains(y) ? 1 : x >= 10 && y >= 4 ? 2 : 0
                #expect(labels[y][x] == expected, "\(x), \(y)")
            }
        }
        let second = numbers(try observation.generateMask(forInstances: [2]))
        #expect(second[7][15] == 1 && second[2][3] == 0 && second[0][0] == 0)
        #expect(numbers(try observation.generateMask(forInstances: [1, 2]))[2][3] == 1)
        #expect(thrownCode { _ = try observation.generateMask(forInstances: [1, 3]) } == .invalidArgument)
        #expect(thrownCode { _ = try observation.generateMask(forInstances: []) } == .invalidArgument)
    }

    @Test("A masked image is the image itself inside, and transparent outside; cropped it is as large as its objects")
    func maskedImage() throws {
        let handler = VNImageRequestHandler(cgImage: try objects(size: 10))
        let observation = try #require(try instances(handler))
        let whole = try observation.generateMaskedImage(ofInstances: [1], from: handler, croppedToInstancesExtent: false)
        #expect(CVPixelBufferGetWidth(whole) == 160 && CVPixelBufferGetHeight(whole) == 80)
        let pixels = whole.packedPlanes[0]
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { [UInt8](pixels[4 * (y * 160 + x)..<4 * (y * 160 + x) + 4]) }
        #expect(pixel(40, 30) == [0, 255, 0, 255] && pixel(130, 60) == [0, 0, 0, 0] && pixel(5, 5) == [0, 0, 0, 0])
        let cropped = try observation.generateMaskedImage(ofInstances: [2], from: handler, croppedToInstancesExtent: true)
        #expect(CVPixelBufferGetWidth(cropped) == 60 && CVPixelBufferGetHeight(cropped) == 40)
        let middle = 4 * (30 * 60 + 30)
        #expect([UInt8](cropped.packedPlanes[0][middle..<middle + 4]) == [255, 0, 0, 255])
        let scaled = try observation.generateScaledMaskForImage(forInstances: [2], from: handler)
        #expect(CVPixelBufferGetWidth(scaled) == 160 && CVPixelBufferGetHeight(scaled) == 80)
        #expect(numbers(scaled)[60][130] == 1 && numbers(scaled)[10][10] == 0)
        #expect(
            thrownCode { _ = try observation.generateMaskedImage(ofInstances: [9], from: handler, croppedToInstancesExtent: true) }
                == .invalidArgument)
    }

    @Test("The connected parts of one map are instances, the largest first; an image without any has no observation")
    func parts() throws {
        let image = try TestImages.image(width: 16, height: 8) { x, y in
            (x < 2 && y < 2) || (x >= 8 && y >= 3) ? Self.white : Self.black
        }
        let observation = try #require(try instances(VNImageRequestHandler(cgImage: image), false))
        #expect(observation.allInstances == IndexSet([1, 2]))
        let labels = numbers(observation.instanceMask)
        #expect(labels[7][15] == 1 && labels[0][0] == 2 && labels[4][4] == 0)
        #expect(try instances(VNImageRequestHandler(cgImage: TestImages.plain(Self.black, width: 16, height: 8)), false) == nil)
    }

    @Test("Masks of instances come back from archives")
    func archives() throws {
        let observation = try #require(try instances(VNImageRequestHandler(cgImage: objects(size: 2))))
        let data = try NSKeyedArchiver.archivedData(withRootObject: observation, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNInstanceMaskObservation.self, from: data))
        #expect(copy == observation && copy.allInstances == observation.allInstances)
        #expect(copy.instanceMask.packedPlanes == observation.instanceMask.packedPlanes)
        let swift = try #require(InstanceMaskObservation(observation))
        let twin = try JSONDecoder().decode(InstanceMaskObservation.self, from: JSONEncoder().encode(swift))
        #expect(twin == swift && twin.allInstances == swift.allInstances)
        let broken = try #require(String(data: JSONEncoder().encode(swift), encoding: .utf8)).replacingOccurrences(
            of: "\"width\":16", with: "\"width\":17")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(InstanceMaskObservation.self, from: Data(broken.utf8)) }
    }

    @Test("The Swift-only requests give the same masks")
    func swift() async throws {
        let image = try objects(size: 10)
        let folder = try ModelFolder([
            "foregroundInstances": TestModels.maps(width: 16, height: 8, colors: .rgb),
            "personInstances": TestModels.maps(width: 16, height: 8, colors: .rgb),
            "personSegmentation": TestModels.maps(width: 16, height: 8, colors: .grayscale),
        ])
        let request = GenerateForegroundInstanceMaskRequest()
        let handler = ImageRequestHandler(image)
        let observation = try #require(try await ModelStore.$current.withValue(folder.store) { try await handler.perform(request) })
        let classic = try #require(try instances(VNImageRequestHandler(cgImage: image)))
        #expect(observation.allInstances == classic.allInstances)
        #expect(observation.allInstancesMask.pixelBuffer.packedPlanes == classic.instanceMask.packedPlanes)
        #expect(observation.instanceAtPoint(NormalizedPoint(x: 0.9, y: 0.1)) == [2])
        #expect(observation.instanceAtPoint(NormalizedPoint(x: 0.25, y: 0.75)) == [1])
        #expect(observation.instanceAtPoint(NormalizedPoint(x: 0.9, y: 0.9)).isEmpty)
        #expect(observation.instanceAtPoint(NormalizedPoint(x: 2, y: 0.1)).isEmpty)
        let picture = try observation.generateMaskedImage(for: [2], imageFrom: handler, croppedToInstancesExtent: true)
        #expect(CVPixelBufferGetWidth(picture) == 60 && CVPixelBufferGetHeight(picture) == 40)
        #expect(CVPixelBufferGetWidth(try observation.generateScaledMask(for: [1], scaledToImageFrom: handler)) == 160)
        #expect(throws: VisionError.self) { try observation.generateMask(for: [7]) }
        let people = try await ModelStore.$current.withValue(folder.store) {
            try await GeneratePersonInstanceMaskRequest().perform(on: image)
        }
        #expect(people?.allInstances == [1, 2])
        let segmentation = GeneratePersonSegmentationRequest()
        segmentation.outputPixelFormatType = kCVPixelFormatType_OneComponent32Float
        let white = try halves(width: 16, height: 8)
        let mask = try await ModelStore.$current.withValue(folder.store) { try await segmentation.perform(on: white) }
        #expect(mask.pixel(at: NormalizedPoint(x: 0.9, y: 0.5)) == 1 && mask.pixel(at: NormalizedPoint(x: 0.1, y: 0.5)) == 0)
        let empty = try ModelFolder([:])
        await #expect(throws: VisionError.self) {
            try await ModelStore.$current.withValue(empty.store) { try await GeneratePersonInstanceMaskRequest().perform(on: image) }
        }
    }

    @Test(
        "A model that was trained to find people works as it is",
        .enabled(
            if: SharedData.has("models/people_segmentation_8bit.mlmodel") && SharedData.has("people/plain"),
            "needs ../shared/data/models/people_segmentation_8bit.mlmodel and ../shared/data/people/plain"))
    func people() throws {
        let url = SharedData.url("models/people_segmentation_8bit.mlmodel")
        let folder = try ModelFolder(["personSegmentation": ModelPackage(contentsOf: url).model])
        let photo = try #require(SharedData.files(in: "people/plain").first { $0.pathExtension == "jpg" })
        let request = VNGeneratePersonSegmentationRequest()
        request.qualityLevel = .fast
        try folder.perform([request], VNImageRequestHandler(url: photo))
        let mask = numbers(try #require(request.results?.first?.pixelBuffer)).flatMap(\.self)
        let sure = mask.filter { $0 > 200 || $0 < 55 }.count
        let share = Double(mask.filter { $0 > 127 }.count) / Double(mask.count)
        #expect(share > 0.02 && share < 0.8 && Double(sure) > 0.8 * Double(mask.count), "\(share)")
    }
}
