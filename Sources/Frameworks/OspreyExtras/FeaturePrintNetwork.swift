import CoreMLRuntime
import Vision

/// The networks of feature prints that Apple's frameworks do not have.
///
/// Vectors of different networks cannot be compared. All of them have the length 1.
public enum FeaturePrintNetwork: Hashable, Sendable, CaseIterable {
    /// A network that learnt only from photographs whose licences let products use what is learnt.
    case open
    /// The network of Apple's revisions here on images of 192 × 192 pixels instead of 256 × 256, which takes about three fifths of the time. Like
    /// these, it is for research only.
    case reduced

    /// The revision that stands for the network in `VNGenerateImageFeaturePrintRequest`, and in Create ML's `scenePrint`, `objectPrint` and
    /// `featurePrintRevision`. Apple counts revisions from 1 on, and will never have such a number.
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
