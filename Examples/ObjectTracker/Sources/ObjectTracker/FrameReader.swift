import AVFoundation
import CoreVideo

/// A source of frames, which are read one after the other.
protocol FrameReader: AnyObject {
    /// The next frame, in a format that can be drawn into, and its time; `nil` at the end.
    ///
    /// - Throws: if a file is damaged or a camera has been disconnected. The frames before the error are valid.
    func nextFrame() throws -> (image: CVPixelBuffer, time: CMTime)?
}

enum TrackerError: LocalizedError {
    case noVideo(URL)
    case cannotWrite(URL)
    case badBox(String)

    var errorDescription: String? {
        switch self {
        case .noVideo(let url): "\(url.path): there is no video that can be read"
        case .cannotWrite(let url): "\(url.path): no video can be written there"
        case .badBox(let text): "'\(text)' is no box: x,y,width,height between 0 and 1, origin at the lower left"
        }
    }
}
