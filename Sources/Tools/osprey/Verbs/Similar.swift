import CoreMLSpecification
import CreateML
import Foundation
import JSON
import Reports
import VisionRuntime

/// `osprey similar`: finds groups of photos that look alike.
enum Similar: Verb {
    static let command = Command(
        "similar", "Finds photos that look alike.", operands: "IMAGE…", operandCount: 1...Int.max,
        options: [
            .value("--distance", "D", "how far two photos of a group are apart at most, 0…100 (7 where not given); copies are 0 apart"),
            .value("--report", "FILE", "writes a page that shows the groups (.html)"),
            .value("--cache", "FOLDER", "where feature prints are kept (~/.cache/osprey/prints where not given)"),
            InputList.option,
            .flag("--json", "a JSON object a line: a group"),
        ],
        discussion: """
            Prints groups of photos, the closest first, and in each the largest file first. How far photos are apart is told by Osprey's feature print.
            The prints are kept, so that a second look at the same photos takes seconds. The folder may be deleted at any time.
            \(InputList.help)
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let images = try distinct(InputList.images(arguments.operands, arguments))
        let limit = try arguments.number("--distance", in: 0...100).map { Float($0) } ?? SimilarGroups.usualLimit
        let page = try arguments.page()
        let cache = try FeatureCache(folder: cacheFolder(arguments))
        let extractor = try ImageFeatureExtractor(.scenePrint(revision: SimilarGroups.printRevision))
        let (found, skipped) = try ImageBatch(images).collect { try photo($0, extractor, cache) }
        let groups = try SimilarGroups.groups(found.map(\.features), limit: limit).map { group in
            let photos = group.members.map { found[$0] }.sorted { ($1.size, $0.path) < ($0.size, $1.path) }
            return (photos: photos.map(\.path), spread: group.spread)
        }
        if let page {
            let facts =
                [("Photos", "\(found.count)"), ("At most apart", String(format: "%g", limit))]
                + (skipped.isEmpty ? [] : [("Not readable", "\(skipped.count)")])
            try SimilarPage(title: "Photos that look alike", facts: facts, groups: groups).write(to: page)
        }
        try show(groups, json: arguments.flag("--json"))
        let count = "\(found.count) \(found.count == 1 ? "photo" : "photos")"
        if !arguments.flag("--json") {
            StandardError.write(line: "\(count), \(groups.count) \(groups.count == 1 ? "group" : "groups") of photos that look alike")
        }
        return skipped.isEmpty ? .success : .someFailed
    }

    private struct Photo: Sendable {
        let path: String
        let size: Int
        let features: [Float]
    }

    /// The images, each file only once, even if several names lead to it.
    private static func distinct(_ images: [InputImage]) throws -> [InputImage] {
        var seen: Set<FileIdentity> = []
        return try images.filter { image in
            guard image.data == nil else { throw UsageError("a photo on standard input is like no other; name files or folders") }
            guard !image.isVideo else { throw UsageError("'\(image.name)' is a video, and photos are compared") }
            return FileIdentity(image.name).map { seen.insert($0).inserted } ?? true
        }
    }

    private static func cacheFolder(_ arguments: Arguments) throws -> URL {
        if let folder = arguments.string("--cache") { return URL(fileURLWithPath: folder, isDirectory: true) }
        guard let folder = CacheFolder.url(for: "prints") else {
            throw UsageError("there is no folder for feature prints; name one with --cache")
        }
        return folder
    }

    /// A photo with its features. The cache stores them under the file's name, size and modification time.
    private static func photo(_ image: InputImage, _ extractor: ImageFeatureExtractor, _ cache: FeatureCache) throws -> Photo {
        let url = URL(fileURLWithPath: image.name)
        var status = stat()
        guard stat(image.name, &status) == 0 else {
            return Photo(path: image.name, size: 0, features: try extractor.features(of: url))
        }
        var key = ContentDigest()
        key.add(extractor.digest.text)
        key.add(url.standardizedFileURL.path)
        for number in [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] { key.add(number) }
        let rows = try cache.rows(key, columns: extractor.count) { [try extractor.features(of: url)] }
        return Photo(path: image.name, size: Int(status.st_size), features: rows[0])
    }

    private static func show(_ groups: [(photos: [String], spread: Float)], json: Bool) throws {
        for group in groups {
            if json {
                try StandardOutput.write(json: ["images": .array(group.photos.map { .string($0) }), "distance": .float(group.spread)])
            } else {
                try StandardOutput.write(line: "\(group.photos.count) photos, at most \(String(format: "%.1f", group.spread)) apart")
                for photo in group.photos {
                    try StandardOutput.write(line: "  " + (StandardOutput.isTerminal ? ShownText.escaped(photo) : photo))
                }
            }
        }
    }
}
