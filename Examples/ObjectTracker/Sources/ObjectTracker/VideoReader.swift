import AVFoundation
import CoreVideo

/// Reads the frames of a video file one after the other.
final class VideoReader {
    let frameRate: Float
    let naturalSize: CGSize
    private let reader: AVAssetReader
    private let output: AVAssetReaderTrackOutput

    init(_ url: URL) throws {
        let asset = AVAsset(url: url)
        guard let track = asset.tracks(withMediaType: .video).first else { throw TrackerError.noVideo(url) }
        frameRate = track.nominalFrameRate
        naturalSize = track.naturalSize
        reader = try AVAssetReader(asset: asset)
        // Frames in a format that can be drawn into.
        output = AVAssetReaderTrackOutput(
            track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? TrackerError.noVideo(url) }
    }

    /// The next frame and its time; `nil` at the end.
    ///
    /// - Throws: where the file is damaged; the frames before that were good.
    func nextFrame() throws -> (image: CVPixelBuffer, time: CMTime)? {
        guard let sample = output.copyNextSampleBuffer(), let image = CMSampleBufferGetImageBuffer(sample) else {
            if reader.status == .failed, let error = reader.error { throw error }
            return nil
        }
        return (image, CMSampleBufferGetPresentationTimeStamp(sample))
    }
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
