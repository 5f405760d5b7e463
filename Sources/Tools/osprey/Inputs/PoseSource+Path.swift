import CreateML
import Foundation

extension PoseSource {
    /// A folder of keypoints, or a table.
    init(path: String) throws {
        let url = URL(fileURLWithPath: path)
        self = Self.isFile(path) ? .table(try MLDataTable(contentsOf: url)) : .keypointDirectories(url)
    }

    private static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
