import AVFoundation
import CoreML
import Foundation
import JSON
import Reports
import Vision

/// An app of the documentation, which receives the frames of a camera.
protocol LiveApp: AnyObject {
    init(_ options: AppOptions) throws
    /// Processes the next frame.
    func take(_ frame: AppFrame) throws -> AppAnswer
}

/// The settings with which an app begins.
struct AppOptions {
    /// The files of the models that the user has chosen, by ``AppModel/name``.
    var models: [String: URL] = [:]
    /// The boxes that the user has marked in the first frame, normalised, with the origin at the lower left.
    var boxes: [CGRect] = []

    /// A request with the model that the user has chosen; `nil` if none is chosen.
    func request(_ model: AppModel) throws -> VNCoreMLRequest? {
        try models[model.name].map { VNCoreMLRequest(model: try VNCoreMLModel(for: MLModel(contentsOf: $0))) }
    }

    /// The classifier that the user has chosen, or the default scene classifier.
    func classifier() throws -> Classifier { try Classifier(DetectionOptions(model: models[AppModel.classifier.name])) }
}

/// A frame of a camera or a video.
struct AppFrame {
    let number: Int
    let sample: CMSampleBuffer

    var time: CMTime { sample.presentationTimeStamp }
}

/// An app's answer for a frame: findings to draw, its state, and events.
struct AppAnswer {
    var findings: [Finding] = []
    /// The current state of the app as text.
    var state = ""
    var events: [String] = []
}

/// A model that an app uses.
struct AppModel: Sendable {
    /// The name in the settings.
    let name: String
    let title: String
    /// The text that the page shows if no model is chosen.
    let none: String
    let role: ModelRole

    init(_ name: String, _ title: String, none: String, _ role: ModelRole) {
        (self.name, self.title, self.none, self.role) = (name, title, none, role)
    }

    /// The model of an app that uses a classifier.
    static let classifier = AppModel("model", "Model", none: "the default scene model", .classifier)
    static let detector = AppModel("model", "Detector", none: "none chosen", .detector)

    var json: JSON { ["name": .string(name), "title": .string(title), "none": .string(none), "role": .string(role.rawValue)] }
}

/// An app in the list on Studio's page of apps. To add an app, add a row here.
struct AppKind: Sendable {
    let name: String
    let summary: String
    /// The models that the app uses.
    let models: [AppModel]
    /// A hint that tells the user how to begin.
    let hint: String
    /// Whether the user marks objects in the first frame.
    let takesBoxes: Bool
    /// Whether the app needs every frame of a video file. If so, the file is played below its normal speed.
    let takesEveryFrame: Bool
    let make: @Sendable (AppOptions) throws -> any LiveApp

    static let all = [
        AppKind("RobotShop", "Names a part, or reads its barcode, once the scene rests.", [.classifier]) { try RobotShopApp($0) },
        AppKind("FlowerShop", "Names the flower before the camera where it is sure, one analysis at a time.", [.classifier]) {
            try FlowerShopApp($0)
        },
        AppKind(
            "BreakfastFinder", "Finds what is for breakfast, and where it is.", [.detector],
            hint: "Choose the sample's detector, or one that you have trained, or dropped in Models."
        ) { try BreakfastFinderApp($0) },
        AppKind(
            "ObjectTracker", "Follows what you mark, up to 16 things.", hint: "Draw a box around each thing in the picture.",
            takesBoxes: true
        ) { try ObjectTrackerApp($0) },
        AppKind(
            "ActionAndVision", "Coaches the bean-bag game: speed, angle, kind and score of eight throws.", GameApp.models,
            hint: "Choose the sample's detector of boards and its classifier of throws, or your own.",
            takesEveryFrame: true
        ) { try GameApp($0) },
    ]

    private init(
        _ name: String, _ summary: String, _ models: [AppModel] = [], hint: String = "", takesBoxes: Bool = false,
        takesEveryFrame: Bool = false, make: @escaping @Sendable (AppOptions) throws -> any LiveApp
    ) {
        (self.name, self.summary, self.models, self.hint) = (name, summary, models, hint)
        (self.takesBoxes, self.takesEveryFrame, self.make) = (takesBoxes, takesEveryFrame, make)
    }

    var json: JSON {
        [
            "name": .string(name), "summary": .string(summary), "models": .array(models.map(\.json)), "hint": .string(hint),
            "takesBoxes": .bool(takesBoxes), "takesEveryFrame": .bool(takesEveryFrame),
        ]
    }
}
