import Foundation
import Vision

/// An image that a verb looks at: a file, what came on standard input, or a frame of a video.
struct InputImage: Hashable, Sendable {
    /// What results call it: the path as it was given, or `-`.
    let name: String
    /// The bytes of an image that is not a file.
    let data: Data?
    /// The frame of the video that `name` is.
    let frame: VideoFrame?

    init(path: String) { (name, data, frame) = (path, nil, nil) }

    init(standardInput data: Data) { (name, self.data, frame) = ("-", data, nil) }

    init(_ frame: VideoFrame, ofVideo name: String) { (self.name, data, self.frame) = (name, nil, frame) }

    /// The file; `nil` for what is not one.
    var file: URL? { data == nil && frame == nil ? URL(fileURLWithPath: name) : nil }

    /// Whether it is a whole video, of which frames are to be looked at.
    var isVideo: Bool {
        data == nil && frame == nil && VideoSource.extensions.contains((name as NSString).pathExtension.lowercased())
    }

    /// A new handler of requests on the image.
    func requestHandler() -> VNImageRequestHandler {
        if let frame { return VNImageRequestHandler(cmSampleBuffer: frame.sample, orientation: frame.orientation) }
        return data.map { VNImageRequestHandler(data: $0) } ?? VNImageRequestHandler(url: URL(fileURLWithPath: name))
    }

    /// The image as Image I/O reads it.
    func source() -> CGImageSource? {
        data.map { CGImageSourceCreateWithData($0 as CFData, nil) } ?? CGImageSourceCreateWithURL(URL(fileURLWithPath: name) as CFURL, nil)
    }
}
