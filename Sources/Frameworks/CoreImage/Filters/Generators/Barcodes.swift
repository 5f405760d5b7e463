import CZXing
import CoreGraphics

/// Filters that draw barcodes, with one pixel for each module.
enum Barcodes {
    static let definitions: [FilterDefinition] = [
        FilterDefinition("CIQRCodeGenerator", .generator, [.message, .text("inputCorrectionLevel", "M")]) { values in
            // The numbers of the library's levels: 1 and 2 mean L, 3 and 4 mean M, and so on.
            guard let level = ["L": 2, "M": 4, "Q": 6, "H": 8][values.text("inputCorrectionLevel").uppercased()] else { return nil }
            return drawn(values, czxing_qr, level, quietZone: (1, 1))
        },
        FilterDefinition("CIAztecCodeGenerator", .generator, [.message, .number("inputCorrectionLevel", 23, 5...95)]) { values in
            guard let message = values.message, !message.isEmpty,
                let code = AztecCode([UInt8](message), correction: values.number("inputCorrectionLevel") / 100)
            else { return nil }
            return image(columns: code.side, rows: code.side, quietZone: (0, 0)) { code.modules[$1 * code.side + $0] }
        },
        FilterDefinition(
            "CICode128BarcodeGenerator", .generator,
            [.message, .number("inputQuietSpace", 10, 0...100, .distance), .number("inputBarcodeHeight", 32, 1...500, .distance)]
        ) { values in
            drawn(values, czxing_code128, -1, quietZone: (values.count("inputQuietSpace"), 0), height: values.count("inputBarcodeHeight"))
        },
        FilterDefinition("CIPDF417BarcodeGenerator", .generator, [.message, .number("inputCorrectionLevel", 2, 0...8, .integer)]) {
            values in
            drawn(values, czxing_pdf417, values.count("inputCorrectionLevel"), quietZone: (2, 2))
        },
    ]

    /// The longest message that any of the barcode types holds, in bytes.
    private static let maximumByteCount = 8192

    /// Draws a code with ZXing. Returns `nil` if the message is missing, or if the barcode type cannot hold it.
    ///
    /// - Parameter height: the height in pixels of a code that has only one row of modules.
    private static func drawn(
        _ values: FilterValues, _ kind: some BinaryInteger, _ level: Int, quietZone: (x: Int, y: Int), height: Int = 1
    ) -> CIImage? {
        guard let message = values.message, !message.isEmpty, message.count <= maximumByteCount else { return nil }
        var modules: UnsafeMutablePointer<UInt8>?
        var size: (width: Int32, height: Int32) = (0, 0)
        let status = message.withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt8.self).baseAddress.map { base in
                czxing_write(UInt32(kind), base, bytes.count, Int32(level), &modules, &size.width, &size.height)
            }
        }
        defer { czxing_freeModules(modules) }
        guard status == Int32(czxing_success), let modules, size.width > 0, size.height > 0 else { return nil }
        let (columns, rows) = (Int(size.width), Int(size.height))
        return image(columns: columns, rows: rows == 1 ? height : rows, quietZone: quietZone) { x, y in
            modules[(rows == 1 ? 0 : y) * columns + x] != 0
        }
    }

    /// An image of black modules on white.
    private static func image(columns: Int, rows: Int, quietZone: (x: Int, y: Int), isDark: (_ x: Int, _ y: Int) -> Bool) -> CIImage? {
        guard let pixels = try? MutableRaster(allocating: .gray8, width: columns + 2 * quietZone.x, height: rows + 2 * quietZone.y)
        else { return nil }
        let plane = pixels.planes[0]
        for y in 0..<pixels.height {
            let row = (plane.base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
            row.update(repeating: 255, count: pixels.width)
            let line = y - quietZone.y
            guard line >= 0, line < rows else { continue }
            for x in 0..<columns where isDark(x, line) { row[x + quietZone.x] = 0 }
        }
        return CGImage(raster: pixels.raster).map { CIImage(cgImage: $0) }
    }
}
