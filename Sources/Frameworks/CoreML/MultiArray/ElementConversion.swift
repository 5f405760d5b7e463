import Foundation

/// A Swift type that a multi-array can hold. Values of each of these types can be converted to every other one. Conversions to integers truncate
/// towards zero and saturate. A NaN becomes 0.
protocol ArrayElement {
    static func make<Source: ArrayElement>(_ source: Source) -> Self
    var asDouble: Double { get }
    var asFloat: Float { get }
    var asFloat16: Float16 { get }
    var asInt32: Int32 { get }
    var asInt8: Int8 { get }
}

private func saturating<Integer: FixedWidthInteger>(_ value: Double, _ type: Integer.Type) -> Integer {
    if value.isNaN { return 0 }
    if value >= Double(Integer.max) { return Integer.max }
    if value <= Double(Integer.min) { return Integer.min }
    return Integer(value)
}

extension Double: ArrayElement {
    static func make<Source: ArrayElement>(_ source: Source) -> Double { source.asDouble }
    var asDouble: Double { self }
    var asFloat: Float { Float(self) }
    var asFloat16: Float16 { Float16(self) }
    var asInt32: Int32 { saturating(self, Int32.self) }
    var asInt8: Int8 { saturating(self, Int8.self) }
}

extension Float: ArrayElement {
    static func make<Source: ArrayElement>(_ source: Source) -> Float { source.asFloat }
    var asDouble: Double { Double(self) }
    var asFloat: Float { self }
    var asFloat16: Float16 { Float16(self) }
    var asInt32: Int32 { saturating(Double(self), Int32.self) }
    var asInt8: Int8 { saturating(Double(self), Int8.self) }
}

extension Float16: ArrayElement {
    static func make<Source: ArrayElement>(_ source: Source) -> Float16 { source.asFloat16 }
    var asDouble: Double { Double(self) }
    var asFloat: Float { Float(self) }
    var asFloat16: Float16 { self }
    var asInt32: Int32 { saturating(Double(self), Int32.self) }
    var asInt8: Int8 { saturating(Double(self), Int8.self) }
}

extension Int32: ArrayElement {
    static func make<Source: ArrayElement>(_ source: Source) -> Int32 { source.asInt32 }
    var asDouble: Double { Double(self) }
    var asFloat: Float { Float(self) }
    var asFloat16: Float16 { Float16(Double(self)) }
    var asInt32: Int32 { self }
    var asInt8: Int8 { Int8(clamping: self) }
}

extension Int8: ArrayElement {
    static func make<Source: ArrayElement>(_ source: Source) -> Int8 { source.asInt8 }
    var asDouble: Double { Double(self) }
    var asFloat: Float { Float(self) }
    var asFloat16: Float16 { Float16(self) }
    var asInt32: Int32 { Int32(self) }
    var asInt8: Int8 { self }
}

/// The address and the strides of an array in memory. Strides are in elements, not bytes.
struct ArrayLayout {
    var type: MLMultiArrayDataType
    var strides: [Int]
}

/// Copies an array of `shape`, converting the element type and the layout.
///
/// Both pointers must cover every element that their strides reach. Contiguous runs of elements are copied as bytes if both types are the same.
func copyElements(
    from source: UnsafeRawPointer, _ sourceLayout: ArrayLayout, to destination: UnsafeMutableRawPointer,
    _ destinationLayout: ArrayLayout, shape: [Int]
) {
    if shape.contains(0) { return }
    let runs = mergedDimensions(shape, sourceLayout.strides, destinationLayout.strides)
    if sourceLayout.type == destinationLayout.type {
        switch sourceLayout.type.byteSize {
        case 8: moveRuns(runs, source, UInt64.self, destination, UInt64.self) { $0 }
        case 4: moveRuns(runs, source, UInt32.self, destination, UInt32.self) { $0 }
        case 2: moveRuns(runs, source, UInt16.self, destination, UInt16.self) { $0 }
        default: moveRuns(runs, source, UInt8.self, destination, UInt8.self) { $0 }
        }
        return
    }
    // The types are concrete, so that the compiler makes a separate loop for every pair.
    switch sourceLayout.type {
    case .double: convertRuns(runs, source, Double.self, destination, destinationLayout.type)
    case .float32: convertRuns(runs, source, Float.self, destination, destinationLayout.type)
    case .float16: convertRuns(runs, source, Float16.self, destination, destinationLayout.type)
    case .int32: convertRuns(runs, source, Int32.self, destination, destinationLayout.type)
    case .int8: convertRuns(runs, source, Int8.self, destination, destinationLayout.type)
    }
}

