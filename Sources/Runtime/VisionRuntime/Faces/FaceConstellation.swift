/// The constellation of a face's landmarks: Vision's arrangements of 65 and of 76 points.
///
/// Regions share points. The middle line runs through the crest of the nose, the nose, the lips and the chin. In the larger arrangement the nose and
/// its crest meet in the tip.
package enum FaceConstellation: Int, Codable, Sendable {
    case points65 = 1
    case points76 = 2

    package var pointCount: Int { blends.count }

    /// The points in the order of the regions in ``order``, each point once. They are blends of the points of a ``FaceShape``.
    var blends: [PointBlend] { layout.blends }

    func indices(of region: FaceRegion) -> [Int] { layout.indices[region] ?? [] }

    private var layout: Layout {
        switch self {
        case .points65: Layout.points65
        case .points76: Layout.points76
        }
    }

    /// The order of the regions in the list of all points.
    static let order: [FaceRegion] = [
        .leftEyebrow, .rightEyebrow, .leftEye, .rightEye, .outerLips, .innerLips, .faceContour, .nose, .noseCrest, .medianLine, .leftPupil,
        .rightPupil,
    ]
}

/// A weighted mean of points.
struct PointBlend: Hashable, Sendable {
    let parts: [Part]

    struct Part: Hashable, Sendable {
        let index: Int
        let weight: Double
    }

    init(_ parts: [(index: Int, weight: Double)]) {
        self.parts = parts.map { Part(index: $0.index, weight: $0.weight) }
    }

    func value(_ points: [SIMD2<Double>]) -> SIMD2<Double> { parts.reduce(SIMD2.zero) { $0 + $1.weight * points[$1.index] } }

    func value(_ numbers: [Double]) -> Double { parts.reduce(0) { $0 + $1.weight * numbers[$1.index] } }
}

/// The points of a constellation.
private struct Layout: Sendable {
    let blends: [PointBlend]
    let indices: [FaceRegion: [Int]]

    init(_ regions: [FaceRegion: [PointBlend]]) {
        var blends: [PointBlend] = []
        var numbers: [PointBlend: Int] = [:]
        var indices: [FaceRegion: [Int]] = [:]
        for region in FaceConstellation.order {
            indices[region] = regions[region]?.map { blend in
                if let number = numbers[blend] { return number }
                numbers[blend] = blends.count
                blends.append(blend)
                return blends.count - 1
            }
        }
        (self.blends, self.indices) = (blends, indices)
    }

    static let points76 = Layout([
        .faceContour: points(0...16),
        .leftEyebrow: spread(22...26, over: 6), .rightEyebrow: spread(17...21, over: 6),
        .leftEye: points(42...47), .rightEye: points(36...41),
        .nose: [point(30), between(31, 29, 0.35)] + points(31...35) + [between(35, 29, 0.35)],
        .noseCrest: [point(27), between(27, 28), point(28), between(28, 29), point(29), point(30)],
        .medianLine: (Array(27...30) + [33, 51, 62, 66, 57, 8]).map(point),
        .outerLips: points(48...54) + [between(54, 55)] + points(55...59) + [between(59, 48)],
        .innerLips: (Array(61...63) + Array(65...67)).map(point),
        .leftPupil: [middle(42...47)], .rightPupil: [middle(36...41)],
    ])

    static let points65 = Layout([
        .faceContour: spread(0...16, over: 11),
        .leftEyebrow: spread(22...26, over: 4), .rightEyebrow: spread(17...21, over: 4),
        .leftEye: eye(42), .rightEye: eye(36),
        .nose: [between(28, 39, 0.5), between(31, 29, 0.35)] + points(31...35) + [between(35, 29, 0.35), between(28, 42, 0.5)],
        .noseCrest: [point(27), between(28, 29), point(30)],
        .medianLine: [point(27), between(28, 29), point(30)] + [33, 51, 62, 66, 57, 8].map(point),
        .outerLips: points(48...54) + points(56...58),
        .innerLips: (Array(61...63) + Array(65...67)).map(point),
        .leftPupil: [middle(42...47)], .rightPupil: [middle(36...41)],
    ])

    private static func point(_ index: Int) -> PointBlend { PointBlend([(index, 1)]) }

    private static func points(_ indices: ClosedRange<Int>) -> [PointBlend] { indices.map(point) }

    /// The point at the fraction `part` of the line from one point to another.
    private static func between(_ from: Int, _ to: Int, _ part: Double = 0.5) -> PointBlend { PointBlend([(from, 1 - part), (to, part)]) }

    private static func middle(_ indices: ClosedRange<Int>) -> PointBlend {
        PointBlend(indices.map { ($0, 1 / Double(indices.count)) })
    }

    /// Points at equal steps along the line through the given points.
    private static func spread(_ indices: ClosedRange<Int>, over count: Int) -> [PointBlend] {
        (0..<count).map { step in
            let place = Double(step) * Double(indices.count - 1) / Double(count - 1)
            let before = Int(place)
            guard place > Double(before) else { return point(indices.lowerBound + before) }
            return between(indices.lowerBound + before, indices.lowerBound + before + 1, place - Double(before))
        }
    }

    /// The six points of an eye, and the middles of the upper and the lower lid.
    private static func eye(_ first: Int) -> [PointBlend] {
        [point(first), point(first + 1), between(first + 1, first + 2), point(first + 2), point(first + 3), point(first + 4)]
            + [between(first + 4, first + 5), point(first + 5)]
    }
}
