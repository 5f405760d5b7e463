import CoreGraphics
import Foundation
import Locks
import TestSupport
import Testing
import Vision
import VisionRuntime

@Suite("Text recognition")
struct RecognizeTextTests {
    @Test(
        "Lines are read from the top down, at both levels",
        arguments: [VNRequestTextRecognitionLevel.accurate, .fast], [true, false])
    func lines(_ level: VNRequestTextRecognitionLevel, _ corrects: Bool) throws {
        let picture = try TextPicture.named("note")
        let found = try picture.read {
            $0.recognitionLevel = level
            $0.usesLanguageCorrection = corrects
        }
        #expect(found.strings == picture.lines.map(\.string))
        for observation in found {
            #expect(observation.confidence > 0.7 && observation.confidence <= 1 && observation.requestRevision == 3)
            #expect(observation.topCandidates(1).first?.confidence == observation.confidence)
        }
    }

    @Test("Words are where they were drawn, up to a fraction of their height and length", arguments: ["note", "turned"])
    func words(_ name: String) throws {
        let picture = try TextPicture.named(name)
        let found = try picture.read()
        #expect(found.strings == picture.lines.map(\.string))
        for (observation, line) in zip(found, picture.lines) {
            let text = try #require(observation.topCandidates(1).first)
            let words = text.string.split(separator: " ")
            for (word, box) in zip(words, line.words) {
                let place = try #require(try text.boundingBox(for: word.startIndex..<word.endIndex))
                let middle = (
                    x: Double(place.topLeft.x + place.bottomRight.x) / 2 * picture.width,
                    y: (1 - Double(place.topLeft.y + place.bottomRight.y) / 2) * picture.height
                )
                #expect(hypot(middle.x - (box[0] + box[2]) / 2, middle.y - (box[1] + box[3]) / 2) < (box[3] - box[1]) / 8, "\(word)")
                let side = CGVector(
                    dx: Double(place.topRight.x - place.topLeft.x) * picture.width,
                    dy: Double(place.topRight.y - place.topLeft.y) * picture.height)
                // A drawn box has the spaces that belong to its outer letters; a found box is of ink.
                let tolerance = max((box[2] - box[0]) / 10, (box[3] - box[1]) / 6)
                #expect(abs(hypot(side.dx, side.dy) - (box[2] - box[0])) < tolerance, "\(word)")
                #expect(abs(atan2(side.dy, side.dx) * 180 / .pi - picture.turn) < 2, "\(word)")
            }
        }
    }

    @Test("A range has a box as long as the string has it")
    func ranges() throws {
        let text = try #require(try TextPicture.named("note").read().first?.topCandidates(1).first)
        let string = text.string
        let whole = try #require(try text.boundingBox(for: string.startIndex..<string.endIndex)).boundingBox
        var last: CGFloat = 0
        for index in string.indices where string[index] != " " {
            let box = try #require(try text.boundingBox(for: index..<string.index(after: index))).boundingBox
            #expect(box.midX > last && box.minX > whole.minX - 1e-6 && box.maxX < whole.maxX + 1e-6)
            #expect(box.minY > whole.minY - 1e-6 && box.maxY < whole.maxY + 1e-6)
            last = box.midX
        }
        #expect(try text.boundingBox(for: string.startIndex..<string.startIndex) == nil)
        let longer = string + " and more"
        #expect(thrownCode { _ = try text.boundingBox(for: longer.startIndex..<longer.endIndex) } == .outOfBoundsError)
    }

    @Test("Lines of small print are read however long they are", arguments: [VNRequestTextRecognitionLevel.accurate, .fast])
    func smallPrint(_ level: VNRequestTextRecognitionLevel) throws {
        let picture = try TextPicture.named("print")
        let found = try picture.read { $0.recognitionLevel = level }
        #expect(found.count == picture.lines.count)
        // An "l" beside another may be lost, in one of 300 letters at most.
        let differences = zip(found.strings, picture.lines).flatMap { Array($0).difference(from: Array($1.string)) }
        #expect(differences.count * 300 <= picture.lines.map(\.string.count).reduce(0, +), "\(differences)")
    }

