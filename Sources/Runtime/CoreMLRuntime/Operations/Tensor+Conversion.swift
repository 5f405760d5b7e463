import CKernels

extension Tensor {
    /// Converts the elements to another type. Numbers that become integers are truncated towards zero and saturate, and NaN becomes zero. As a
    /// Boolean, every number except zero is `true`. If the type is the same, returns the tensor itself.
    package func converted(to scalar: ScalarType) -> Tensor {
        if scalar == self.scalar { return self }
        let result = Tensor(uninitialized: TensorType(scalar, shape))
        convert(into: result)
        return result
    }

    /// Writes the converted elements into `target`, which has the same count.
    func convert(into target: Tensor) {
        switch (scalar, target.scalar) {
        case (let from, let to) where from == to: target.copyBytes(of: self)
        case (.float32, .float16): narrow(into: target)
        case (.float16, .float32): kernel_widen_float16(pointer, target.floatPointer, min(count, target.count))
        case (.int32, .float32): map(Int32.self, target, Float.self) { Float($0) }
        case (.float32, .int32): map(Float.self, target, Int32.self) { Int32(truncatingAndClamping: Double($0)) }
        case (.float16, _): convertFloating(Float16.self, target)
        case (.float32, _): convertFloating(Float.self, target)
        case (.float64, _): convertFloating(Double.self, target)
        case (.int8, _): convertInteger(Int8.self, target)
        case (.uint8, _): convertInteger(UInt8.self, target)
        case (.int16, _): convertInteger(Int16.self, target)
        case (.uint16, _): convertInteger(UInt16.self, target)
        case (.int32, _): convertInteger(Int32.self, target)
        case (.uint32, _): convertInteger(UInt32.self, target)
        case (.int64, _): convertInteger(Int64.self, target)
        case (.bool, _): convertInteger(UInt8.self, target)
        }
    }

    private func narrow(into target: Tensor) {
        #if arch(arm64)
            map(Float.self, target, Float16.self) { Float16($0) }
        #else
            map(Float.self, target, UInt16.self) { UInt16(truncatingIfNeeded: $0.roundedHalf) }
        #endif
    }

    private func convertFloating<Element: BinaryFloatingPoint & BitwiseCopyable>(_: Element.Type, _ target: Tensor) {
        switch target.scalar {
        case .float16: map(Element.self, target, Float16.self) { Float16($0) }
        case .float32: map(Element.self, target, Float.self) { Float($0) }
        case .float64: map(Element.self, target, Double.self) { Double($0) }
        case .int8: map(Element.self, target, Int8.self) { Int8(truncatingAndClamping: Double($0)) }
        case .uint8: map(Element.self, target, UInt8.self) { UInt8(truncatingAndClamping: Double($0)) }
        case .int16: map(Element.self, target, Int16.self) { Int16(truncatingAndClamping: Double($0)) }
        case .uint16: map(Element.self, target, UInt16.self) { UInt16(truncatingAndClamping: Double($0)) }
        case .int32: map(Element.self, target, Int32.self) { Int32(truncatingAndClamping: Double($0)) }
        case .uint32: map(Element.self, target, UInt32.self) { UInt32(truncatingAndClamping: Double($0)) }
        case .int64: map(Element.self, target, Int64.self) { Int64(truncatingAndClamping: Double($0)) }
        case .bool: map(Element.self, target, UInt8.self) { $0 != 0 ? 1 : 0 }
        }
    }

    private func convertInteger<Element: FixedWidthInteger & BitwiseCopyable>(_: Element.Type, _ target: Tensor) {
        switch target.scalar {
        case .float16: map(Element.self, target, Float16.self) { Float16(Float($0)) }
        case .float32: map(Element.self, target, Float.self) { Float($0) }
        case .float64: map(Element.self, target, Double.self) { Double($0) }
        case .int8: map(Element.self, target, Int8.self) { Int8(clamping: $0) }
        case .uint8: map(Element.self, target, UInt8.self) { UInt8(clamping: $0) }
        case .int16: map(Element.self, target, Int16.self) { Int16(clamping: $0) }
        case .uint16: map(Element.self, target, UInt16.self) { UInt16(clamping: $0) }
        case .int32: map(Element.self, target, Int32.self) { Int32(clamping: $0) }
        case .uint32: map(Element.self, target, UInt32.self) { UInt32(clamping: $0) }
        case .int64: map(Element.self, target, Int64.self) { Int64(clamping: $0) }
        case .bool: map(Element.self, target, UInt8.self) { $0 != 0 ? 1 : 0 }
        }
    }

    @inline(__always)
    private func map<From, To>(_: From.Type, _ target: Tensor, _: To.Type, _ convert: (From) -> To) {
        let from = pointer.assumingMemoryBound(to: From.self)
        let to = target.pointer.assumingMemoryBound(to: To.self)
        for index in 0..<min(count, target.count) { to[index] = convert(from[index]) }
    }
}

extension Float {
    /// The bits of the nearest float16, ties to even, for processors without an instruction for it. There is no branch, so that vector instructions
    /// can round several numbers together.
    var roundedHalf: UInt32 {
        let magnitude: UInt32 = bitPattern & 0x7fff_ffff
        let kept: UInt32 = magnitude >> 13
        // Changes the exponent's bias from 127 to 15, and rounds. The rounding adds half of the last kept bit, or slightly less if that bit is 0.
        let biased: UInt32 = magnitude &- 0x3800_0000 &+ 0xfff &+ (kept & 1)
        // Numbers below 2⁻¹⁴ become a multiple of 2⁻²⁴. The sum with 0.5 has that multiple in its last bits.
        let subnormal: UInt32 = (Float(bitPattern: magnitude) + 0.5).bitPattern &- 0x3f00_0000
        let finite: UInt32 = magnitude < 0x3880_0000 ? subnormal : biased >> 13
        let special: UInt32 = magnitude > 0x7f80_0000 ? 0x7e00 | (kept & 0x3ff) : 0x7c00
        let sign: UInt32 = (bitPattern >> 16) & 0x8000
        return sign | (magnitude < 0x4780_0000 ? finite : special)
    }
}

extension FixedWidthInteger {
    /// Truncates `value`. The result saturates, and NaN becomes zero.
    init(truncatingAndClamping value: Double) {
        if value.isNaN {
            self = 0
        } else if value >= Double(Self.max) {
            self = .max
        } else if value <= Double(Self.min) {
            self = .min
        } else {
            self = Self(value)
        }
    }
}
