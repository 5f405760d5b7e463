import Foundation
import ImageIO
import JSON
import Reports
import Vision

/// An image that a verb analyzes: a file, data from standard input, or a frame of a video.
struct InputImage: Hashable, Sendable {
    /// The image's name in results: the path as given, or `-`.
    let name: String
    /// The bytes of an image that is not a file; `nil` for a file.
    let data: Data?
    /// The frame of the video `name`; `nil` if the image is not a frame of a video.
    let frame: VideoFrame?

    init(path: String) { (name, data, frame) = (path, nil, nil) }

    init(standardInput data: Data) { (name, self.data, frame) = ("-", data, nil) }

    init(_ frame: VideoFrame, ofVideo name: String) { (self.name, data, self.frame) = (name, nil, frame) }

    /// The image's file; `nil` if it is not a file.
    var file: URL? { data == nil && frame == nil ? URL(fileURLWithPath: name) : nil }

    /// The members that identify the image in a result: its name and, for a frame, the time in seconds.
    var members: [(String, JSON)] { [("image", .string(name))] + (frame.map { [("time", .number($0.time.seconds))] } ?? []) }

    /// Whether the input is a video, whose frames are analyzed.
    var isVideo: Bool {
        data == nil && frame == nil && VideoSource.extensions.contains((name as NSString).pathExtension.lowercased())
    }

    /// A new handler that performs requests on the image.
    func requestHandler() -> VNImageRequestHandler {
        if let frame { return VNImageRequestHandler(cmSampleBuffer: frame.sample, orientation: frame.orientation) }
        return data.map { VNImageRequestHandler(data: $0) } ?? VNImageRequestHandler(url: URL(fileURLWithPath: name))
    }

    /// The image as Image I/O reads it.
    func source() -> CGImageSource? {
        data.map { CGImageSourceCreateWithData($0 as CFData, nil) } ?? CGImageSourceCreateWithURL(URL(fileURLWithPath: name) as CFURL, nil)
    }

    /// The upright picture.
    ///
    /// - Parameter maximumSide: the maximum number of pixels of its longer side; `nil` for no limit.
    /// - Throws: `UnreadableImage` if it cannot be read.
    func upright(maximumSide: Int? = nil) throws -> CGImage {
        if let frame { return try frame.upright() }
        var options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
        ]
        if let maximumSide { options[kCGImageSourceThumbnailMaxPixelSize] = maximumSide }
        guard let source = source(), let picture = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary) else {
            throw UnreadableImage(path: name)
        }
        return picture
    }
}
