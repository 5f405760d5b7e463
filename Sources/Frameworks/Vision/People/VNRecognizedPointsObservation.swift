import CoreML
import VisionRuntime

/// The names of the points and groups in an observation class.
struct PointLayout {
    /// The names of the points, in the order of the points in an analysis's finding.
    let keys: [VNRecognizedPointKey]
    /// All groups except the group of all points.
    let groups: [(key: VNRecognizedPointGroupKey, members: [VNRecognizedPointKey])]
    /// The names of the points in the last dimension of the multi-array.
    let arrayKeys: [VNRecognizedPointKey]

    static let none = PointLayout(keys: [], groups: [], arrayKeys: [])

    var groupKeys: [VNRecognizedPointGroupKey] { groups.map(\.key) + [.all] }

    /// The keys of a group's points; `nil` if there is no such group.
    func members(of group: VNRecognizedPointGroupKey) -> [VNRecognizedPointKey]? {
        group == .all ? keys : groups.first { $0.key == group }?.members
    }
}

/// The points of a detected body or hand.
///
/// The observation has a point for every key in ``availableKeys``. A point that was not found lies at the origin, with a confidence of 0.
open class VNRecognizedPointsObservation: VNObservation, @unchecked Sendable {
    /// The points, in the order of the layout's keys.
    let points: [FoundPoint]

    class var layout: PointLayout { .none }

    init(_ origin: Origin, points: [FoundPoint], confidence: VNConfidence) {
        self.points = points
        super.init(origin, confidence: confidence)
    }

    /// The names of all points in observations of this class.
    public var availableKeys: [VNRecognizedPointKey] { Self.layout.keys }

    /// The names of all groups in observations of this class.
    public var availableGroupKeys: [VNRecognizedPointGroupKey] { Self.layout.groupKeys }

    /// A point by its name, normalised to the upright image with the origin at the lower left. The points of hands and of people's bodies are
    /// normalised to the request's ``VNImageBasedRequest/regionOfInterest``.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableKeys``.
    public func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint {
        guard let index = Self.layout.keys.firstIndex(of: pointKey), points.indices.contains(index) else {
            throw VNErrorCode.invalidArgument.error("there is no point '\(pointKey.rawValue)' in a \(Self.self)")
        }
        let point = points[index]
        return VNRecognizedPoint(
            x: Double(point.location.x), y: Double(point.location.y), confidence: point.confidence, identifier: pointKey)
    }

    /// The points of a group.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableGroupKeys``.
    public func recognizedPoints(
        forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint] {
        guard let members = Self.layout.members(of: groupKey) else {
            throw VNErrorCode.invalidArgument.error("there is no group '\(groupKey.rawValue)' in a \(Self.self)")
        }
        return try members.reduce(into: [:]) { $0[$1] = try recognizedPoint(forKey: $1) }
    }

    /// The points in the layout for Create ML's classifiers: 32-bit floating-point numbers of shape [1, 3, number of points]. The second dimension is
    /// x, y and confidence.
    public func keypointsMultiArray() throws -> MLMultiArray {
        let layout = Self.layout
        return try MLMultiArray(keypoints: layout.arrayKeys.compactMap { key in layout.keys.firstIndex(of: key).map { points[$0] } })
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let points: [FoundPoint] = coder.decodeContents(of: VNRecognizedPointsObservation.self),
            points.count == Self.layout.keys.count
        else { return nil }
        self.points = points
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: points, of: VNRecognizedPointsObservation.self)
    }

    open override var description: String { super.description + " \(points.count(where: \.isFound)) of \(points.count) points" }
}

extension MLMultiArray {
    /// Creates an array of shape [1, 3, number of points]. The second dimension is x, y and confidence.
    convenience init(keypoints points: [FoundPoint]) throws {
        try self.init(shape: [1, 3, NSNumber(value: points.count)], dataType: .float32)
        let numbers = points.map { Float($0.location.x) } + points.map { Float($0.location.y) } + points.map(\.confidence)
        withUnsafeMutableBufferPointer(ofType: Float.self) { elements, _ in
            for (index, number) in numbers.enumerated() { elements[index] = number }
        }
    }
}
