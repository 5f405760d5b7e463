import AVFoundation
import CoreMLSpecification
import Foundation
import ImageIO
import Locks
import Reports

/// An app, and the camera that it looks through.
final class AppSession: FrameSession, @unchecked Sendable {
    private let models: ModelShelf
    // Used by one frame after the other.
    private var app: (any LiveApp)?
    private var start: ContinuousClock.Instant?

    init(_ models: ModelShelf) { self.models = models }

    /// Begins an app anew.
    func configure(_ settings: JSON) throws -> JSON {
        guard let kind = AppKind.all.first(where: { $0.name == settings["app"]?.string }) else {
            throw WebFailure(400, "there is no such app")
        }
        let model = settings["model"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        var options = AppOptions(model: try model.map { try models.file(named: $0) })
        options.boxes = (settings["boxes"]?.array ?? []).prefix(17).compactMap(Self.box)
        (app, start) = (nil, nil)
        app = try kind.make(options)
        return ["app": .string(kind.name)]
    }

    private static func box(_ json: JSON) -> CGRect? {
        let numbers = (json.array ?? []).compactMap(\.double)
        guard numbers.count == 4, numbers.allSatisfy({ (0...1).contains($0) }) else { return nil }
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func answer(_ picture: Data, number: Int) throws -> JSON {
        guard let app else { throw WebFailure(400, "choose an app first") }
        let size = try PictureSize(picture)
        let begin = start ?? .now
        start = begin
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        let answer = try app.take(AppFrame(number: number, sample: Self.sample(picture, seconds)))
        return [
            "width": .integer(size.width), "height": .integer(size.height), "state": .string(answer.state),
            "time": .number(seconds), "findings": .array(answer.findings.map(\.overlay)),
            "events": .array(answer.events.map { .string($0) }),
        ]
    }

    private static func sample(_ picture: Data, _ seconds: Double) throws -> CMSampleBuffer {
        let buffer = try CVBuffer.containing(ImageFile(data: picture).decode(frame: 0))
        let timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: CMTime(seconds: seconds, preferredTimescale: 90_000), decodeTimeStamp: .invalid)
        return try CMSampleBuffer(imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer), sampleTiming: timing)
    }

    func close() {}
}
