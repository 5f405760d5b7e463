import CoreGraphics

/// The inputs of a filter, as the filter's function reads them. If a value is missing, has the wrong type or is a number that is not
/// finite, the key's default replaces it.
struct FilterValues {
    let keys: [FilterKey]
    let values: [String: Any]

    var image: CIImage? { image("inputImage") }

    func image(_ name: String) -> CIImage? { values[name] as? CIImage }

    /// A number, limited to the key's range.
    func number(_ name: String) -> Double {
        guard let key = keys.first(where: { $0.name == name }) else { return 0 }
        var result = Self.number(values[name]) ?? .nan
        if !result.isFinite {
            guard case .number(let initial) = key.initial else { return 0 }
            result = initial
        }
        let range = key.range ?? -1e9...1e9
        return min(max(result, range.lowerBound), range.upperBound)
    }

    func float(_ name: String) -> Float { Float(number(name)) }

    /// A number, rounded to a whole number.
    func count(_ name: String) -> Int { Int(number(name).rounded()) }

    func flag(_ name: String) -> Bool { number(name) != 0 }

    /// A vector of numbers. Missing numbers are 0.
    func vector(_ name: String, count: Int) -> [Double] {
        var initial: [Double] = []
        if case .vector(let numbers)? = keys.first(where: { $0.name == name })?.initial { initial = numbers }
        guard let numbers = Self.vector(values[name]) else { return (0..<count).map { $0 < initial.count ? initial[$0] : 0 } }
        return (0..<count).map { index in
            let number = index < numbers.count ? numbers[index] : 0
            return number.isFinite ? min(max(number, -1e9), 1e9) : index < initial.count ? initial[index] : 0
        }
    }

    func pixel(_ name: String) -> SIMD4<Float> {
        let numbers = vector(name, count: 4)
        return SIMD4(Float(numbers[0]), Float(numbers[1]), Float(numbers[2]), Float(numbers[3]))
    }

    func point(_ name: String) -> SIMD2<Double> {
        let numbers = vector(name, count: 2)
        return SIMD2(numbers[0], numbers[1])
    }

    /// A rectangle; `nil` if there is none or it has no area. It may be infinite.
    func rect(_ name: String) -> CGRect? {
        let numbers: [Double]
        switch values[name] {
        case let rect as CGRect: numbers = [rect.minX, rect.minY, rect.width, rect.height].map { Double($0) }
        case nil: numbers = vector(name, count: 4)
        case let value: numbers = Self.vector(value) ?? []
        }
        guard numbers.count >= 4, numbers.allSatisfy({ !$0.isNaN }) else { return nil }
        let rect = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        return rect.isNull || rect.isEmpty ? nil : rect
    }

    /// A colour in sRGB, not premultiplied.
    func color(_ name: String) -> SIMD4<Float> {
        var color = values[name] as? CIColor
        if color == nil, let other = values[name], type(of: other) == CGColor.self {
            color = (other as? CGColor).map { CIColor(cgColor: $0) }
        }
        if color == nil { color = keys.first { $0.name == name }?.initial.object as? CIColor }
        guard let color else { return SIMD4(0, 0, 0, 1) }
        let pixel = SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
        return SIMD4().replacing(with: pixel, where: pixel .== pixel).clamped(
            lowerBound: SIMD4(repeating: -1e6), upperBound: SIMD4(repeating: 1e6))
    }

    /// A transform with finite numbers.
    var transform: CGAffineTransform {
        let value = values["inputTransform"]
        var result = value as? CGAffineTransform
        if let other = value as? AffineTransform {
            result = CGAffineTransform(a: other.m11, b: other.m12, c: other.m21, d: other.m22, tx: other.tX, ty: other.tY)
        }
        if result == nil { result = (value as? NSAffineTransform)?.cgAffineTransform ?? (value as? CIVector)?.cgAffineTransformValue }
        guard let result, result.isFinite else { return .identity }
        return result
    }

    var message: Data? { (values["inputMessage"] as? Data) ?? (values["inputMessage"] as? NSData).map { $0 as Data } }

    func text(_ name: String) -> String {
        if let text = values[name] as? String { return text }
        if case .text(let text)? = keys.first(where: { $0.name == name })?.initial { return text }
        return ""
    }

    // MARK: - Conversions

    static func number(_ value: Any?) -> Double? {
        switch value {
        case let number as NSNumber: number.doubleValue
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as CGFloat: Double(number)
        case let number as Bool: number ? 1 : 0
        case let number as any BinaryInteger: Double(number)
        default: nil
        }
    }

    static func vector(_ value: Any?) -> [Double]? {
        switch value {
        case let vector as CIVector: (0..<vector.count).map { Double(vector.value(at: $0)) }
        case let point as CGPoint: [Double(point.x), Double(point.y)]
        case let rect as CGRect: [Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height)]
        case let numbers as [Double]: numbers
        case let numbers as [CGFloat]: numbers.map { Double($0) }
        case let numbers as [Float]: numbers.map { Double($0) }
        default: nil
        }
    }
}

extension NSAffineTransform {
    fileprivate var cgAffineTransform: CGAffineTransform {
        let parts = transformStruct
        return CGAffineTransform(a: parts.m11, b: parts.m12, c: parts.m21, d: parts.m22, tx: parts.tX, ty: parts.tY)
    }
}

extension CIVector {
    convenience init(_ numbers: [Double]) {
        let values = numbers.map { CGFloat($0) }
        self.init(values: values, count: values.count)
    }
}
