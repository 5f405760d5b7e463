import CoreGraphics

/// The contours of an image as a tree: outlines, the holes in them, the shapes in the holes, and so on.
package final class ContourTree: Sendable {
    /// The points of all contours, contour by contour, normalised to the upright image, origin at the lower left.
    let points: [SIMD2<Float>]
    /// The index of each contour's parent; -1 for none. A contour comes after its parent.
    let parents: [Int]
    /// The end index of each contour's points in `points`.
    private let ends: [Int]
    /// The image's width over its height.
    package let aspectRatio: Float
    /// The children of all contours, grouped by parent (`children`), and the end index of each group (`childEnds`). The first group has the top-level
    /// contours.
    private let children: [Int]
    private let childEnds: [Int]
    /// The index of each contour among the children of its parent.
    private let places: [Int]

    /// - Precondition: `parents` and `ends` have one element for each contour. A contour comes after its parent. The elements of `ends` do not
    ///   decrease, and the last one is the number of points.
    package init(points: [SIMD2<Float>], parents: [Int], ends: [Int], aspectRatio: Float) {
        precondition(parents.count == ends.count && (ends.last ?? 0) == points.count)
        self.points = points
        self.parents = parents
        self.ends = ends
        self.aspectRatio = aspectRatio
        var counts = [Int](repeating: 0, count: parents.count + 1)
        var places: [Int] = []
        for parent in parents {
            places.append(counts[parent + 1])
            counts[parent + 1] += 1
        }
        var starts = [0]
        for count in counts { starts.append(starts[starts.count - 1] + count) }
        var children = [Int](repeating: 0, count: parents.count)
        for (index, parent) in parents.enumerated() { children[starts[parent + 1] + places[index]] = index }
        self.places = places
        self.children = children
        childEnds = Array(starts.dropFirst())
    }

    /// Makes a tree without contours.
    package convenience init(aspectRatio: Float) {
        self.init(points: [], parents: [], ends: [], aspectRatio: aspectRatio)
    }

    package var count: Int { parents.count }

    /// The contours that do not lie in another contour.
    package var topLevel: [ContourShape] { shapes(within: -1) }

    package var topLevelCount: Int { childEnds[0] }

    package subscript(index: Int) -> ContourShape? {
        parents.indices.contains(index) ? ContourShape(tree: self, index: index) : nil
    }

    /// The contour at a path that starts at the top level.
    package subscript(path path: IndexPath) -> ContourShape? {
        var index = -1
        for place in path {
            let children = childIndices(index)
            guard place >= 0, place < children.count else { return nil }
            index = children[children.startIndex + place]
        }
        return self[index]
    }

    package var path: CGPath {
        let path = CGMutablePath()
        for index in parents.indices { path.add(points[pointRange(index)]) }
        return path
    }

    func pointRange(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// - Parameter parent: -1 for the contours of the top level.
    func childIndices(_ parent: Int) -> ArraySlice<Int> { children[(parent < 0 ? 0 : childEnds[parent])..<childEnds[parent + 1]] }

    func shapes(within parent: Int) -> [ContourShape] { childIndices(parent).map { ContourShape(tree: self, index: $0) } }

    func indexPath(of index: Int) -> IndexPath {
        var path: [Int] = []
        var index = index
        while index >= 0 {
            path.append(places[index])
            index = parents[index]
        }
        return IndexPath(indexes: path.reversed())
    }
}

extension ContourTree: Hashable {
    package static func == (left: ContourTree, right: ContourTree) -> Bool {
        left === right
            || (left.parents == right.parents && left.ends == right.ends && left.aspectRatio == right.aspectRatio
                && left.points == right.points)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(parents.count)
        hasher.combine(points.count)
        hasher.combine(points.first)
    }
}

extension ContourTree: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> ContourTree {
        let places = points.map { point in
            let place = coordinates.point(CGPoint(x: CGFloat(point.x), y: CGFloat(point.y)))
            return SIMD2(Float(place.x), Float(place.y))
        }
        return ContourTree(points: places, parents: parents, ends: ends, aspectRatio: coordinates.aspectRatio(inImage: aspectRatio))
    }
}

/// The contours in the form of an archive.
package struct ArchivedContours: Codable {
    private let points: Data
    private let parents: [Int]
    private let ends: [Int]
    private let aspectRatio: Float

    package init(_ tree: ContourTree) {
        points = tree.points.withUnsafeBytes { Data($0) }
        parents = tree.parents
        ends = tree.parents.indices.map { tree.pointRange($0).upperBound }
        aspectRatio = tree.aspectRatio
    }

    /// The contours as a tree; `nil` if the archive is damaged.
    package var tree: ContourTree? {
        let count = points.count / MemoryLayout<SIMD2<Float>>.stride
        guard parents.count == ends.count, (ends.last ?? 0) == count, zip([0] + ends, ends).allSatisfy({ 0 <= $0 && $0 <= $1 }),
            parents.enumerated().allSatisfy({ -1 <= $1 && $1 < $0 })
        else { return nil }
        let points = self.points.withUnsafeBytes { bytes in
            (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<SIMD2<Float>>.stride, as: SIMD2<Float>.self) }
        }
        return ContourTree(points: points, parents: parents, ends: ends, aspectRatio: aspectRatio)
    }
}

extension CGMutablePath {
    /// Adds a closed polygon.
    func add(_ points: ArraySlice<SIMD2<Float>>) {
        guard !points.isEmpty else { return }
        addLines(between: points.map { CGPoint(x: CGFloat($0.x), y: CGFloat($0.y)) })
        closeSubpath()
    }
}
