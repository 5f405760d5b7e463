import Foundation
import TabularData

/// Reads files of keypoints.
///
/// **JSON**: an object with `frames` and, if it differs from the classifier's, `frameRate`. The file may also be only the list of frames. A frame
/// is a list of three lists: the x, the y and the confidence of every joint.
///
/// **CSV**: a row for each frame. The columns are `nose_x`, `nose_y`, `nose_confidence` and so on, in any order. If the frame rate is not the
/// classifier's, there is also a column `time` in seconds. A file without a header has the columns in the order of Vision's multi-array: every x,
/// then every y, then every confidence.
extension PoseSequence {
    static let fileExtensions: Set<String> = ["json", "csv"]
    private static let largestRate = 10_000.0

    /// - Throws: `MLCreateError.io` that names the file, the reason and, for an invalid frame, its index.
    init(contentsOf url: URL, label: String, frameRate: Double, _ skeleton: PoseSkeleton) throws {
        do {
            try self.init(reading: url, label: label, frameRate: frameRate, skeleton)
        } catch {
            let reason = (error as? MLCreateError)?.failureReason ?? error.localizedDescription
            throw MLCreateError.io(reason: "the keypoints \(url.path) cannot be read: \(reason)")
        }
    }

    /// Reads a file as `init(contentsOf:label:frameRate:_:)` does, but its errors do not name the file.
    init(reading url: URL, label: String, frameRate: Double, _ skeleton: PoseSkeleton) throws {
        let data = try AnnotationReach.content(of: url, isKept: false)
        guard !data.isEmpty else { throw MLCreateError.io(reason: "it is empty") }
        let isJSON = url.pathExtension.lowercased() == "json"
        let read = try isJSON ? Self.readJSON(data, skeleton) : Self.readCSV(data, skeleton)
        guard !read.frames.isEmpty else { throw MLCreateError.io(reason: "it has no frames") }
        let frames = try read.times.map { try Self.resampled(read.frames, times: $0, rate: frameRate, skeleton) } ?? read.frames
        self.init(name: url.path, label: label, frames: frames)
    }

    private struct Read {
        var frames: [[Float]]
        /// The time of each frame in seconds; `nil` if the file does not give times.
        var times: [Double]?
    }

    private static func naming(_ index: Int, _ make: () throws -> [Float]) throws -> [Float] {
        do { return try make() } catch {
            throw MLCreateError.io(reason: "frame \(index): \((error as? MLCreateError)?.failureReason ?? error.localizedDescription)")
        }
    }

    private static func requireFew(_ count: Int) throws {
        guard count <= maximumFrameCount else {
            throw MLCreateError.io(reason: "it has \(count) frames; \(maximumFrameCount) are the most")
        }
    }

    // MARK: JSON

    private static func readJSON(_ data: Data, _ skeleton: PoseSkeleton) throws -> Read {
        let content = try MLDataTable.parsed(data)
        let object = content as? [String: Any]
        guard let list = (object?["frames"] ?? content) as? [Any] else {
            throw MLCreateError.io(reason: "it is neither a list of frames nor an object with 'frames'")
        }
        try requireFew(list.count)
        let frames = try list.enumerated().map { index, frame in
            try naming(index) { try Self.frame(numbers(frame, skeleton), skeleton) }
        }
        guard let given = object?["frameRate"] else { return Read(frames: frames) }
        guard let rate = MLDataValue(json: given).number, rate > 0, rate <= largestRate else {
            throw MLCreateError.io(reason: "'frameRate' must be a number from 0 to \(Int(largestRate)), not \(given)")
        }
        return Read(frames: frames, times: frames.indices.map { Double($0) / rate })
    }

    private static func numbers(_ frame: Any, _ skeleton: PoseSkeleton) throws -> [Double] {
        guard let rows = frame as? [Any], rows.count == 3 else {
            throw MLCreateError.io(reason: "it is not three lists: x, y and confidence of every joint")
        }
        return try rows.flatMap { row -> [Double] in
            guard let values = row as? [Any], values.count == skeleton.count else {
                let count = (row as? [Any])?.count ?? 0
                throw MLCreateError.io(reason: "a list has \(count) numbers; a \(skeleton.name) has \(skeleton.count) joints")
            }
            return try values.map { value in
                // A joint that was not found may be null.
                if value is NSNull { return .nan }
                guard let number = MLDataValue(json: value).number else { throw MLCreateError.io(reason: "'\(value)' is not a number") }
                return number
            }
        }
    }

    // MARK: CSV

    private static func readCSV(_ data: Data, _ skeleton: PoseSkeleton) throws -> Read {
        var reader = try CSVReader(data, MLDataTable.ParsingOptions().format)
        guard let first = try reader.next() else { throw MLCreateError.io(reason: "it has no rows") }
        let hasHeader = first.fields.contains { Double($0) == nil && !$0.isEmpty }
        let (places, timePlace) = hasHeader ? try columns(first.fields, skeleton) : (Array(0..<skeleton.frameSize), nil)
        var (frames, times): ([[Float]], [Double]) = ([], [])
        var row = hasHeader ? try reader.next() : first
        while let current = row {
            try requireFew(frames.count + 1)
            guard current.fields.count == first.fields.count, hasHeader || current.fields.count == skeleton.frameSize else {
                let wanted = hasHeader ? first.fields.count : skeleton.frameSize
                throw MLCreateError.io(reason: "line \(current.line) has \(current.fields.count) fields instead of \(wanted)")
            }
            let numbers = try places.map { place -> Double in
                let field = current.fields[place]
                guard let number = field.isEmpty ? .nan : Double(field) else {
                    throw MLCreateError.io(reason: "line \(current.line): '\(field)' is not a number")
                }
                return number
            }
            frames.append(try naming(frames.count) { try frame(numbers, skeleton) })
            if let timePlace {
                guard let time = Double(current.fields[timePlace]), time.isFinite, time > times.last ?? -.infinity else {
                    throw MLCreateError.io(reason: "line \(current.line): the times must rise, in seconds")
                }
                times.append(time)
            }
            row = try reader.next()
        }
        return Read(frames: frames, times: timePlace == nil ? nil : times)
    }

    /// The indices of the columns with a frame's numbers, in the order of Vision's multi-array, and the index of the time column. Without a time
    /// column, the second result is `nil`.
    private static func columns(_ header: [String], _ skeleton: PoseSkeleton) throws -> ([Int], Int?) {
        let names = header.map { $0.trimmingCharacters(in: .whitespaces) }
        let places = try ["x", "y", "confidence"].flatMap { row in
            try skeleton.joints.map { joint in
                guard let place = names.firstIndex(of: "\(joint)_\(row)") else {
                    throw MLCreateError.io(reason: "it has no column '\(joint)_\(row)'")
                }
                return place
            }
        }
        return (places, names.firstIndex(of: "time"))
    }
}
