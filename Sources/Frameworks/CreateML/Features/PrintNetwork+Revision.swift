import CoreMLRuntime

extension PrintNetwork {
    /// - Throws: `MLCreateError.generic` where there is no such revision.
    init(ofScenePrint revision: Int) throws {
        guard let network = PrintNetwork(revision: revision) else {
            let all = Self.revisions
            throw MLCreateError.generic(
                reason: "the feature print has no revision \(revision): there are \(all.lowerBound) to \(all.upperBound)")
        }
        self = network
    }
}
