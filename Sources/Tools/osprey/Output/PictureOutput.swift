import Foundation
import Reports
import Vision

/// The pictures that `osprey detect` makes from photos: cut-outs, or flattened pages.
struct PictureOutput: Sendable {
    static let options: [Command.Option] = [
        .value("--cutout", "FILE", "of people or foreground: the photo without its background (.png); for several photos, a folder"),
        .value("--flatten", "FILE", "of documents: the page, seen from above (.png, .jpg); for several photos, a folder"),
    ]

    /// The kind of detection that makes the pictures.
    private let kind: String
    private let target: PictureTarget

    /// Reads the options for pictures. The result is `nil` if none is given.
    ///
    /// - Throws: `UsageError` if none or several of the kinds make such pictures, or if the path does not suit the images.
    init?(_ arguments: Arguments, for kinds: [DetectionKind], images: [InputImage]) throws {
        let possible = [("--cutout", ["people", "foreground"], ["png"]), ("--flatten", ["documents"], ImageFileWriter.extensions)]
        let asked = possible.compactMap { option, makers, extensions in
            arguments.string(option).map { (path: $0, option: option, makers: makers, extensions: extensions) }
        }
        guard let first = asked.first else { return nil }
        guard asked.count == 1 else { throw UsageError("only one of --cutout and --flatten can be given") }
        let makers = kinds.map(\.name).filter { first.makers.contains($0) }
        guard makers.count == 1 else { throw UsageError("\(first.option) is for one of the kinds \(first.makers.joined(separator: ", "))") }
        if let video = images.first(where: \.isVideo) { throw UsageError("\(first.option) is for photos, and '\(video.name)' is a video") }
        kind = makers[0]
        target = try PictureTarget(first.path, first.option, extensions: first.extensions, images: images)
    }

    /// Writes the picture of a photo, if something was found.
    ///
    /// - Parameter handler: the handler that performed the queries' requests.
    func write(_ image: InputImage, _ queries: [(name: String, query: DetectionQuery)], _ handler: VNImageRequestHandler) throws {
        guard let file = target.files[image], let query = queries.first(where: { $0.name == kind })?.query,
            let picture = try query.picture?(handler, { try image.upright() })
        else { return }
        try ImageFileWriter.write(picture, to: URL(fileURLWithPath: file))
    }
}
