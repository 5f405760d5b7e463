/// The networks of Osprey's feature prints.
package enum PrintNetwork: String, CaseIterable, Codable, Hashable, Sendable {
    /// The trunk of the default classifier.
    case scene
    /// A network of the same architecture, trained only on photographs whose licences allow products to use the trained network.
    case openFeaturePrint
    /// The trunk of the default classifier, for images of 192 × 192 pixels. It takes about three fifths of the time that the trunk takes for images
    /// of the classifier's own size.
    case sceneAt192

    /// Apple's revisions. In Osprey, each of them selects the trunk of the default classifier.
    package static let appleRevisions = 1...2
    /// The short numbers of revisions on the command line and in older files: Apple's revisions, and 3 and 4 for Osprey's own networks.
    package static let shortNumbers = 1...4
    /// The number at which Osprey's own revisions begin. Apple counts from 1 on, so no revision of Apple's will ever reach this number.
    private static let ownRevisions = 1_000_000

    /// - Parameter revision: a revision in Vision's requests and Create ML's extractors.
    /// - Returns: `nil` if there is no such revision.
    package init?(revision: Int) {
        let network = Self.appleRevisions.contains(revision) ? .scene : Self.allCases.first { $0.revision == revision }
        guard let network else { return nil }
        self = network
    }

    /// The number of the first revision of Vision's requests and Create ML's extractors that uses this network.
    package var revision: Int {
        switch self {
        case .scene: 1
        case .openFeaturePrint: Self.ownRevisions + 3
        case .sceneAt192: Self.ownRevisions + 4
        }
    }

    /// The revision that a short number stands for. Any other number stands for itself.
    package static func revision(short: Int) -> Int {
        shortNumbers.contains(short) && !appleRevisions.contains(short) ? ownRevisions + short : short
    }

    /// The first version of the open feature print. The versions of the classifier's print are below this number.
    private static let firstOpenVersion = 1001

    /// The network for a version of the print. The size of the images is stated by the model that is built on the print.
    package init(version: Int) {
        self = version < Self.firstOpenVersion ? .scene : .openFeaturePrint
    }

    /// The network's name in the catalogue of models.
    package var modelName: String {
        switch self {
        case .scene, .sceneAt192: "scene"
        case .openFeaturePrint: "openFeaturePrint"
        }
    }

    /// The side of the network's images in pixels; `nil` if it is the size that the model file states.
    package var side: Int? {
        switch self {
        case .scene, .openFeaturePrint: nil
        case .sceneAt192: 192
        }
    }

    /// The network's file, relative to a folder of models.
    package var file: String {
        switch self {
        case .scene, .sceneAt192: "scene/Scene.mlmodel"
        case .openFeaturePrint: "print/OpenFeaturePrint.mlmodel"
        }
    }
}
