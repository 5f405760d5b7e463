import VisionRuntime

/// The contours of an image. Points are normalised to the request's region of interest, which is the whole upright image by default. The
/// origin is at the lower left.
open class VNContoursObservation: VNObservation, @unchecked Sendable {
    let tree: ContourTree

    init(_ origin: Origin, _ tree: ContourTree) {
        self.tree = tree
        super.init(origin, confidence: 1)
    }

    /// The number of all contours, including nested ones.
    public var contourCount: Int { tree.count }

    /// The contour at an index among all contours. A contour comes after its parent.
    ///
    /// - Throws: `outOfBoundsError` if the index is out of range.
    public func contour(at contourIndex: Int) throws -> VNContour {
        guard let shape = tree[contourIndex] else {
            throw VNErrorCode.outOfBoundsError.error("there is no contour \(contourIndex) among \(contourCount)")
        }
        return VNContour(shape, revision: requestRevision)
    }

    /// The contour at an index path. The first index selects a top-level contour. Each further index selects a child of the contour that was selected
    /// so far.
    ///
    /// - Throws: `outOfBoundsError` if there is no such contour.
    public func contour(at indexPath: IndexPath) throws -> VNContour {
        guard let shape = tree[path: indexPath] else {
            throw VNErrorCode.outOfBoundsError.error("there is no contour at \(Array(indexPath))")
        }
        return VNContour(shape, revision: requestRevision)
    }

    /// The number of contours that do not lie inside another contour.
    public var topLevelContourCount: Int { tree.topLevelCount }

    /// The contours that do not lie inside another contour.
    public var topLevelContours: [VNContour] { tree.topLevel.map { VNContour($0, revision: requestRevision) } }

    /// All contours as one path.
    public var normalizedPath: CGPath { tree.path }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contours: ArchivedContours = coder.decodeContents(of: VNContoursObservation.self), let tree = contours.tree else {
            return nil
        }
        self.tree = tree
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: ArchivedContours(tree), of: VNContoursObservation.self)
    }

    open override var description: String { super.description + " \(contourCount) contours" }
}
