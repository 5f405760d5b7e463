import CZlib
import Foundation

/// A zip archive of files whose bytes stand in it as they are given.
///
/// - Parameters:
///   - size: the size that each file claims to have when it is unpacked; its own where none is given.
///   - method: how the bytes are compressed: 0 for not at all, 8 for deflate.
package func zip(_ files: [(name: String, data: Data)], claims size: Int? = nil, method: UInt8 = 0) -> Data {
    func little(_ value: Int, _ count: Int) -> Data { Data((0..<count).map { UInt8(value >> (8 * $0) & 255) }) }
    var (local, central) = (Data(), Data())
    for (name, data) in files {
        let crc = Int(data.withUnsafeBytes { czlib_crc(0, $0.baseAddress, $0.count) })
        let common =
            little(20, 2) + little(0, 2) + [method, 0] + little(0, 4) + little(crc, 4) + little(data.count, 4)
            + little(size ?? data.count, 4) + little(name.utf8.count, 2)
        central += little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 12) + little(local.count, 4) + Data(name.utf8)
        local += little(0x0403_4B50, 4) + common + little(0, 2) + Data(name.utf8) + data
    }
    let counts = little(files.count, 2) + little(files.count, 2)
    return local + central + little(0x0605_4B50, 4) + little(0, 4) + counts + little(central.count, 4) + little(local.count, 4)
        + little(0, 2)
}
