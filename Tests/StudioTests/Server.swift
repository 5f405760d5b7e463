import Foundation
import TestSupport

@testable import Studio

/// A server of a folder of its own in this process.
final class Server: Serving {
    let folder: URL
    private(set) var studio: Studio
    private var isOpen = true

    init(folder: URL? = nil, address: String = "127.0.0.1", largestUpload: Int = 64 << 20) throws {
        self.folder =
            folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("osprey-studio-\(UUID().uuidString)")
        var options = Studio.Options(folder: self.folder)
        options.address = address
        options.largestUpload = largestUpload
        studio = try Studio(options)
        studio.start()
    }

    var port: Int { URL(string: studio.address)?.port ?? 0 }

    func stop() {
        if isOpen { studio.stop() }
        isOpen = false
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }
}
