import AVFoundation
import CoreMLSpecification
import Foundation
import Reports
import Vision

/// An app of the documents, as a camera's frames reach it.
protocol LiveApp: AnyObject {
    init(_ options: AppOptions) throws
    /// Takes the next frame.
    func take(_ frame: AppFrame) throws -> AppAnswer
}

/// What an app is begun with.
struct AppOptions {
    /// The model's file; `nil` where the user has chosen none.
    var model: URL?
    /// What the user has marked in the first frame, normalised, origin at the lower left.
    var boxes: [CGRect] = []
}

/// A frame of a camera.
struct AppFrame {
    let number: Int
    let sample: CMSampleBuffer

    var time: CMTime { sample.presentationTimeStamp }
}

/// What an app shows over a frame, and what it tells.
struct AppAnswer {
    var findings: [Finding] = []
    /// What it is at.
    var state = ""
    var events: [String] = []
}

/// An app in the list that a page shows. Another one is a row here.
struct AppKind: Sendable {
    enum Model: String, Sendable {
        case none
        case classifier
        case detector
    }

    let name: String
    let summary: String
    /// What model it works with.
    let model: Model
    /// Whether things are marked in its first frame.
    let takesBoxes: Bool
    let make: @Sendable (AppOptions) throws -> any LiveApp

    static let all = [
        AppKind("RobotShop", "Names a part, or reads its barcode, once the scene rests.", .classifier) { try RobotShopApp($0) },
        AppKind("FlowerShop", "Names the flower before the camera where it is sure, one analysis at a time.", .classifier) {
            try FlowerShopApp($0)
        },
        AppKind("BreakfastFinder", "Finds what is for breakfast, and where it is.", .detector) { try BreakfastFinderApp($0) },
        AppKind("ObjectTracker", "Follows what you mark, up to 16 things.", .none, takesBoxes: true) { try ObjectTrackerApp($0) },
    ]

    private init(
        _ name: String, _ summary: String, _ model: Model, takesBoxes: Bool = false,
        make: @escaping @Sendable (AppOptions) throws -> any LiveApp
    ) {
        (self.name, self.summary, self.model, self.takesBoxes, self.make) = (name, summary, model, takesBoxes, make)
    }

    var json: JSON {
        [
            "name": .string(name), "summary": .string(summary), "model": .string(model.rawValue),
            "takesBoxes": .bool(takesBoxes),
        ]
    }
}
