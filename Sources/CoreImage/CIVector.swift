import CoreGraphics

/// Some numbers.
public final class CIVector: NSObject, NSCopying, @unchecked Sendable {
    private let values: [CGFloat]

    private init(_ values: [CGFloat]) { self.values = values }

    public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
        self.init(Array(UnsafeBufferPointer(start: values, count: max(0, count))))
    }
    public convenience init(x: CGFloat) { self.init([x]) }
    public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }
    public convenience init(cgPoint p: CGPoint) { self.init([p.x, p.y]) }
    /// X, y, width and height.
    public convenience init(cgRect r: CGRect) { self.init([r.minX, r.minY, r.width, r.height]) }
    public convenience init(cgAffineTransform r: CGAffineTransform) { self.init([r.a, r.b, r.c, r.d, r.tx, r.ty]) }
    /// Numbers from a text such as `"[1 2 3]"`; what is no number is left out.
    public convenience init(string representation: String) {
        self.init(representation.split(whereSeparator: { "[], ".contains($0) }).compactMap { Double($0).map { CGFloat($0) } })
    }

    /// The number at an index; 0 beyond the last.
    public func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }
    public var count: Int { values.count }
    public var x: CGFloat { value(at: 0) }
    public var y: CGFloat { value(at: 1) }
    public var z: CGFloat { value(at: 2) }
    public var w: CGFloat { value(at: 3) }
    public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
    public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }
    public var cgAffineTransformValue: CGAffineTransform {
        CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
    }
    public var stringRepresentation: String { "[" + values.map { "\($0)" }.joined(separator: " ") + "]" }

    public func copy(with zone: NSZone? = nil) -> Any { self }
    override public func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }
    override public var hash: Int { values.hashValue }
    override public var description: String { stringRepresentation }
}
