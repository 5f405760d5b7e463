import Foundation

/// A sequence of sensor values over time, with a label for each row.
package struct ActivityRecording: Sendable, Equatable {
    /// The recording's origin: a file, or its name in a table.
    package let name: String
    /// The values of each feature, one for each row, as `features[feature][row]`.
    let features: [[Float]]
    /// The labels of the recording, in the order in which they first appear.
    let labels: [String]
    /// The index in `labels` of each row's label; −1 for a row without a label.
    let codes: [Int32]

    var count: Int { codes.count }

    /// - Precondition: all features have the length of `rowLabels`.
    init(name: String, features: [[Float]], rowLabels: [String?]) {
        var (places, labels): ([String: Int32], [String]) = ([:], [])
        codes = rowLabels.map { label -> Int32 in
            guard let label else { return -1 }
            if let place = places[label] { return place }
            places[label] = Int32(labels.count)
            labels.append(label)
            return Int32(labels.count - 1)
        }
        (self.name, self.features, self.labels) = (name, features, labels)
    }

    /// The label of each row.
    var rowLabels: [String?] { codes.map { $0 < 0 ? nil : labels[Int($0)] } }

    /// The most frequent label in a range of rows. If several labels are equally frequent, the result is the first of them in ``labels``. `nil` if
    /// at least half of the rows have no label.
    func label(of rows: Range<Int>) -> String? {
        var counts = [Int](repeating: 0, count: labels.count)
        for code in codes[rows] where code >= 0 { counts[Int(code)] += 1 }
        return Self.place(counts, rows: rows.count).map { labels[$0] }
    }

    /// The index in `counts` of the most frequent label. `counts` has the number of rows with each label. `nil` if at least half of the `rows` rows
    /// have no label.
    private static func place(_ counts: [Int], rows: Int) -> Int? {
        guard 2 * counts.reduce(0, +) > rows, let largest = counts.max() else { return nil }
        return counts.firstIndex(of: largest)
    }

    // MARK: Windows

    /// The windows of `size` rows, one after the other. If rows are left at the end, one more window ends with the last row and overlaps the
    /// previous window. A recording that is shorter than a window gives one window with all its rows.
    func windows(_ size: Int) -> [Range<Int>] {
        guard count > size else { return count > 0 ? [0..<count] : [] }
        var windows = stride(from: 0, through: count - size, by: size).map { $0..<$0 + size }
        if count % size > 0 { windows.append(count - size..<count) }
        return windows
    }

    /// The labels of all windows of `size` rows, starting at every possible row.
    func windowLabels(_ size: Int) -> Set<String> {
        guard count > size else { return Set([label(of: 0..<count)].compactMap { $0 }) }
        var counts = [Int](repeating: 0, count: labels.count)
        var places: Set<Int> = []
        for (row, code) in codes.enumerated() {
            if code >= 0 { counts[Int(code)] += 1 }
            if row >= size, codes[row - size] >= 0 { counts[Int(codes[row - size])] -= 1 }
            guard row >= size - 1, let place = Self.place(counts, rows: size) else { continue }
            places.insert(place)
            if places.count == labels.count { break }
        }
        return Set(places.map { labels[$0] })
    }

    /// Calls `body` with the values of each feature in the window `rows`, always `size` values. The rows of a recording that is too short are
    /// repeated to fill the window.
    func withWindow(
        _ rows: Range<Int>, _ size: Int, _ body: (_ feature: Int, _ values: UnsafeBufferPointer<Float>) throws -> Void
    ) rethrows {
        for (index, feature) in features.enumerated() {
            if rows.count == size {
                try feature.withUnsafeBufferPointer { try body(index, UnsafeBufferPointer(rebasing: $0[rows])) }
            } else {
                let filled = (0..<size).map { feature[rows.lowerBound + $0 % max(rows.count, 1)] }
                try filled.withUnsafeBufferPointer { try body(index, $0) }
            }
        }
    }
}

extension ActivityRecording: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, labels, codes, features
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        labels = try values.decode([String].self, forKey: .labels)
        codes = Self.numbers(try values.decode(Data.self, forKey: .codes), 0)
        features = try values.decode([Data].self, forKey: .features).map { Self.numbers($0, 0) }
        let known = Int32(-1)..<Int32(labels.count)
        guard features.allSatisfy({ $0.count == codes.count }), codes.allSatisfy(known.contains) else {
            throw DecodingError.dataCorruptedError(forKey: .codes, in: values, debugDescription: "rows and labels do not fit")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(labels, forKey: .labels)
        try values.encode(codes.withUnsafeBytes { Data($0) }, forKey: .codes)
        try values.encode(features.map { $0.withUnsafeBytes { Data($0) } }, forKey: .features)
    }

    private static func numbers<Number: BitwiseCopyable>(_ data: Data, _ zero: Number) -> [Number] {
        var numbers = [Number](repeating: zero, count: data.count / MemoryLayout<Number>.size)
        _ = numbers.withUnsafeMutableBytes { data.copyBytes(to: $0) }
        return numbers
    }

    func add(to digest: inout ContentDigest) {
        digest.add(name)
        for label in labels { digest.add(label) }
        codes.withUnsafeBytes { digest.add(Data($0)) }
        for feature in features { feature.withUnsafeBytes { digest.add(Data($0)) } }
    }
}
