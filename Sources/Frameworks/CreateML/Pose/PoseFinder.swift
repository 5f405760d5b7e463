import AVFoundation
import CoreML
import Foundation
import ImageIO
import Vision

/// Finds the pose of the most prominent person or hand in pictures and videos, with Vision's requests.
struct PoseFinder {
    let skeleton: PoseSkeleton

    /// The sequence of poses in a file. A video is read at a frame rate. A picture gives a sequence of one frame.
    ///
    /// - Parameters:
    ///   - start: the start in seconds; `nil` for the video's beginning. Frames before it are left out.
    ///   - end: the end in seconds; `nil` for the video's end. Frames from this time on are left out.
    /// - Throws: an error if the file cannot be read or shows no pose, or `MissingModel` if Vision's pose model is missing.
    func sequence(
        in url: URL, label: String, from start: Double? = nil, to end: Double? = nil, frameRate: Double
    ) throws -> PoseSequence {
        let frames =
            Self.pictureExtensions.contains(url.pathExtension.lowercased())
            ? [try pose(VNImageRequestHandler(url: url))] : try videoFrames(url, start, end, frameRate)
        guard frames.contains(where: isSeen) else { throw MLCreateError.io(reason: "no \(skeleton.name) is seen in it") }
        return PoseSequence(name: url.path, label: label, frames: frames)
    }

    static let pictureExtensions: Set<String> = ["jpg", "jpeg", "png", "heic", "webp", "tif", "tiff", "gif", "bmp"]
    static let videoExtensions: Set<String> = ["mp4", "mov", "m4v", "avi", "mkv", "webm", "mpg", "mpeg"]

    private func isSeen(_ frame: [Float]) -> Bool { frame.suffix(skeleton.count).contains { $0 > 0 } }

    /// The frames of a video, at `frameRate` frames per second. A video with too few frames per second is interpolated.
    private func videoFrames(_ url: URL, _ start: Double?, _ end: Double?, _ frameRate: Double) throws -> [[Float]] {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        guard let track = asset.tracks(withMediaType: .video).first else { throw MLCreateError.io(reason: "there is no video in it") }
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? MLCreateError.io(reason: "it cannot be read") }
        let orientation = CGImagePropertyOrientation(rawValue: UInt32(track.orientation)) ?? .up
        var (frames, times): ([[Float]], [Double]) = ([], [])
        while let sample = output.copyNextSampleBuffer() {
            let time = sample.presentationTimeStamp.seconds
            if let start, time < start { continue }
            if let end, time >= end { break }
            // A frame is taken even if it comes a little earlier than the frame rate demands.
            if let last = times.last, time - last < 0.9 / frameRate { continue }
            guard frames.count < PoseSequence.maximumFrameCount else {
                throw MLCreateError.io(reason: "it has more than \(PoseSequence.maximumFrameCount) frames")
            }
            frames.append(try pose(VNImageRequestHandler(cmSampleBuffer: sample, orientation: orientation)))
            times.append(time)
        }
        if let error = reader.error, frames.isEmpty { throw error }
        guard !frames.isEmpty else { throw MLCreateError.io(reason: "it has no frames between its start and end time") }
        return try PoseSequence.resampled(frames, times: times, rate: frameRate, skeleton)
    }

    /// The numbers of the most prominent pose in an image; zeros if there is no pose.
    private func pose(_ handler: VNImageRequestHandler) throws -> [Float] {
        let isBody = skeleton == .body
        let request: VNImageBasedRequest = isBody ? VNDetectHumanBodyPoseRequest() : VNDetectHumanHandPoseRequest()
        do {
            try handler.perform([request])
        } catch let error as NSError where error.domain == VNErrorDomain && error.code == VNErrorCode.dataUnavailable.rawValue {
            throw MissingModel(reason: error.localizedDescription)
        }
        let poses = (request.results ?? []).compactMap { $0 as? VNRecognizedPointsObservation }
        let frames = try poses.map { pose in
            let array = try pose.keypointsMultiArray()
            let frame = try PoseSequence.frame((0..<array.count).map { array[$0].doubleValue }, skeleton)
            return (frame: frame, prominence: Double(pose.confidence) * extent(frame))
        }
        return frames.max { $0.prominence < $1.prominence }?.frame ?? Array(repeating: 0, count: skeleton.frameSize)
    }

    /// The size of a pose: the longer side of its bounding box, as a fraction of the picture.
    private func extent(_ frame: [Float]) -> Double {
        let count = skeleton.count
        let found = (0..<count).filter { frame[2 * count + $0] > 0 }
        let (xs, ys) = (found.map { frame[$0] }, found.map { frame[count + $0] })
        return Double(max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0)))
    }

    /// An error: Vision's pose model is missing. No file can be analysed without it.
    struct MissingModel: Error {
        let reason: String
    }
}

extension PoseSource {
    /// The sequences of pictures or videos. A file is skipped if it cannot be read or shows no pose.
    static func sequences(_ media: MediaSource, _ frameRate: Double, _ skeleton: PoseSkeleton) throws -> PoseSequences {
        let table = try media.table(PoseColumns.video)
        let (files, labels) = (try table.column(PoseColumns.video), try table.column(PoseColumns.label))
        let times = try [PoseColumns.startTime, PoseColumns.endTime].map { name in
            table.columnNames.contains(name) ? try table.column(name) : nil
        }
        let finder = PoseFinder(skeleton: skeleton)
        var result = PoseSequences()
        for row in 0..<table.size.rows {
            let path = files[row].description
            guard files[row].isValid, labels[row].isValid else {
                result.skipped.append(.init(name: "\(TableRow.name(row)) of the files", label: nil, reason: "it has no file or no label"))
                continue
            }
            let label = labels[row].description
            do {
                let url = URL(fileURLWithPath: path)
                let (start, end) = (times[0]?[row].number, times[1]?[row].number)
                result.sequences.append(try finder.sequence(in: url, label: label, from: start, to: end, frameRate: frameRate))
            } catch let missing as PoseFinder.MissingModel {
                throw MLCreateError.generic(reason: missing.reason)
            } catch {
                let reason = (error as? MLCreateError)?.failureReason ?? error.localizedDescription
                result.skipped.append(SkippedSequence(name: path, label: label, reason: reason))
            }
        }
        return result
    }
}
