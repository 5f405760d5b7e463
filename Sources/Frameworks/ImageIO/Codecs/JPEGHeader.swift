import Foundation

/// The segments before a JPEG file's first scan.
struct JPEGHeader {
    struct Component {
        let identifier: Int
        let horizontal: Int
        let vertical: Int
        let quantization: Int
        /// The Huffman tables that the first scan names.
        var dcTable = 0
        var acTable = 0
    }

    /// A Huffman table: the number of codes of each length, 1 to 16, and their symbols.
    struct HuffmanTable {
        let counts: [Int]
        let symbols: [UInt8]
    }

    var width = 0
    var height = 0
    var precision = 8
    var components: [Component] = []
    /// Whether the decoder must hold all coefficients of the image. Progressive images and images with several scans need this.
    var needsCoefficients = false
    var isProgressive = false
    /// Whether the frame is sequential with Huffman coding: SOF0 or SOF1.
    var isSequentialHuffman = false
    var hasAdobeMarker = false
    var adobeTransform: Int?
    /// Quantisation steps in zigzag order, by table number.
    var quantization: [Int: [Int]] = [:]
    var dcTables: [Int: HuffmanTable] = [:]
    var acTables: [Int: HuffmanTable] = [:]
    var restartInterval = 0
    /// The offset at which the first scan's coded data begin.
    var scanStart: Int?
    var exif: Data?
    var xmp: Data?
    var icc: Data?
    /// Pixels per inch.
    var resolution: (x: Double, y: Double)?
    var hasJFIF = false
    var jfif: [String: any Sendable] = [:]

