import CoreGraphics
import CoreImage
import CoreMedia
import CoreVideo
import ImageIO

/// An image in any form. It is opened only to read its size and orientation.
struct OpenedImage {
    let pixels: FramePixels
    /// The orientation that the image states, 1 to 8; `nil` if it states none.
    let orientation: Int?
    /// The time range at which the image was seen; `nil` if it is not known.
    let timeRange: CMTimeRange?

    init(_ image: FrameImage) throws {
        var time = CMTime.invalid
        switch image {
        case .url(let url):
            guard url.isFileURL else { throw VisionFailure(.ioError, "\(url.absoluteString): only files can be read") }
            let file = try Self.opening(url.path) { try ImageFile(contentsOf: url) }
            pixels = .file(file)
            orientation = file.orientation
        case .data(let data):
            let file = try Self.opening(nil) { try ImageFile(data: data) }
            pixels = .file(file)
            orientation = file.orientation
        case .cgImage(let image):
            pixels = .bitmap(image)
            orientation = nil
        case .ciImage(let image):
            guard let size = image.pixelSize else {
                throw VisionFailure(.invalidImage, "a Core Image image of extent \(image.extent) has no pixels to look at")
            }
            pixels = .recipe(image, width: size.width, height: size.height)
            orientation = nil
        case .pixelBuffer(let buffer):
            pixels = .buffer(buffer)
            orientation = nil
        case .sampleBuffer(let sample):
            guard let buffer = CMSampleBufferGetImageBuffer(sample) else {
                throw VisionFailure(.invalidImage, "the sample buffer has no image buffer")
            }
            pixels = .buffer(buffer)
            orientation = nil
            time = CMSampleBufferGetPresentationTimeStamp(sample)
        }
        timeRange = time.isNumeric ? CMTimeRange(start: time, duration: .zero) : nil
    }

    private static func opening<Opened>(_ name: String?, _ open: () throws -> Opened) throws -> Opened {
        do {
            return try open()
        } catch {
            throw failure(error, name: name)
        }
    }

    /// Converts an image's error to a failure that names the image.
    static func failure(_ error: any Error, name: String?) -> VisionFailure {
        if let failure = VisionFailure(in: error) { return failure }
        let kind: VisionFailure.Kind =
            switch (error as? ImageError)?.kind {
            case .unreadable: .ioError
            case .outOfMemory: .outOfMemory
            case .invalidArgument: .invalidArgument
            default: .invalidImage
            }
        var message = reason(of: error)
        if let name, !message.contains(name) {
            message = "\(name): \(message)"
        }
        return VisionFailure(kind, message, underlying: error)
    }
}
