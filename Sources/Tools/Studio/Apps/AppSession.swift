import AVFoundation
import Foundation
import ImageIO
import JSON
import Locks
import Reports

/// An app that receives the frames of one camera.
final class AppSession: FrameSession, @unchecked Sendable {
    private let models: ModelStore
    // Frames are processed one at a time, so the app needs no lock.
    private var app: (any LiveApp)?
    private var clock = FrameClock()

    init(_ models: ModelStore) { self.models = models }

    /// Starts the app from the beginning.
    func configure(_ settings: JSON) throws -> JSON {
        guard let kind = AppKind.all.first(where: { $0.name == settings["app"]?.string }) else {
            throw WebFailure(400, "there is no such app")
        }
        var options = AppOptions()
        for model in kind.models {
            guard let name = settings["models"]?[model.name]?.string, !name.isEmpty else { continue }
            options.models[model.name] = try models.file(named: name)
        }
        options.boxes = (settings["boxes"]?.array ?? []).prefix(17).compactMap(Self.box)
        (app, clock) = (nil, FrameClock())
        app = try kind.make(options)
        return ["app": .string(kind.name)]
    }

    private static func box(_ json: JSON) -> CGRect? {
        let numbers = (json.array ?? []).compactMap(\.double)
        guard numbers.count == 4, numbers.allSatisfy({ (0...1).contains($0) }) else { return nil }
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func answer(_ picture: Data, number: Int, time: Double) throws -> JSON {
        guard let app else { throw WebFailure(400, "choose an app first") }
        let size = try PictureSize(picture)
        let seconds = try clock.advance(to: time)
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

/// The times of a source's frames. If a video starts again, its times continue from the last one.
struct FrameClock {
    private static let step = 1.0 / 30
    private var latest: Double?
    private var shift = 0.0

    /// - Throws: `WebFailure` if the number is not a time.
    mutating func advance(to time: Double) throws -> Double {
        guard time.isFinite, abs(time) < 1e9 else { throw WebFailure(400, "a frame has its time in seconds") }
        if let latest, time + shift <= latest { shift = latest + Self.step - time }
        latest = time + shift
        return time + shift
    }
}
