import Foundation
import TestSupport
import Testing

/// A photo of `../shared/data/people` whose joints people have marked.
struct MarkedPhoto: Decodable {
    struct Person: Decodable {
        /// For each joint x and y in pixels from the top left, and whether it is visible (2).
        let keypoints: [String: [Double]]
    }

    let file: String
    let width: Double
    let height: Double
    let persons: [Person]

    /// The photo of a path below `people`.
    static func named(_ file: String) throws -> MarkedPhoto {
        let photos = try JSONDecoder().decode([MarkedPhoto].self, from: Data(contentsOf: SharedData.url("people/keypoints.json")))
        return try #require(photos.first { $0.file == file })
    }
}