    @Test("A line that is upside down is read from its own beginning on")
    func upsideDown() throws {
        let picture = try TextPicture.named("upside")
        let found = try picture.read()
        #expect(found.strings == picture.lines.map(\.string))
        let line = try #require(found.first)
        #expect(line.topLeft.x > line.topRight.x && line.topLeft.y < line.bottomLeft.y)
    }

    @Test("Lines of a picture that is turned by a quarter are read", arguments: [true, false])
    func quarterTurns(_ clockwise: Bool) throws {
        let picture = try TextPicture.named("note")
        let request = VNRecognizeTextRequest()
        try VNImageRequestHandler(cgImage: picture.quarterTurned(clockwise: clockwise)).perform([request])
        let results = try #require(request.results)
        let line = try #require(results.first { $0.topCandidates(1).first?.string == "Please keep the receipt" }, "\(results.strings)")
        // The lines run down the picture, or up.
        #expect(clockwise ? line.topLeft.y > line.topRight.y : line.topLeft.y < line.topRight.y)
    }

    @Test("Lines side by side are read from left to right, with one top and one bottom")
    func columns() throws {
        let picture = try TextPicture.named("table")
        let found = try picture.read()
        #expect(found.strings == picture.lines.map(\.string))
        guard found.count == 6 else { return }
        for row in [0, 2, 4] {
            #expect(found[row].boundingBox.minY == found[row + 1].boundingBox.minY)
            #expect(found[row].boundingBox.maxY == found[row + 1].boundingBox.maxY)
        }
    }

    @Test("Candidates differ, and the likeliest come first")
    func candidates() throws {
        var most = 0
        // The bars of the pass are hard to read.
        for name in ["note", "turned", "upside", "table", "pass"] {
            let request = VNRecognizeTextRequest()
            try VNImageRequestHandler(url: Fixtures.url("text/\(name).png", of: "VisionRuntimeTests")).perform([request])
            let found = try #require(request.results)
            for observation in found {
                let all = observation.topCandidates(100)
                most = max(most, all.count)
                #expect(all.count <= 10 && Set(all.map(\.string)).count == all.count)
                #expect(zip(all, all.dropFirst()).allSatisfy { $0.confidence >= $1.confidence })
                #expect(observation.topCandidates(2).map(\.string) == all.prefix(2).map(\.string))
                #expect(observation.topCandidates(0).isEmpty && observation.topCandidates(-1).isEmpty)
            }
        }
        #expect(most > 1)
    }

    @Test("Lines that are too low, and those outside of the region of interest, are not read")
    func parts() throws {
        let picture = try TextPicture.named("note")
        let request = VNRecognizeTextRequest()
        #expect(request.minimumTextHeight == 0.03125)
        // A line is as high as its letters with some air: 14 of 260 pixels at most, and 24 at least.
        #expect(try picture.read { $0.minimumTextHeight = 0.078 }.strings == picture.lines.prefix(3).map(\.string))
        #expect(try picture.read { $0.minimumTextHeight = 1 }.isEmpty)
        let part = try picture.read { $0.regionOfInterest = CGRect(x: 0, y: 0.45, width: 1, height: 0.25) }
        #expect(part.strings == [picture.lines[1].string])
        let whole = try picture.read()
        let box = VNImageRectForNormalizedRectUsingRegionOfInterest(
            try #require(part.first).boundingBox, 1, 1, CGRect(x: 0, y: 0.45, width: 1, height: 0.25))
        try #require(whole.count == 4)
        #expect(abs(box.minX - whole[1].boundingBox.minX) < 0.02 && abs(box.midY - whole[1].boundingBox.midY) < 0.02)
        for height: Float in [-0.1, 1.1, .nan] {
            #expect(thrownCode { _ = try picture.read { $0.minimumTextHeight = height } } == .invalidArgument)
        }
    }

    @Test("Languages are those whose networks are installed; others are errors that name the package")
    func languages() throws {
        let picture = try TextPicture.named("table")
        let request = VNRecognizeTextRequest()
        let installed = try request.supportedRecognitionLanguages()
        #expect(installed.contains("en-US") && request.recognitionLanguages == ["en-US"])
        #expect(try picture.read { $0.recognitionLanguages = ["en-GB", "en"] }.strings.first == "Apples")
        #expect(
            try picture.read {
                $0.recognitionLanguages = []
                $0.automaticallyDetectsLanguage = true
            }.strings.first == "Apples")
        #expect(thrownCode { _ = try picture.read { $0.recognitionLanguages = ["xx-XX"] } } == .invalidArgument)
        #expect(thrownCode { _ = try picture.read { $0.recognitionLanguages = [] } } == .invalidArgument)
        #expect(thrownCode { _ = try picture.read { $0.revision = 9 } } == .unsupportedRevision)
        let languages = [("th-TH", "tesseract-ocr-tha"), ("zh-Hant", "tesseract-ocr-chi-tra")]
        for (language, package) in languages where !installed.contains(language) {
            do {
                _ = try picture.read { $0.recognitionLanguages = ["en-US", language] }
                Issue.record("\(language) was read")
            } catch {
                #expect(visionCode(error) == .dataUnavailable && error.localizedDescription.contains(package))
            }
        }
    }

