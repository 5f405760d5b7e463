import CKernels

/// How much of the picture a tracker looks at.
package enum TrackingLevel: Hashable, Sendable {
    /// A window of 32 × 32 cells.
    case fast
    /// A window of 64 × 64 cells, for more precise positions, and more windows when the object is lost.
    case accurate

    var settings: TrackingSettings {
        switch self {
        case .fast: TrackingSettings(cells: 32, search: 5, scales: 17, scale_step: 1.02, detections: 4)
        case .accurate: TrackingSettings(cells: 64, search: 5, scales: 17, scale_step: 1.02, detections: 8)
        }
    }

    /// The longer side of the rectified picture of a rectangle.
    var rectifiedSide: Int { self == .fast ? 128 : 192 }
}
