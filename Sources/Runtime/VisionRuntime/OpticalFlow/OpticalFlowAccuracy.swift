import CKernels

/// The accuracy of optical flow. Each level takes several times as long as the level before.
package enum OpticalFlowAccuracy: Hashable, Sendable {
    /// Flow of half of the image's resolution, hardly refined.
    case low
    /// Flow of half of the image's resolution.
    case medium
    /// Flow of each pixel.
    case high
    /// Flow of each pixel, with edges as sharp as can be.
    case veryHigh

    var effort: OpticalFlowEffort {
        switch self {
        case .low: OpticalFlowEffort(finest_level: 1, patch_step: 5, patch_iterations: 4, refinements: 1, sweeps: 2)
        case .medium: OpticalFlowEffort(finest_level: 1, patch_step: 3, patch_iterations: 12, refinements: 3, sweeps: 5)
        case .high: OpticalFlowEffort(finest_level: 0, patch_step: 4, patch_iterations: 12, refinements: 4, sweeps: 6)
        case .veryHigh: OpticalFlowEffort(finest_level: 0, patch_step: 3, patch_iterations: 24, refinements: 6, sweeps: 8)
        }
    }
}
