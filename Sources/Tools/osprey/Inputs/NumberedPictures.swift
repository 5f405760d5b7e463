import AVFoundation
import CoreGraphics
import Foundation
import ImageIO
import Reports

/// The pictures of a folder as the frames of a video, in the order of the numbers in their names.
final class NumberedPictures: Sendable {
    let count: Int
    private let queue: BoundedQueue<Picture>

    private typealias Picture = (CMSampleBuffer, CGImagePropertyOrientation)

    init(inFolder folder: String, frameRate: Double) throws {
        let names = try Self.names(inFolder: folder)
        count = names.count
        let queue = BoundedQueue<Picture>(capacity: 4)
        self.queue = queue
        let thread = Thread {
            do {
                for (number, name) in names.enumerated() {
                    let picture = try Self.frame(URL(fileURLWithPath: folder).appendingPathComponent(name), number, frameRate)
                    guard queue.put(picture) else { break }
                }
                queue.finish()
            } catch {
                queue.finish(error)
            }
        }
        thread.name = "osprey.pictures"
        thread.start()
    }

    deinit { queue.close() }

    func next() throws -> (CMSampleBuffer, CGImagePropertyOrientation)? { try queue.take() }

    /// The orientation of the first picture, which is used for all frames.
    static func orientation(inFolder folder: String) throws -> CGImagePropertyOrientation {
        let file = try ImageFile(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(names(inFolder: folder)[0]))
        return CGImagePropertyOrientation(rawValue: UInt32(file.orientation)) ?? .up
    }

    /// The names of the pictures; there is at least one.
    private static func names(inFolder folder: String) throws -> [String] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { InputList.imageExtensions.contains(($0 as NSString).pathExtension.lowercased()) && !$0.hasPrefix(".") }
            .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
        guard !names.isEmpty else { throw InputError(description: "\(folder): there are no pictures in the folder") }
        return names
    }

    private static func frame(_ url: URL, _ number: Int, _ frameRate: Double) throws -> Picture {
        let file = try ImageFile(contentsOf: url)
        let buffer = try CVBuffer.containing(file.decode(frame: 0))
        // The timescale is in thousandths of a frame, so that 29.97 frames a second are exact.
        let timescale = CMTimeScale((frameRate * 1000).rounded())
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1000, timescale: timescale),
            presentationTimeStamp: CMTime(value: Int64(number) * 1000, timescale: timescale), decodeTimeStamp: .invalid)
        let sample = try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer), sampleTiming: timing)
        return (sample, CGImagePropertyOrientation(rawValue: UInt32(file.orientation)) ?? .up)
    }
}

extension NumberedPictures: PlayableFrames {
    func next() throws -> CMSampleBuffer? { try queue.take()?.0 }

    func cancel() { queue.close() }
}
