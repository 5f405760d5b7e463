import CoreMLRuntime

extension PrintNetwork {
    /// The network of a revision of the scene print.
    ///
    /// - Throws: `MLCreateError.generic` if there is no such revision.
    init(ofScenePrint revision: Int) throws {
        guard let network = PrintNetwork(revision: revision) else {
            throw MLCreateError.generic(
                reason: "the feature print has no revision \(revision): there are 1 and 2, and those of OspreyExtras")
        }
        self = network
    }

    /// The name of a revision in descriptions.
    static func title(ofRevision revision: Int) -> String {
        switch PrintNetwork(revision: revision) {
        case .openFeaturePrint: "open"
        case .sceneAt192: "reduced"
        case .scene, nil: "revision \(revision)"
        }
    }
}
