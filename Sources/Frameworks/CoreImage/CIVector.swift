import CoreGraphics

/// A vector of any number of numbers.
public final class CIVector: NSObject, NSCopying, @unchecked Sendable {
    private let values: [CGFloat]

    private init(_ values: [CGFloat]) { self.values = values }

    /// A vector of `count` numbers, which are copied.
    public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
        self.init(Array(UnsafeBufferPointer(start: values, count: max(0, count))))
    }
    /// A vector of the given numbers.
    public convenience init(x: CGFloat) { self.init([x]) }
    /// A vector of the given numbers.
    public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }
    /// A vector of the given numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }
    /// A vector of the given numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }
    /// A vector of the point's x and y.
    public convenience init(cgPoint p: CGPoint) { self.init([p.x, p.y]) }
    /// A vector of the rectangle's x, y, width and height.
    public convenience init(cgRect r: CGRect) { self.init([r.minX, r.minY, r.width, r.height]) }
    /// A vector of the transform's a, b, c, d, tx and ty.
    public convenience init(cgAffineTransform r: CGAffineTransform) { self.init([r.a, r.b, r.c, r.d, r.tx, r.ty]) }
    /// A vector of the numbers in a string such as `"[1 2 3]"`. Anything that is not a number is skipped.
    public convenience init(string representation: String) {
        self.init(representation.split(whereSeparator: { "[], ".contains($0) }).compactMap { Double($0).map { CGFloat($0) } })
    }

    /// The number at an index; 0 if the index is out of range.
    public func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }
    /// The number of elements.
    public var count: Int { values.count }
    /// The first number; 0 if there is none.
    public var x: CGFloat { value(at: 0) }
    /// The second number; 0 if there is none.
    public var y: CGFloat { value(at: 1) }
    /// The third number; 0 if there is none.
    public var z: CGFloat { value(at: 2) }
    /// The fourth number; 0 if there is none.
    public var w: CGFloat { value(at: 3) }
    /// The first two numbers as a point.
    public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
    /// The first four numbers as a rectangle: origin and size.
    public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }
    /// The first six numbers as a transform.
    public var cgAffineTransformValue: CGAffineTransform {
        CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
    }
    /// The numbers as a string in brackets, separated by spaces.
    public var stringRepresentation: String { "[" + values.map { "\($0)" }.joined(separator: " ") + "]" }

    public func copy(with zone: NSZone? = nil) -> Any { self }
    override public func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }
    override public var hash: Int { values.hashValue }
    override public var description: String { stringRepresentation }
}
