import CoreGraphics
import JSON

extension JSON {
    /// A normalised rectangle with its origin at the lower left.
    package init(_ rect: CGRect) {
        self = [
            "x": .number(Double(rect.minX)), "y": .number(Double(rect.minY)), "width": .number(Double(rect.width)),
            "height": .number(Double(rect.height)),
        ]
    }

    /// A normalised point with its origin at the lower left.
    package init(_ point: CGPoint) {
        self = .array([.number(Double(point.x)), .number(Double(point.y))])
    }
}
