import CKernels

/// The accuracy of optical flow. Each level takes several times as long as the level below.
package enum OpticalFlowAccuracy: Hashable, Sendable {
    /// Flow at half of the image's resolution, with little refinement.
    case low
    /// Flow at half of the image's resolution.
    case medium
    /// Flow at the image's resolution.
    case high
    /// Flow at the image's resolution, with the sharpest edges.
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
