import Foundation
import ImageIO
import JSON
import Locks
import Reports
import Vision

/// A client's choice of the kinds of findings to look for in a picture.
struct LookChoice: Sendable {
    private static let maximumCount = 20
    /// The names of the chosen ``LookKind``s.
    var kinds: [String]
    /// The name of a stored model; `nil` for none.
    var model: String?
    /// The minimum confidence of a finding, 0…1.
    var threshold: Float

    init(_ query: [String: String]) {
        kinds = (query["kinds"] ?? "").split(separator: ",").prefix(Self.maximumCount).map(String.init)
        model = query["model"].flatMap { $0.isEmpty ? nil : $0 }
        threshold = Float(query["threshold"] ?? "") ?? 0
    }

    init(_ json: JSON) {
        kinds = (json["kinds"]?.array ?? []).prefix(Self.maximumCount).compactMap(\.string)
        model = json["model"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        threshold = Float(json["threshold"]?.double ?? 0)
    }
}

/// Analyzes pictures. Models and detectors are loaded once.
final class PictureAnalyzer: Sendable {
    static let largestPicture = 64 << 20
    /// The maximum number of pixels of a picture. A picture above this limit is refused before it is decoded.
    static let maximumPixelCount = 120_000_000

    let kinds = LookKind.all
    private let models: ModelStore
    private let loaded = Locked<[Key: any Detector]>([:])

    private struct Key: Hashable {
        let kind: String
        let model: URL?
    }

    init(_ models: ModelStore) { self.models = models }

    private func chosen(_ choice: LookChoice) throws -> [LookKind] {
        guard !choice.kinds.isEmpty else { throw WebFailure(400, "choose what to look for") }
        return try choice.kinds.map { name in
            guard let kind = kinds.first(where: { $0.name == name }) else { throw WebFailure(400, "there is no '\(name)' to look for") }
            return kind
        }
    }

    private func detector(_ kind: LookKind, _ choice: LookChoice) throws -> any Detector {
        let model = kind.needsModel ? try models.file(named: choice.model ?? "") : nil
        let key = Key(kind: kind.name, model: model)
        if let detector = loaded.withLock({ $0[key] }) { return detector }
        let detector = try kind.detector.init(DetectionOptions(model: model))
        loaded.withLock { loaded in
            // Only the newest detector with a stored model stays loaded. Detectors that use default models all stay loaded.
            if model != nil { loaded = loaded.filter { $0.key.model == nil } }
            loaded[key] = detector
        }
        return detector
    }

    /// - Parameter data: a picture in a file format.
    /// - Returns: the size of the upright picture. For each kind, the findings and the time, or the reason why there are no findings.
    func look(at data: Data, _ choice: LookChoice) throws -> JSON {
        let size = try PictureSize(data)
        let handler = VNImageRequestHandler(data: data)
        let found = try chosen(choice).map { look(handler, $0, choice) }
        return ["width": .integer(size.width), "height": .integer(size.height), "looks": .array(found)]
    }

    /// The kinds that make a picture from a photo. They cut out the foreground or the people, or flatten a page.
    static let makers = ["foreground", "people", "documents"]

    /// Makes the picture of one of the ``makers`` from a photo, as a PNG.
    ///
    /// - Throws: `WebFailure` if the photo has no finding of this kind.
    func picture(of data: Data, kind name: String) throws -> Data {
        guard Self.makers.contains(name), let kind = kinds.first(where: { $0.name == name }) else {
            throw WebFailure(400, "there is no picture of '\(name)'")
        }
        _ = try PictureSize(data)
        let query = try detector(kind, LookChoice([String: String]())).query()
        let handler = VNImageRequestHandler(data: data)
        try handler.perform([query.request])
        let made = try query.picture?(handler) {
            let options: [String: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways as String: true, kCGImageSourceCreateThumbnailWithTransform as String: true,
            ]
            guard let source = CGImageSourceCreateWithData(data as CFData, nil),
                let upright = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
            else { throw WebFailure(422, "this picture cannot be read") }
            return upright
        }
        guard let made else { throw WebFailure(422, "nothing like that is found in this photo") }
        return try ImageFileWriter.png(of: made)
    }

    /// The findings of one kind, or its error. If a kind fails, for example because the user has chosen no model, the other kinds still have
    /// findings.
    private func look(_ handler: VNImageRequestHandler, _ kind: LookKind, _ choice: LookChoice) -> JSON {
        let start = ContinuousClock.now
        var members: [(String, JSON)] = [("kind", .string(kind.name))]
        do {
            let query = try detector(kind, choice).query()
            try handler.perform([query.request])
            let findings = try query.findings().filter { $0.confidence >= choice.threshold }
            members.append(("milliseconds", .number((ContinuousClock.now - start) / .milliseconds(1))))
            members.append(("findings", .array(findings.map(\.overlay))))
            members.append(("json", query.isSingle ? findings.first?.json ?? .null : .array(findings.map(\.json))))
        } catch {
            members.append(("error", .string(ErrorText.describe(error))))
        }
        return .object(members)
    }

    /// A Swift program that looks for the same kinds of findings.
    func code(_ choice: LookChoice) -> String {
        LookCode.program(choice.kinds.compactMap { name in kinds.first { $0.name == name }?.code })
    }
}

/// The size of a picture, read from the beginning of its data.
struct PictureSize {
    let width: Int
    let height: Int

    /// - Throws: `WebFailure` if the data is not a picture, or the picture is too large.
    init(_ data: Data) throws {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil),
            let width = (properties[kCGImagePropertyPixelWidth as String] as? NSNumber)?.intValue,
            let height = (properties[kCGImagePropertyPixelHeight as String] as? NSNumber)?.intValue
        else { throw WebFailure(422, "this is not a picture that can be read") }
        guard width > 0, height > 0, width <= PictureAnalyzer.maximumPixelCount / height else {
            throw WebFailure(413, "a picture of \(width) × \(height) pixels is too large")
        }
        let orientation = (properties[kCGImagePropertyOrientation as String] as? NSNumber)?.intValue ?? 1
        (self.width, self.height) = orientation > 4 ? (height, width) : (width, height)
    }
}

/// Analyzes a camera's frames.
final class LookSession: FrameSession {
    private let analyzer: PictureAnalyzer
    private let choice = Locked<LookChoice?>(nil)

    init(_ analyzer: PictureAnalyzer) { self.analyzer = analyzer }

    func configure(_ settings: JSON) throws -> JSON {
        let new = LookChoice(settings)
        choice.withLock { $0 = new }
        return ["code": .string(analyzer.code(new))]
    }

    func answer(_ picture: Data, number: Int, time: Double) throws -> JSON {
        guard let choice = choice.withLock({ $0 }) else { throw WebFailure(400, "choose what to look for") }
        return try analyzer.look(at: picture, choice)
    }

    func close() {}
}
