import Foundation

/// The number type of the sides and areas of boxes.
protocol BoxNumber: Comparable, AdditiveArithmetic {
    static func * (a: Self, b: Self) -> Self
}

extension Float: BoxNumber {}
extension CGFloat: BoxNumber {}

/// A rectangle whose sides are parallel to the axes.
protocol AxisAlignedBox {
    associatedtype Number: BoxNumber
    var minX: Number { get }
    var minY: Number { get }
    var maxX: Number { get }
    var maxY: Number { get }
    var area: Number { get }
}

extension AxisAlignedBox {
    /// The area of the intersection of two boxes, and the area of their union.
    func areas(with other: Self) -> (shared: Number, covered: Number) {
        let across = min(maxX, other.maxX) - max(minX, other.minX)
        let down = min(maxY, other.maxY) - max(minY, other.minY)
        let shared = across > .zero && down > .zero ? across * down : .zero
        return (shared, area + other.area - shared)
    }

    /// Intersection over union, 0…1. It is 0 for boxes without a common area.
    func intersectionOverUnion(with other: Self) -> Number where Number: FloatingPoint {
        let areas = areas(with: other)
        return areas.shared > 0 && areas.covered > 0 ? areas.shared / areas.covered : 0
    }
}

/// A box by its centre and its size.
struct CenteredBox: AxisAlignedBox {
    var x, y, width, height: Float

    var minX: Float { x - width / 2 }
    var minY: Float { y - height / 2 }
    var maxX: Float { x + width / 2 }
    var maxY: Float { y + height / 2 }
    var area: Float { width * height }

    func contains(_ pointX: Float, _ pointY: Float) -> Bool { 2 * abs(pointX - x) < width && 2 * abs(pointY - y) < height }
}

extension CenteredBox {
    /// - Parameter numbers: centre x and y, width and height.
    init(_ numbers: UnsafePointer<Float>) {
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension CGRect: AxisAlignedBox {
    var area: CGFloat { width * height }

    /// Intersection over union, 0…1. It is 0 for rectangles without a common area.
    package func intersectionOverUnion(with other: CGRect) -> Double {
        let ratio: CGFloat = intersectionOverUnion(with: other)
        return Double(ratio)
    }
}
