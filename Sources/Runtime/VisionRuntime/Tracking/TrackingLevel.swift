import CKernels

/// The accuracy of a tracker.
package enum TrackingLevel: Hashable, Sendable {
    /// A search window of 32 × 32 cells.
    case fast
    /// A search window of 64 × 64 cells, for more precise positions. After the object is lost, additional windows are searched.
    case accurate

    var settings: TrackingSettings {
        switch self {
        case .fast: TrackingSettings(cells: 32, search: 5, scales: 17, scale_step: 1.02, detections: 4)
        case .accurate: TrackingSettings(cells: 64, search: 5, scales: 17, scale_step: 1.02, detections: 8)
        }
    }

    /// The longer side of the rectified picture of a rectangle, in pixels.
    var rectifiedSide: Int { self == .fast ? 128 : 192 }
}
