/// The networks of Osprey's feature prints.
package enum PrintNetwork: String, CaseIterable, Codable, Hashable, Sendable {
    /// The trunk of the default classifier.
    case scene
    /// A network of the same shape that learnt only from photographs whose licences let products use what is learnt.
    case openFeaturePrint
    /// The trunk of the default classifier on smaller images, which takes about three fifths of the time.
    case sceneAt192

    /// The revisions in Vision's requests and Create ML's extractors: Apple's two are the trunk of the classifier, and 3 and 4 are Osprey's
    /// additions.
    package static let revisions = 1...4

    /// The first version of the open print. The versions of the classifier's print are smaller.
    private static let firstOpenVersion = 1001

    /// - Returns: `nil` where there is no such revision.
    package init?(revision: Int) {
        guard Self.revisions.contains(revision) else { return nil }
        switch revision {
        case 3: self = .openFeaturePrint
        case 4: self = .sceneAt192
        default: self = .scene
        }
    }

    /// The network of a version of the print. A model that is built on it says how large its images are.
    init(version: Int) {
        self = version < Self.firstOpenVersion ? .scene : .openFeaturePrint
    }

    /// Its name in the catalogue of models.
    package var modelName: String {
        switch self {
        case .scene, .sceneAt192: "scene"
        case .openFeaturePrint: "openFeaturePrint"
        }
    }

    /// The side of its images in pixels; `nil` for that which the file states.
    package var side: Int? {
        switch self {
        case .scene, .openFeaturePrint: nil
        case .sceneAt192: 192
        }
    }

    /// Its file, relative to a folder of models.
    package var file: String {
        switch self {
        case .scene, .sceneAt192: "scene/Scene.mlmodel"
        case .openFeaturePrint: "print/OpenFeaturePrint.mlmodel"
        }
    }
}
