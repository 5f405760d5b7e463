import VisionRuntime

/// The angle by which an image is tilted.
open class VNHorizonObservation: VNObservation, @unchecked Sendable {
    /// The horizon's angle to the horizontal, in radians, counterclockwise in the image.
    public let angle: CGFloat

    init(_ origin: Origin, _ finding: HorizonFinding) {
        angle = CGFloat(finding.angle)
        super.init(origin, confidence: finding.confidence)
    }

    /// The transform that rotates the image about its lower left corner, so that the horizon becomes level.
    public var transform: CGAffineTransform { CGAffineTransform(rotationAngle: -angle) }

    /// The transform that rotates an image of the given size about its centre, so that the horizon becomes level. Coordinates are in
    /// pixels, with the origin at the lower left.
    public func transform(forImageWidth width: Int, height: Int) -> CGAffineTransform {
        CGAffineTransform(leveling: angle, imageSize: CGSize(width: width, height: height))
    }

    private struct Contents: Codable {
        let angle: Double
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNHorizonObservation.self) else { return nil }
        angle = CGFloat(contents.angle)
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: Contents(angle: Double(angle)), of: VNHorizonObservation.self)
    }

    open override var description: String { super.description + " angle \(angle)" }
}

extension CGAffineTransform {
    /// Creates the transform that rotates an image about its centre, so that the horizon becomes level.
    ///
    /// - Parameter angle: the horizon's angle, in radians, counterclockwise.
    init(leveling angle: CGFloat, imageSize: CGSize) {
        self = CGAffineTransform(translationX: imageSize.width / 2, y: imageSize.height / 2).rotated(by: -angle)
            .translatedBy(x: -imageSize.width / 2, y: -imageSize.height / 2)
    }
}
