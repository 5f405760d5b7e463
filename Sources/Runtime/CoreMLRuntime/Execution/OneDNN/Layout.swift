import COneDNN

/// The dimensions, element type and memory format of a tensor, as oneDNN describes them.
package final class Layout: @unchecked Sendable {
    let pointer: OpaquePointer
    let dimensions: [Int]

    /// The element types that values take inside a plan.
    enum Element: Sendable {
        case float32
        case bfloat16
        case int8
        case uint8

        var size: Int {
            switch self {
            case .float32: 4
            case .bfloat16: 2
            case .int8, .uint8: 1
            }
        }

        var code: KernelElement {
            switch self {
            case .float32: KernelElementFloat32
            case .bfloat16: KernelElementBFloat16
            case .int8: KernelElementInt8
            case .uint8: KernelElementUInt8
            }
        }
    }

    enum Format: Sendable {
        case any
        case rowMajor
        case channelsLast
        case blocked16
        case blocked8
        case other

        /// The number of channels in a block; `nil` for formats without blocks.
        var block: Int? {
            switch self {
            case .blocked16: 16
            case .blocked8: 8
            case .any, .rowMajor, .channelsLast, .other: nil
            }
        }

        fileprivate var code: onednn_format {
            switch self {
            case .any: ONEDNN_ANY
            case .rowMajor: ONEDNN_ROW_MAJOR
            case .channelsLast: ONEDNN_CHANNELS_LAST
            case .blocked16: ONEDNN_BLOCKED_16
            case .blocked8: ONEDNN_BLOCKED_8
            case .other: ONEDNN_OTHER
            }
        }
    }

    /// Takes ownership of `pointer`.
    init(owning pointer: OpaquePointer, dimensions: [Int]) {
        self.pointer = pointer
        self.dimensions = dimensions
    }

    deinit { onednn_layout_destroy(pointer) }

    convenience init(_ element: Element, _ dimensions: [Int], _ format: Format = .rowMajor) throws {
        // oneDNN has no rank 0.
        let dimensions = dimensions.isEmpty ? [1] : dimensions
        var result: OpaquePointer?
        try OneDNN.check(
            onednn_layout_create(element.code, Int32(dimensions.count), dimensions.map(Int64.init), format.code, &result))
        self.init(owning: try OneDNN.unwrap(result), dimensions: dimensions)
    }

    convenience init(_ element: Element, _ dimensions: [Int], strides: [Int]) throws {
        var result: OpaquePointer?
        try OneDNN.check(
            onednn_layout_create_strided(
                element.code, Int32(dimensions.count), dimensions.map(Int64.init), strides.map(Int64.init), &result))
        self.init(owning: try OneDNN.unwrap(result), dimensions: dimensions)
    }

    var byteCount: Int { onednn_layout_byte_count(pointer) }

    var element: Element {
        switch onednn_layout_type(pointer) {
        case KernelElementBFloat16: .bfloat16
        case KernelElementInt8: .int8
        case KernelElementUInt8: .uint8
        default: .float32
        }
    }

    var format: Format {
        switch onednn_layout_format(pointer) {
        case ONEDNN_ROW_MAJOR: .rowMajor
        case ONEDNN_CHANNELS_LAST: .channelsLast
        case ONEDNN_BLOCKED_16: .blocked16
        case ONEDNN_BLOCKED_8: .blocked8
        default: .other
        }
    }

    /// Whether the elements are stored as in a dense row-major array. This includes blocked formats if all dimensions except the channels are 1.
    var isRowMajor: Bool { onednn_layout_is_row_major(pointer) }

    /// The layout of this memory with permuted dimensions: dimension `i` of the result is dimension `permutation[i]` of this layout.
    func transposed(_ permutation: [Int]) throws -> Layout {
        var inverse = [Int32](repeating: 0, count: permutation.count)
        for (to, from) in permutation.enumerated() { inverse[from] = Int32(to) }
        var result: OpaquePointer?
        try OneDNN.check(onednn_layout_permuted(pointer, Int32(inverse.count), inverse, &result))
        return Layout(owning: try OneDNN.unwrap(result), dimensions: permutation.map { dimensions[$0] })
    }

    func matches(_ other: Layout) -> Bool { self === other || onednn_layout_equal(pointer, other.pointer) }
}

/// Turns the shim's status codes into errors.
enum OneDNN {
    static func check(_ status: onednn_status) throws {
        guard status != ONEDNN_SUCCESS else { return }
        let message = String(cString: onednn_last_message())
        if status == ONEDNN_UNIMPLEMENTED { throw RuntimeError.unsupported("oneDNN: \(message)") }
        throw RuntimeError.failed("oneDNN: \(message)")
    }

    static func unwrap(_ pointer: OpaquePointer?) throws -> OpaquePointer {
        guard let pointer else { throw RuntimeError.failed("oneDNN returned nothing") }
        return pointer
    }
}