    /// The header of a file; `nil` if there is no frame header.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        var position = 2
        var iccParts: [Int: Data] = [:]
        var iccCount = 0
        segments: while true {
            // Other bytes between segments are skipped, as in other decoders.
            while let byte = reader.byte(position), byte != 0xFF { position += 1 }
            while let byte = reader.byte(position), byte == 0xFF { position += 1 }
            guard let marker = reader.byte(position) else { break }
            position += 1
            if marker == 0 || marker == 1 || (0xD0...0xD8).contains(marker) { continue }
            if marker == 0xD9 { break }
            guard let length = reader.big16(position), length >= 2 else { break }
            let start = position + 2
            let end = min(position + length, reader.count)
            switch marker {
            case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
                guard components.isEmpty else { break }
                readFrame(reader, start, end, marker: marker)
            case 0xDA:
                readScan(reader, start, end)
                break segments
            case 0xC4: readHuffmanTables(reader, start, end)
            case 0xDB: readQuantization(reader, start, end)
            case 0xDD: restartInterval = reader.big16(start) ?? 0
            case 0xE0 where reader.begins("JFIF\0", at: start) && !hasJFIF:
                readJFIF(reader, start)
            case 0xE1 where reader.begins("Exif\0", at: start) && exif == nil:
                exif = reader.data(min(start + 6, end)..<end)
            case 0xE1 where reader.begins("http://ns.adobe.com/xap/1.0/\0", at: start) && xmp == nil:
                xmp = reader.data(min(start + 29, end)..<end)
            case 0xE2 where reader.begins("ICC_PROFILE\0", at: start):
                if let number = reader.byte(start + 12), let count = reader.byte(start + 13), end > start + 14 {
                    iccCount = count
                    if iccParts[number] == nil { iccParts[number] = reader.data((start + 14)..<end) }
                }
            case 0xEE where reader.begins("Adobe", at: start):
                hasAdobeMarker = true
                adobeTransform = start + 11 < end ? reader.byte(start + 11) : nil
            default: break
            }
            position += length
        }
        guard !components.isEmpty else { return nil }
        if iccCount > 0, iccParts.count == iccCount {
            icc = (1...iccCount).reduce(into: Data()) { $0.append(iccParts[$1] ?? Data()) }
        }
    }

    private mutating func readFrame(_ reader: ByteReader, _ start: Int, _ end: Int, marker: Int) {
        guard let precision = reader.byte(start), let height = reader.big16(start + 1), let width = reader.big16(start + 3),
            let count = reader.byte(start + 5), count > 0, start + 6 + 3 * count <= end
        else { return }
        self.precision = precision
        self.width = width
        self.height = height
        isProgressive = marker == 0xC2 || marker == 0xC6 || marker == 0xCA || marker == 0xCE
        needsCoefficients = isProgressive
        isSequentialHuffman = marker == 0xC0 || marker == 0xC1
        for index in 0..<count {
            let position = start + 6 + 3 * index
            let sampling = reader.byte(position + 1) ?? 0x11
            components.append(
                Component(
                    identifier: reader.byte(position) ?? 0, horizontal: max(1, sampling >> 4), vertical: max(1, sampling & 15),
                    quantization: reader.byte(position + 2) ?? 0))
        }
    }

    private mutating func readScan(_ reader: ByteReader, _ start: Int, _ end: Int) {
        guard let count = reader.byte(start) else { return }
        if count < components.count { needsCoefficients = true }
        guard count == components.count, start + 1 + 2 * count + 3 <= end else { return }
        for index in components.indices {
            guard let identifier = reader.byte(start + 1 + 2 * index), let tables = reader.byte(start + 2 + 2 * index),
                identifier == components[index].identifier
            else { return }
            components[index].dcTable = tables >> 4
            components[index].acTable = tables & 15
        }
        scanStart = end
    }

    private mutating func readQuantization(_ reader: ByteReader, _ start: Int, _ end: Int) {
        var position = start
        while position < end, let info = reader.byte(position) {
            let size = info >> 4 == 0 ? 1 : 2
            guard position + 1 + 64 * size <= end else { return }
            quantization[info & 15] = (0..<64).map { index in
                let offset = position + 1 + index * size
                return (size == 1 ? reader.byte(offset) : reader.big16(offset)) ?? 1
            }
            position += 1 + 64 * size
        }
    }

    private mutating func readHuffmanTables(_ reader: ByteReader, _ start: Int, _ end: Int) {
        var position = start
        while position + 17 <= end, let info = reader.byte(position) {
            let counts = (1...16).map { reader.byte(position + $0) ?? 0 }
            let total = counts.reduce(0, +)
            guard total <= 256, position + 17 + total <= end, let symbols = reader.data((position + 17)..<(position + 17 + total)) else {
                return
            }
            let table = HuffmanTable(counts: counts, symbols: Array(symbols))
            if info >> 4 == 0 { dcTables[info & 15] = table } else { acTables[info & 15] = table }
            position += 17 + total
        }
    }

    private mutating func readJFIF(_ reader: ByteReader, _ start: Int) {
        hasJFIF = true
        guard let major = reader.byte(start + 5), let minor = reader.byte(start + 6), let unit = reader.byte(start + 7),
            let x = reader.big16(start + 8), let y = reader.big16(start + 10)
        else { return }
        jfif = [
            kCGImagePropertyJFIFVersion: [major, minor / 16, minor % 16], kCGImagePropertyJFIFDensityUnit: unit,
            kCGImagePropertyJFIFXDensity: x, kCGImagePropertyJFIFYDensity: y,
        ]
        if x > 0, y > 0 {
            if unit == 1 { resolution = (Double(x), Double(y)) }
            if unit == 2 { resolution = (Double(x) * 2.54, Double(y) * 2.54) }
        }
    }

    /// Whether libjpeg treats the components as Y′CbCr.
    var isYCbCr: Bool {
        components.count == 3
            && (hasJFIF || adobeTransform == 1 || (!hasAdobeMarker && components.map(\.identifier) == [1, 2, 3]))
    }

    /// Whether chroma is subsampled 2 × 2: a sample of chrominance covers two columns and two rows of luminance.
    var chromaIsHalved: Bool {
        components.map { [$0.horizontal, $0.vertical] } == [[2, 2], [1, 1], [1, 1]]
    }

    /// The number of bytes that a decoder needs in addition to the result.
    var coefficientBytes: Int {
        guard needsCoefficients else { return 0 }
        let maxHorizontal = components.map(\.horizontal).max() ?? 1
        let maxVertical = components.map(\.vertical).max() ?? 1
        return components.reduce(0) { sum, component in
            let columns = (width * component.horizontal + 8 * maxHorizontal - 1) / (8 * maxHorizontal)
            let rows = (height * component.vertical + 8 * maxVertical - 1) / (8 * maxVertical)
            return sum + columns * rows * 128
        }
    }
}
