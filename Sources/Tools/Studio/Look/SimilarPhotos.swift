import CoreMLSpecification
import CreateML
import Foundation
import JSON
import Locks
import Reports

/// Finds photos that look alike.
///
/// The page makes a key from each photo's path, size and modification time. The feature print of the photo is stored under this key. So the page does
/// not send a photo again if its print is stored.
final class SimilarPhotos: Sendable {
    /// The maximum number of photos that are compared with each other.
    static let largestCount = 50_000
    private static let largestKey = 2_000
    private let folder: URL
    /// The number of the newest comparison, which replaces older ones.
    private let newest = Locked(0)
    /// The lock that lets only one comparison run at a time, because a comparison uses all cores.
    private let comparing = Lock()
    private let tools = Locked<(extractor: ImageFeatureExtractor, cache: FeatureCache)?>(nil)

    init(_ folder: URL) { self.folder = folder }

    /// The network, and the folder in which its feature prints are stored. Both are loaded when they are first needed.
    private func loaded() throws -> (extractor: ImageFeatureExtractor, cache: FeatureCache) {
        try tools.withLock { tools in
            if let tools { return tools }
            let new = (try ImageFeatureExtractor(.scenePrint(revision: SimilarGroups.printRevision)), try FeatureCache(folder: folder))
            tools = new
            return new
        }
    }

    private struct IsUnknown: Error {}

    private func print(_ key: String, make: () throws -> [Float]) throws -> [Float] {
        guard !key.isEmpty, key.utf8.count <= Self.largestKey else { throw WebFailure(400, "this is no key of a photo") }
        let (extractor, cache) = try loaded()
        var digest = ContentDigest()
        digest.add(extractor.digest.text)
        digest.add(key)
        return try cache.rows(digest, columns: extractor.count) { [try make()] }[0]
    }

    /// For each key, whether the feature print of its photo is stored already.
    func known(_ keys: [String]) throws -> [Bool] {
        try checkCount(keys)
        return try keys.map(isKnown)
    }

    private func isKnown(_ key: String) throws -> Bool {
        do {
            _ = try print(key) { throw IsUnknown() }
            return true
        } catch is IsUnknown {
            return false
        }
    }

    /// Makes and stores the feature print of a photo.
    ///
    /// - Throws: `WebFailure` if the data is not a photo, or if its print cannot be stored.
    func add(_ key: String, _ photo: Data) throws {
        _ = try PictureSize(photo)
        // The folder may have been removed since the server started.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try print(key) { try loaded().extractor.features(of: photo) }
        guard try isKnown(key) else { throw WebFailure(507, "nothing can be kept in \(folder.path)") }
    }

    /// The groups of photos that are at most `distance` apart, as indices into the list of keys. Photos without a print are in no group.
    ///
    /// - Throws: `WebFailure` if another comparison begins before this one ends.
    func groups(_ keys: [String], distance: Float) throws -> JSON {
        try checkCount(keys)
        let number = newest.withLock { newest -> Int in
            newest += 1
            return newest
        }
        let isOld: @Sendable () -> Bool = { [newest] in newest.withLock { $0 != number } }
        return try comparing.withLock { try groups(keys, distance, isOld) }
    }

    private func groups(_ keys: [String], _ distance: Float, _ isOld: @escaping @Sendable () -> Bool) throws -> JSON {
        var (places, rows): ([Int], [[Float]]) = ([], [])
        for (place, key) in keys.enumerated() {
            if isOld() { break }
            guard let row = try? print(key, make: { throw IsUnknown() }) else { continue }
            places.append(place)
            rows.append(row)
        }
        let found = try SimilarGroups.groups(rows, limit: distance, isCancelled: isOld)
        if isOld() { throw WebFailure(409, "a newer comparison took the place of this one") }
        let groups = found.map { group -> JSON in
            ["photos": .array(group.members.map { .integer(places[$0]) }), "distance": .float(group.spread)]
        }
        return ["groups": .array(groups), "count": .integer(rows.count)]
    }

    private func checkCount(_ keys: [String]) throws {
        guard keys.count <= Self.largestCount else {
            throw WebFailure(413, "\(keys.count) photos; at most \(Self.largestCount) are compared")
        }
    }
}

extension StudioRouter {
    private static let listLimit = 32 << 20

    var similarRoutes: [Route] {
        [
            Route("POST", "/api/similar/known", limit: Self.listLimit) { [similar] request in
                WebResponse(["known": .array(try similar.known(Self.keys(request.json())).map { .bool($0) })])
            },
            Route("POST", "/api/similar/print", limit: PictureAnalyzer.largestPicture) { [similar] request in
                try similar.add(request.value("key"), request.body.data)
                return WebResponse([:], status: 201)
            },
            Route("POST", "/api/similar/groups", limit: Self.listLimit) { [similar] request in
                let json = try request.json()
                guard let distance = json["distance"]?.double, (0...100).contains(distance) else {
                    throw WebFailure(400, "'distance' is a number from 0 to 100")
                }
                return WebResponse(try similar.groups(Self.keys(json), distance: Float(distance)))
            },
        ]
    }

    private static func keys(_ json: JSON) throws -> [String] {
        guard let list = json["photos"]?.array else { throw WebFailure(400, "'photos' has the key of each photo") }
        return try list.map { key in
            guard let key = key.string else { throw WebFailure(400, "the key of a photo is a text") }
            return key
        }
    }
}
