/// The networks of Osprey's feature prints.
package enum PrintNetwork: String, CaseIterable, Codable, Hashable, Sendable {
    /// The trunk of the default classifier.
    case scene
    /// A network of the same shape that learnt only from photographs whose licences let products use what is learnt.
    case openFeaturePrint

    /// What the requests of Vision and the extractors of Create ML call it: Apple's two revisions are the trunk of the classifier, and 3 is
    /// Osprey's addition.
    package static let revisions = 1...3

    /// The first version of the open print. The versions of the classifier's print are smaller.
    private static let firstOpenVersion = 1001

    /// - Returns: `nil` where there is no such revision.
    package init?(revision: Int) {
        guard Self.revisions.contains(revision) else { return nil }
        self = revision == 3 ? .openFeaturePrint : .scene
    }

    /// The network of a version of the print.
    init(version: Int) {
        self = version < Self.firstOpenVersion ? .scene : .openFeaturePrint
    }

    /// Its name in the catalogue of models.
    package var modelName: String { rawValue }

    /// Its file, relative to a folder of models.
    package var file: String {
        switch self {
        case .scene: "scene/Scene.mlmodel"
        case .openFeaturePrint: "print/OpenFeaturePrint.mlmodel"
        }
    }
}