    @Test("Progress grows to 1, and a request that is cancelled on the way ends with an error")
    func progress() throws {
        let picture = try TextPicture.named("note")
        let parts = Locked<[Double]>([])
        _ = try picture.read { request in
            #expect(!request.indeterminate)
            request.progressHandler = { request, part, error in
                #expect(request is VNRecognizeTextRequest && error == nil)
                parts.withLock { $0.append(part) }
            }
        }
        let reported = parts.withLock { $0 }
        #expect(reported.count >= 2 && reported.last == 1 && zip(reported, reported.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(thrownCode { _ = try picture.read { $0.progressHandler = { request, _, _ in request.cancel() } } } == .requestCancelled)
    }

    @Test("A page is read in parts: it says what its lines say, tells its progress, and ends soon after it is cancelled")
    func page() throws {
        let note = try TextPicture.named("note")
        let count = 8
        let page = try note.repeated(count)
        let parts = Locked<[Double]>([])
        let request = VNRecognizeTextRequest()
        request.progressHandler = { _, part, _ in parts.withLock { $0.append(part) } }
        try VNImageRequestHandler(cgImage: page).perform([request])
        #expect(try #require(request.results).strings == Array(repeating: note.lines.map(\.string), count: count).flatMap { $0 })
        let reported = parts.withLock { $0 }
        #expect(reported.count > 2 && reported.last == 1 && zip(reported, reported.dropFirst()).allSatisfy { $0 <= $1 })
        let first = Locked(0)
        let cancelled = VNRecognizeTextRequest()
        cancelled.progressHandler = { request, part, _ in
            first.withLock { $0 += 1 }
            request.cancel()
        }
        #expect(thrownCode { try VNImageRequestHandler(cgImage: page).perform([cancelled]) } == .requestCancelled)
        #expect(first.withLock { $0 } == 1)
    }

    @Test(
        "Photos without text have none", .enabled(if: SharedData.has("classification/flowers"), "needs ../shared/data/classification"))
    func photos() throws {
        for photo in SharedData.files(in: "classification/flowers/roses").prefix(4) {
            let request = VNRecognizeTextRequest()
            try VNImageRequestHandler(url: photo).perform([request])
            #expect(try #require(request.results).isEmpty, "\(photo.lastPathComponent)")
        }
    }

    @Test("Images without text, and odd ones, have no lines")
    func none() throws {
        func lines(_ image: CGImage) throws -> [String] {
            let request = VNRecognizeTextRequest()
            try VNImageRequestHandler(cgImage: image).perform([request])
            return try #require(request.results).strings
        }
        for (width, height) in [(1, 1), (3, 2000), (2500, 2), (47, 23)] {
            #expect(try lines(TestImages.plain([90, 90, 90], width: width, height: height)).isEmpty)
        }
        #expect(try lines(Scene(width: 300, height: 200, ground: 120).image(noise: 12)).isEmpty)
    }

