import Foundation
import Testing

@Suite("osprey register")
struct RegisterTests {
    /// Writes a picture of a scene whose brightness is known everywhere, seen from a place.
    private func write(_ url: URL, x: Double, y: Double, width: Int = 160, height: Int = 120) throws {
        var bytes = Data("P6\n\(width) \(height)\n255\n".utf8)
        for row in 0..<height {
            for column in 0..<width {
                let (u, v) = (Double(column) + x, Double(row) + y)
                let value = 128 + 35 * sin(u / 7 + v / 13) + 30 * sin(v / 5 - u / 17) + 30 * sin(u * v / 900)
                bytes.append(contentsOf: [UInt8](repeating: UInt8(value.rounded()), count: 3))
            }
        }
        try bytes.write(to: url)
    }

    private func run(_ options: String..., second: (URL) throws -> Void) throws -> Program.Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("register-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(folder.appendingPathComponent("a.ppm"), x: 0, y: 0)
        try second(folder.appendingPathComponent("b.ppm"))
        return try Program.run(["register", "a.ppm", "b.ppm"] + options, in: folder)
    }

    @Test("The JSON object has the affine map and the confidence")
    func shift() throws {
        let object = try run("--json") { try write($0, x: 5, y: -3) }.object()
        let transform = try #require(object["transform"] as? [Double])
        #expect(transform.count == 6 && transform.prefix(4) == [1, 0, 0, 1])
        #expect(abs(transform[4] - 5) < 0.2 && abs(transform[5] - 3) < 0.2)
        #expect(try #require(object["confidence"] as? Double) > 0.9)
    }

    @Test("With --homographic it has the nine numbers of the matrix")
    func homography() throws {
        let object = try run("--json", "--homographic") { try write($0, x: 5, y: -3) }.object()
        let matrix = try #require(object["transform"] as? [Double])
        try #require(matrix.count == 9)
        let middle = (matrix[0] * 80 + matrix[1] * 60 + matrix[2]) / (matrix[6] * 80 + matrix[7] * 60 + matrix[8])
        #expect(abs(middle - 85) < 0.3)
    }

    @Test("For people the shift is told in words")
    func text() throws {
        let result = try run { try write($0, x: 5, y: -3) }
        #expect(result.output.contains("px right") && result.output.contains("px up") && result.output.contains("confidence"))
    }

    @Test("Pictures of different sizes, and files that are not pictures, are reported")
    func failures() throws {
        let sizes = try run { try write($0, x: 0, y: 0, width: 100) }
        #expect(sizes.status == 1 && sizes.errors.contains("160 × 120") && sizes.errors.contains("100 × 120"))
        let broken = try run("--json") { try Data("nothing".utf8).write(to: $0) }
        #expect(broken.status == 1 && broken.output.isEmpty && broken.errors.contains("b.ppm"))
    }
}
