import CoreML
import Foundation
import JSON

/// Sample data of the package: photos, a clip, models and a data set. Users can try each page without their own data.
///
/// The paths are relative to the folder `Examples`. An installed program has the same files in `share/osprey/samples`.
struct Sample: Sendable {
    let name: String
    /// The name under which Studio shows the sample's data set; `nil` if the sample has no data set.
    let title: String?
    let data: String?
    let photos: [String]
    let clip: String?
    /// The models of the app, by ``AppModel/name``.
    let models: [(name: String, file: String, role: ModelRole)]
    /// The boxes of objects in the clip's first frame, normalised, with the origin at the lower left: x, y, width and height.
    let boxes: [[Double]]

    static let all = [
        Sample(
            "RobotShop", learns: "five parts of a robot, by photos", from: "RobotShop/training",
            photos: ["RobotShop/testing/belt/01.jpg", "RobotShop/testing/servo/01.jpg"], clip: "RobotShop/live.mp4",
            models: [("model", "Samples/RobotShop.mlmodel", .classifier)]),
        Sample(
            "FlowerShop", learns: "five flowers, by photos", from: "FlowerShop/training",
            photos: ["FlowerShop/testing/rose/01.jpg"], clip: "FlowerShop/live.mp4",
            models: [("model", "Samples/FlowerShop.mlmodel", .classifier)]),
        Sample(
            "BreakfastFinder", learns: "six things for breakfast, by boxes", from: "BreakfastFinder/training",
            photos: ["BreakfastFinder/testing/001.jpg"], clip: "BreakfastFinder/live.mp4",
            models: [("model", "BreakfastFinder/Sources/BreakfastFinder/ObjectDetector.mlmodel", .detector)]),
        Sample(
            "ObjectTracker", clip: "ObjectTracker/toys.mp4", boxes: [[0.102, 0.614, 0.141, 0.160], [0.778, 0.176, 0.131, 0.176]]),
        Sample(
            "ActionAndVision", learns: "throws of a bean bag, by poses", from: "ActionAndVision/actions/train",
            clip: "ActionAndVision/game.mp4",
            models: [("boards", "ActionAndVision/Boards.mlmodel", .detector), ("throws", "Samples/Throws.mlmodel", .bodyActions)]),
        Sample("Pictures", photos: ["alp", "fence", "keyboard", "seashore"].map { "Pictures/\($0).jpg" }),
    ]

    private init(
        _ name: String, learns title: String? = nil, from data: String? = nil, photos: [String] = [], clip: String? = nil,
        models: [(name: String, file: String, role: ModelRole)] = [], boxes: [[Double]] = []
    ) {
        (self.name, self.title, self.data, self.photos, self.clip) = (name, title, data, photos, clip)
        (self.models, self.boxes) = (models, boxes)
    }

    /// The identifier that Studio uses for one of the sample's models.
    func identifier(of model: String) -> String { "sample-\(name)-\(model)" }

    /// The paths of all files and folders of the sample.
    var paths: [String] { photos + [clip, data].compactMap(\.self) + models.map(\.file) }

    /// The sample in the form in which the pages receive it.
    var json: JSON {
        [
            "name": .string(name), "title": title.map { .string($0) } ?? .null,
            "photos": .array(photos.map { .string($0) }), "clip": clip.map { .string($0) } ?? .null,
            "models": .object(models.map { ($0.name, .string(identifier(of: $0.name))) }),
            "boxes": .array(boxes.map { .array($0.map { .number($0) }) }),
        ]
    }
}

/// The folder with the samples' files.
struct SampleFolder: Sendable {
    private let folder: URL?

    /// Finds the folder with the samples. It is beside the folders of the default models. In a checkout from which the program was built, it is
    /// `Examples`.
    init() {
        let places = ModelFolders.standard.urls.map { $0.deletingLastPathComponent() }
        let folders = places.flatMap { [$0.appendingPathComponent("samples"), $0.appendingPathComponent("Examples")] }
        folder = folders.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent(Self.mark).path) }
    }

    private static let mark = "Samples/RobotShop.mlmodel"

    /// The samples whose files all exist.
    var samples: [Sample] { Sample.all.filter { $0.paths.allSatisfy { url($0) != nil } } }

    /// A file or folder of a sample; `nil` if it does not exist.
    func url(_ path: String) -> URL? {
        folder.map { $0.appendingPathComponent(path) }.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
    }

    /// The file of a sample's model; `nil` if no model has this identifier. ``Sample/identifier(of:)`` gives the identifiers.
    func model(_ identifier: String) -> URL? {
        for sample in Sample.all {
            for model in sample.models where sample.identifier(of: model.name) == identifier { return url(model.file) }
        }
        return nil
    }
}
