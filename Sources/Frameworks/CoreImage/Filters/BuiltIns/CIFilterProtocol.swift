import CoreGraphics

/// A filter with named inputs and an output image.
public protocol CIFilterProtocol: AnyObject {
    /// The output that the filter computes from its inputs; `nil` if a required input is missing.
    var outputImage: CIImage? { get }
    /// The value of an input.
    func value(forKey key: String) -> Any?
    /// Sets an input.
    func setValue(_ value: Any?, forKey key: String)
}

extension CIFilterProtocol {
    func image(_ key: String) -> CIImage? { value(forKey: key) as? CIImage }
    func number(_ key: String) -> Float { Float(FilterValues.number(value(forKey: key)) ?? 0) }
    func count(_ key: String) -> Int { Int(exactly: Double(number(key)).rounded()) ?? 0 }
    func flag(_ key: String) -> Bool { number(key) != 0 }
    func color(_ key: String) -> CIColor { value(forKey: key) as? CIColor ?? .black }
    func vector(_ key: String) -> CIVector { value(forKey: key) as? CIVector ?? CIVector([]) }
    func data(_ key: String) -> Data { value(forKey: key) as? Data ?? Data() }
    func text(_ key: String) -> String { value(forKey: key) as? String ?? "" }
    func transform(_ key: String) -> CGAffineTransform { value(forKey: key) as? CGAffineTransform ?? .identity }
    func space(_ key: String) -> CGColorSpace? { value(forKey: key) as? CGColorSpace }

    func point(_ key: String) -> CGPoint {
        let numbers = FilterValues.vector(value(forKey: key)) ?? []
        return numbers.count < 2 ? .zero : CGPoint(x: numbers[0], y: numbers[1])
    }

    func rect(_ key: String) -> CGRect {
        let numbers = FilterValues.vector(value(forKey: key)) ?? []
        return numbers.count < 4 ? .zero : CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