    @Test("The Swift-only interface reads the same, and observations come back from archives")
    func swift() async throws {
        let picture = try TextPicture.named("turned")
        let found = try picture.read()
        var request = RecognizeTextRequest()
        #expect(request.recognitionLevel == .accurate && request.minimumTextHeightFraction == 1 / 32)
        #expect(request.supportedRecognitionLanguages.contains(Locale.Language(identifier: "en-US")))
        let swift = try await request.perform(on: picture.url)
        #expect(swift.map(\.transcript) == found.strings && swift.first?.textDirection == .leftToRight)
        #expect(swift.first?.recognitionLanguages == [Locale.Language(identifier: "en-US")])
        let observation = try #require(swift.first)
        let other = RecognizedTextObservation(try #require(found.first))
        #expect(observation.topLeft == other.topLeft && observation.topCandidates(3) == other.topCandidates(3))
        let text = try #require(observation.topCandidates(1).first)
        #expect(text.boundingBox(for: text.string.startIndex..<text.string.endIndex) != nil)
        #expect(text.boundingBox(for: text.string.startIndex..<text.string.startIndex) == nil)
        #expect(observation.boundingRegion.normalizedPoints.count == 4)
        #expect(try JSONDecoder().decode([RecognizedTextObservation].self, from: JSONEncoder().encode(swift)) == swift)
        request.recognitionLanguages = [Locale.Language(identifier: "tlh")]
        await #expect(throws: VisionError.self) { try await request.perform(on: picture.url) }
        let line = try #require(found.first)
        let data = try NSKeyedArchiver.archivedData(withRootObject: line, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNRecognizedTextObservation.self, from: data))
        #expect(copy == line && copy.topCandidates(10) == line.topCandidates(10) && copy.topLeft == line.topLeft)
    }

