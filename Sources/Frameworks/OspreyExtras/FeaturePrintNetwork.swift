import CoreMLRuntime
import Vision

/// The networks for feature prints that Apple's frameworks do not have.
///
/// Vectors of different networks cannot be compared. All vectors have the length 1.
public enum FeaturePrintNetwork: Hashable, Sendable, CaseIterable {
    /// A network that was trained only on photographs whose licences allow products to use the network.
    case open
    /// The network that Osprey uses for Apple's revisions, but on images of 192 × 192 pixels instead of 256 × 256. It takes about three
    /// fifths of the time. It is for research only.
    case reduced

    /// The revision that selects the network in `VNGenerateImageFeaturePrintRequest`, and in Create ML's `scenePrint`, `objectPrint` and
    /// `featurePrintRevision`. Apple's revisions are counted from 1. This number is so large that no revision of Apple will have it.
    public var revision: Int { network.revision }

    fileprivate var network: PrintNetwork {
        switch self {
        case .open: .openFeaturePrint
        case .reduced: .sceneAt192
        }
    }
}

extension GenerateImageFeaturePrintRequest {
    /// A request for the vector of a network that Apple's frameworks do not have.
    public init(network: FeaturePrintNetwork) {
        self.init()
        self.network = network.network
    }
}
