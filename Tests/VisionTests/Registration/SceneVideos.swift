import AVFoundation
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Videos of the scene of ``ShiftedScenes``.
enum SceneVideos {
    /// Writes a frame for each place of the camera, 30 a second.
    static func write(_ url: URL, places: [CGPoint]) throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        try #require(writer.startWriting())
        for (number, place) in places.enumerated() {
            let buffer = try ShiftedScenes.pixelBuffer(x: place.x, y: place.y)
            try #require(adaptor.append(buffer, withPresentationTime: CMTime(value: Int64(number), timescale: 30)))
        }
        try writer.complete()
    }

    /// A second that pans by 3 pixels across and 1 down a frame.
    static func pan(in folder: TemporaryFolder?, frames: Int = 30) throws -> URL {
        let url = try #require(folder).file("pan.mov")
        try write(url, places: (0..<frames).map { CGPoint(x: 3 * $0, y: $0) })
        return url
    }
}