    @Test(
        "Most of what stands on signs and pages is read", .enabled(if: SharedData.has("text/scene"), "needs ../shared/data/text"),
        arguments: [("plaque.jpg", 6), ("bookshop.jpg", 1), ("webpage.jpg", 8)])
    func scenes(_ name: String, _ least: Int) throws {
        struct Entry: Decodable {
            let file: String
            let contains: [String]?
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: SharedData.url("text/text.json")))
        let strings = try #require(entries.first { $0.file == "scene/" + name }?.contains)
        let request = VNRecognizeTextRequest()
        try VNImageRequestHandler(url: SharedData.url("text/scene/" + name)).perform([request])
        func plain(_ text: String) -> String { text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
        let text = plain(try #require(request.results).strings.joined())
        let read = strings.filter { text.contains(plain($0)) }
        #expect(read.count >= least, "\(read)")
    }

    /// The strings that the networks read in a picture of the fixtures.
    private func networkStrings(_ name: String, _ change: (VNRecognizeTextRequest) -> Void = { _ in }) throws -> [String] {
        let request = VNRecognizeTextRequest()
        request.reader = .networks
        change(request)
        try VNImageRequestHandler(url: Fixtures.url("text/\(name).png", of: "VisionRuntimeTests")).perform([request])
        return try #require(request.results).strings
    }

    @Test(
        "The networks read numbers of one and two digits between rules, at both levels",
        arguments: [VNRequestTextRecognitionLevel.accurate, .fast])
    func networkNumbers(_ level: VNRequestTextRecognitionLevel) throws {
        let strings = try networkStrings("numbers") { $0.recognitionLevel = level }
        let wanted = ["3", "18", "7", "52", "9", "64", "21"]
        #expect(wanted.count(where: strings.contains) >= 5, "\(strings)")
        #expect(strings.count <= 8)
    }

    @Test("Numbers and letters by themselves are read, each once, and a digit that fills its picture")
    func short() throws {
        let words = try networkStrings("short").flatMap { $0.split(separator: " ").map(String.init) }
        #expect(words.sorted() == ["2:1", "3", "64", "81", "9", "K", "No."])
        #expect(try networkStrings("large") == ["5"])
    }

    @Test("The networks read large print, and languages that they do not know are errors that name those that they do")
    func networkLanguages() throws {
        let strings = try networkStrings("note")
        #expect(strings.joined(separator: " ").contains("receipt"), "\(strings)")
        #expect(try networkStrings("note") { $0.automaticallyDetectsLanguage = true }.isEmpty == false)
        do {
            _ = try networkStrings("note") { $0.recognitionLanguages = ["ja-JP"] }
            Issue.record("Japanese was read")
        } catch {
            #expect(visionCode(error) == .invalidArgument && error.localizedDescription.contains("ru-RU"))
        }
    }

    @Test("The networks and Tesseract answer for strips and noise without a line", arguments: [true, false])
    func oddPictures(_ byTesseract: Bool) throws {
        for (width, height) in [(1, 1), (1, 4000), (4000, 1), (33, 65), (1, 10_000)] {
            let request = VNRecognizeTextRequest()
            request.reader = byTesseract ? .tesseract : .networks
            try VNImageRequestHandler(cgImage: TestImages.plain([90, 90, 90], width: width, height: height)).perform([request])
            #expect(try #require(request.results).isEmpty)
        }
        let request = VNRecognizeTextRequest()
        request.reader = byTesseract ? .tesseract : .networks
        try VNImageRequestHandler(cgImage: Scene(width: 300, height: 200, ground: 120).image(noise: 12)).perform([request])
        #expect(try #require(request.results).count <= 1)
    }

    @Test(
        "Tesseract reads the lines that the network finds, at both levels",
        arguments: ["note", "turned", "table", "print"], [VNRequestTextRecognitionLevel.accurate, .fast])
    func tesseract(_ name: String, _ level: VNRequestTextRecognitionLevel) throws {
        let picture = try TextPicture.named(name)
        let found = try picture.read {
            $0.reader = .tesseract
            $0.recognitionLevel = level
        }
        #expect(found.strings == picture.lines.map(\.string))
        for observation in found { #expect(observation.confidence > 0.7 && observation.confidence <= 1) }
    }

    @Test("Tesseract reads lines that are upside down, and lines of a picture that is turned by a quarter")
    func turnedByTesseract() throws {
        let upside = try TextPicture.named("upside")
        let found = try upside.read { $0.reader = .tesseract }
        #expect(found.strings == upside.lines.map(\.string))
        let line = try #require(found.first)
        #expect(line.topLeft.x > line.topRight.x && line.topLeft.y < line.bottomLeft.y)
        for clockwise in [true, false] {
            let request = VNRecognizeTextRequest()
            request.reader = .tesseract
            try VNImageRequestHandler(cgImage: TextPicture.named("note").quarterTurned(clockwise: clockwise)).perform([request])
            let results = try #require(request.results)
            #expect(results.strings.contains("Please keep the receipt"), "\(results.strings)")
        }
    }

    @Test("A page that Tesseract reads says what its lines say, tells its progress, and ends soon after it is cancelled")
    func pageByTesseract() throws {
        let note = try TextPicture.named("note")
        let page = try note.repeated(3)
        let parts = Locked<[Double]>([])
        let request = VNRecognizeTextRequest()
        request.reader = .tesseract
        request.progressHandler = { _, part, _ in parts.withLock { $0.append(part) } }
        try VNImageRequestHandler(cgImage: page).perform([request])
        #expect(try #require(request.results).strings == Array(repeating: note.lines.map(\.string), count: 3).flatMap { $0 })
        let reported = parts.withLock { $0 }
        #expect(reported.count > 2 && reported.last == 1 && zip(reported, reported.dropFirst()).allSatisfy { $0 <= $1 })
        let cancelled = VNRecognizeTextRequest()
        cancelled.reader = .tesseract
        cancelled.progressHandler = { request, _, _ in request.cancel() }
        #expect(thrownCode { try VNImageRequestHandler(cgImage: page).perform([cancelled]) } == .requestCancelled)
    }

    @Test("Without the model of lines nothing is read, whoever reads", arguments: [true, false])
    func missingModel(_ byTesseract: Bool) throws {
        let picture = try TextPicture.named("note")
        do {
            _ = try ModelStore.$current.withValue(ModelStore(ModelFolders([]))) {
                try picture.read { $0.reader = byTesseract ? .tesseract : .networks }
            }
            Issue.record("the request needed no model")
        } catch {
            #expect(visionCode(error) == .dataUnavailable && error.localizedDescription.contains("textLines"))
        }
    }

    @Test("Tesseract needs no network but the one of lines")
    func tesseractAlone() throws {
        let picture = try TextPicture.named("note")
        try ModelStore.$current.withValue(ModelFolder.store(ofDefault: "textLines")) {
            let found = try picture.read { $0.reader = .tesseract }
            #expect(found.strings == picture.lines.map(\.string))
            #expect(thrownCode { _ = try picture.read { $0.reader = .networks } } == .dataUnavailable)
        }
    }
}
