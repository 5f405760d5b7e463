import Foundation

/// The channels of a planar tensor.
package enum TensorChannels: Hashable, Sendable {
    case rgb, bgr, gray

    package var count: Int { self == .gray ? 1 : 3 }
}
