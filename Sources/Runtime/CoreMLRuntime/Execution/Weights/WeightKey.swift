/// The key under which prepared weights are kept. Plans share weights if they prepare the same numbers in the same way.
struct WeightKey: Hashable {
    /// The name of the node's value.
    var name: String
    /// The name of the preparation; empty for a plain re-order into a layout of the library.
    var form: String
    var numbers: TensorIdentity
    /// The bits of the scale that is folded into the weights.
    var scale: [UInt32]?
}

/// The identity of a tensor's numbers. Numbers in a model's file are identified by the place in the file. Other numbers may be made anew
/// for every plan, and are identified by their contents.
struct TensorIdentity: Hashable {
    private let type: TensorType
    private let first: UInt64
    private let second: UInt64
    /// The file, which is kept so that no other memory gets the same address.
    private let file: MappedBytes?

    init(_ tensor: Tensor) {
        type = tensor.type
        if let place = tensor.place {
            (first, second) = (UInt64(UInt(bitPattern: place.address)), tensor.stored?.digest ?? 0)
            file = place.bytes
        } else {
            (first, second) = withExtendedLifetime(tensor) { TensorIdentity.digest(UnsafeRawBufferPointer(tensor.rawBytes)) }
            file = nil
        }
    }

    static func == (a: TensorIdentity, b: TensorIdentity) -> Bool {
        (a.first, a.second) == (b.first, b.second) && a.type == b.type && (a.file == nil) == (b.file == nil)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(second)
    }

    /// A digest of 128 bits. A change of any byte changes it.
    static func digest(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        var (even, odd): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)
        var offset = 0
        while offset + 16 <= bytes.count {
            even = mixed(even ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            odd = mixed(odd ^ bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            offset += 16
        }
        while offset < bytes.count {
            even = mixed(even ^ UInt64(bytes[offset]))
            offset += 1
        }
        return (mixed(even &+ odd), mixed(even ^ mixed(odd)))
    }

    /// A bijective mixing function: different numbers give different results.
    private static func mixed(_ number: UInt64) -> UInt64 {
        let product = number &* 0x9FB2_1C65_1E98_DF25
        return product ^ (product >> 32)
    }
}