private func convertRuns<Source: ArrayElement>(
    _ runs: [MergedDimension], _ source: UnsafeRawPointer, _: Source.Type, _ destination: UnsafeMutableRawPointer,
    _ destinationType: MLMultiArrayDataType
) {
    switch destinationType {
    case .double: convertRuns(runs, source, Source.self, destination, Double.self)
    case .float32: convertRuns(runs, source, Source.self, destination, Float.self)
    case .float16: convertRuns(runs, source, Source.self, destination, Float16.self)
    case .int32: convertRuns(runs, source, Source.self, destination, Int32.self)
    case .int8: convertRuns(runs, source, Source.self, destination, Int8.self)
    }
}

private func convertRuns<Source: ArrayElement, Destination: ArrayElement>(
    _ runs: [MergedDimension], _ source: UnsafeRawPointer, _: Source.Type, _ destination: UnsafeMutableRawPointer,
    _: Destination.Type
) {
    moveRuns(runs, source, Source.self, destination, Destination.self) { Destination.make($0) }
}

/// A loop of a strided copy. The loops are listed from the outermost to the innermost.
private struct MergedDimension {
    var count: Int
    var source: Int
    var destination: Int
}

/// Merges neighbouring dimensions that are contiguous in both layouts, so that a contiguous array is a single run.
private func mergedDimensions(_ shape: [Int], _ source: [Int], _ destination: [Int]) -> [MergedDimension] {
    var merged: [MergedDimension] = []
    for axis in shape.indices where shape[axis] != 1 {
        let next = MergedDimension(count: shape[axis], source: source[axis], destination: destination[axis])
        if let last = merged.last, last.source == next.source * next.count, last.destination == next.destination * next.count {
            merged[merged.count - 1] = MergedDimension(
                count: last.count * next.count, source: next.source, destination: next.destination)
        } else {
            merged.append(next)
        }
    }
    return merged.isEmpty ? [MergedDimension(count: 1, source: 1, destination: 1)] : merged
}

@inline(__always)
private func moveRuns<Source, Destination>(
    _ runs: [MergedDimension], _ source: UnsafeRawPointer, _: Source.Type, _ destination: UnsafeMutableRawPointer,
    _: Destination.Type, _ convert: (Source) -> Destination
) {
    let source = source.assumingMemoryBound(to: Source.self)
    let destination = destination.assumingMemoryBound(to: Destination.self)
    let inner = runs[runs.count - 1]
    let isBytes = inner.source == 1 && inner.destination == 1 && Source.self == Destination.self
    var counters = [Int](repeating: 0, count: runs.count - 1)
    var from = 0
    var to = 0
    while true {
        if isBytes {
            memcpy(destination + to, source + from, inner.count * MemoryLayout<Source>.stride)
        } else if inner.source == 1 && inner.destination == 1 {
            let (row, target) = (source + from, destination + to)
            for index in 0..<inner.count { target[index] = convert(row[index]) }
        } else {
            for index in 0..<inner.count {
                destination[to + index * inner.destination] = convert(source[from + index * inner.source])
            }
        }
        var axis = runs.count - 2
        while axis >= 0 {
            counters[axis] += 1
            from += runs[axis].source
            to += runs[axis].destination
            if counters[axis] < runs[axis].count { break }
            from -= runs[axis].source * runs[axis].count
            to -= runs[axis].destination * runs[axis].count
            counters[axis] = 0
            axis -= 1
        }
        if axis < 0 { return }
    }
}
