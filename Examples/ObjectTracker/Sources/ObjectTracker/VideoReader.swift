import AVFoundation
import CoreVideo

/// Reads the frames of a video file.
final class VideoReader: FrameReader {
    private let reader: AVAssetReader
    private let output: AVAssetReaderTrackOutput

    init(_ url: URL) throws {
        let asset = AVAsset(url: url)
        guard let track = asset.tracks(withMediaType: .video).first else { throw TrackerError.noVideo(url) }
        reader = try AVAssetReader(asset: asset)
        output = AVAssetReaderTrackOutput(
            track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? TrackerError.noVideo(url) }
    }

    func nextFrame() throws -> (image: CVPixelBuffer, time: CMTime)? {
        guard let sample = output.copyNextSampleBuffer(), let image = CMSampleBufferGetImageBuffer(sample) else {
            if reader.status == .failed, let error = reader.error { throw error }
            return nil
        }
        return (image, CMSampleBufferGetPresentationTimeStamp(sample))
    }
}
