import CoreGraphics

/// Assigns numbers to the faces in successive pictures. The same face has the same number in every picture.
package struct FaceTracks {
    private struct Track {
        let id: Int32
        var bounds: CGRect
        var pictureCount: Int32
        var lastPicture: Int
    }

    private var tracks: [Track] = []
    private var picture = 0
    private var latestID: Int32 = 0

    package init() {}

    /// The minimum intersection over union of two boxes in successive pictures that count as the same face.
    private static let leastOverlap: CGFloat = 0.25
    /// The number of pictures for which a lost face is remembered.
    private static let memory = 8

    /// Assigns the boxes of the next picture to faces. Returns, for each box, the number of its face and the number of pictures in which
    /// this face has been found. A box is assigned to the known face that it overlaps most.
    package mutating func follow(_ boxes: [CGRect]) -> [(id: Int32, pictureCount: Int32)] {
        picture += 1
        tracks.removeAll { picture - $0.lastPicture > Self.memory }
        let pairs = boxes.indices.flatMap { box in
            tracks.indices.map { (box: box, track: $0, overlap: boxes[box].overlap(with: tracks[$0].bounds)) }
        }
        var trackOfBox: [Int: Int] = [:]
        var isTaken = tracks.map { _ in false }
        for pair in pairs.sorted(by: { $0.overlap > $1.overlap }) where pair.overlap >= Self.leastOverlap {
            guard trackOfBox[pair.box] == nil, !isTaken[pair.track] else { continue }
            (trackOfBox[pair.box], isTaken[pair.track]) = (pair.track, true)
        }
        return boxes.indices.map { box in
            let index = trackOfBox[box] ?? begin(boxes[box])
            tracks[index].bounds = boxes[box]
            tracks[index].lastPicture = picture
            tracks[index].pictureCount &+= 1
            return (tracks[index].id, tracks[index].pictureCount)
        }
    }

    /// Begins a track, and returns its index.
    private mutating func begin(_ bounds: CGRect) -> Int {
        latestID &+= 1
        tracks.append(Track(id: latestID, bounds: bounds, pictureCount: 0, lastPicture: picture))
        return tracks.count - 1
    }
}

extension CGRect {
    /// The intersection over union of the two rectangles.
    fileprivate func overlap(with other: CGRect) -> CGFloat {
        let shared = intersection(other)
        guard !shared.isNull, !shared.isEmpty else { return 0 }
        let area = shared.width * shared.height
        return area / (width * height + other.width * other.height - area)
    }
}
