import CoreGraphics
import Foundation

/// Decodes a JPEG image at an eighth of its size, from the mean values of the blocks. Most coefficients are skipped without decoding, several at a
/// time. This takes two thirds of the time of a decoder that decodes all coefficients.
///
/// Luma is identical to the luma of any other decoder at this size. Subsampled chroma is scaled up to luma's size with the lowest frequencies of
/// its blocks. Only the common type of file is decoded: sequential Huffman coding, 8 bits, gray or Y′CbCr, one scan. Other files, and damaged
/// files, are left to libjpeg.
struct JPEGEighthDecoder {
    private struct Plane {
        let dc: JPEGHuffman
        let ac: JPEGHuffman
        /// The quantisation steps of the mean, and of the lowest horizontal, vertical and diagonal frequencies.
        let steps: (mean: Int32, horizontal: Int32, vertical: Int32, diagonal: Int32)
    }

    private let header: JPEGHeader
    private let bytes: UnsafeRawBufferPointer
    private let planes: [Plane]
    /// The numbers of luma blocks across and down in a unit, which is the smallest group of blocks that is coded together.
    private let across: Int
    private let down: Int

    /// Creates a decoder for a file; `nil` if this decoder does not support the file.
    init?(_ header: JPEGHeader, _ bytes: UnsafeRawBufferPointer) {
        guard header.isSequentialHuffman, header.precision == 8, !header.needsCoefficients, header.scanStart != nil else { return nil }
        let components = header.components
        switch components.count {
        case 1:
            (across, down) = (1, 1)
        case 3:
            guard header.isYCbCr, components[1].horizontal == 1, components[1].vertical == 1, components[2].horizontal == 1,
                components[2].vertical == 1,
                components[0].horizontal <= 2, components[0].vertical <= 2
            else { return nil }
            (across, down) = (components[0].horizontal, components[0].vertical)
        default:
            return nil
        }
        self.header = header
        self.bytes = bytes
        var made: [Plane] = []
        var dcTables: [Int: JPEGHuffman] = [:]
        var acTables: [Int: JPEGHuffman] = [:]
        for component in components {
            guard let steps = header.quantization[component.quantization], let dc = header.dcTables[component.dcTable],
                let ac = header.acTables[component.acTable],
                let dcTable = dcTables[component.dcTable] ?? JPEGHuffman(dc, isAC: false),
                let acTable = acTables[component.acTable] ?? JPEGHuffman(ac, isAC: true)
            else { return nil }
            dcTables[component.dcTable] = dcTable
            acTables[component.acTable] = acTable
            // In zigzag order, the lowest frequencies are at 1 (horizontal), 2 (vertical) and 4 (diagonal).
            made.append(
                Plane(
                    dc: dcTable, ac: acTable,
                    steps: (Int32(steps[0]), Int32(steps[1]), Int32(steps[2]), Int32(steps[4]))))
        }
        planes = made
    }

    // MARK: Decoding

    /// Decodes into a raster of an eighth of the size (rounded up), gray or RGB. Returns `false` if the data are damaged or incomplete.
    func decode(into raster: MutableRaster) -> Bool {
        guard raster.width == (header.width + 7) / 8, raster.height == (header.height + 7) / 8,
            raster.layout == (planes.count == 1 ? .gray8 : .rgb8), let start = header.scanStart, start < bytes.count
        else { return false }
        let unitColumns = (header.width + 8 * across - 1) / (8 * across)
        let unitRows = (header.height + 8 * down - 1) / (8 * down)
        let interval = header.restartInterval > 0 ? header.restartInterval : unitColumns * unitRows

        // One row of units: luma, and chroma at the same resolution.
        let width = unitColumns * across
        let samples = UnsafeMutablePointer<Int32>.allocate(capacity: 3 * width * down)
        defer { samples.deallocate() }
        let scan = JPEGScan(bytes, start: start)
        var reader = BlockReader(memory: scan.memory)
        var left = interval
        for row in 0..<unitRows {
            for column in 0..<unitColumns {
                if left == 0 {
                    guard reader.position <= scan.endPosition, scan.restart() else { return false }
                    reader.restart()
                    left = interval
                }
                left -= 1
                if reader.position >= scan.refillPosition { reader.position = scan.refill(reader.position) }
                guard decodeUnit(&reader, column, samples, width), reader.position <= scan.endPosition else { return false }
            }
            for line in 0..<down where row * down + line < raster.height {
                let output = raster.planes[0].base + (row * down + line) * raster.planes[0].bytesPerRow
                store(samples + line * width, plane: width * down, output.assumingMemoryBound(to: UInt8.self), count: raster.width)
            }
        }
        return true
    }

    @inline(__always)
    private func decodeUnit(_ reader: inout BlockReader, _ column: Int, _ samples: UnsafeMutablePointer<Int32>, _ width: Int) -> Bool {
        let luma = planes[0]
        for y in 0..<down {
            for x in 0..<across {
                guard let difference = reader.mean(luma.dc), reader.skip(luma.ac, from: 1) else { return false }
                reader.predictions.0 &+= difference
                samples[y * width + column * across + x] = level(reader.predictions.0, luma.steps.mean)
            }
        }
        guard planes.count == 3 else { return true }
        let area = width * down
        let start = column * across
        for c in 1...2 {
            let chroma = planes[c]
            guard let difference = reader.mean(chroma.dc) else { return false }
            let mean: Int32
            if c == 1 {
                reader.predictions.1 &+= difference
                mean = reader.predictions.1
            } else {
                reader.predictions.2 &+= difference
                mean = reader.predictions.2
            }
            let target = samples + c * area + start
            if across * down == 1 {
                guard reader.skip(chroma.ac, from: 1) else { return false }
                target[0] = level(mean, chroma.steps.mean)
                continue
            }
            guard let low = reader.lowFrequencies(chroma.ac) else { return false }
            // In units of the mean's coefficient, the mean of a half block differs from the block's mean by 0.9062 times the coefficient of
            // the lowest frequency. The mean of a quarter block differs further by 0.8212 times the diagonal coefficient.
            let value = 256 &* (mean &* chroma.steps.mean)
            let horizontal = across == 2 ? 232 &* (low.horizontal &* chroma.steps.horizontal) : 0
            let vertical = down == 2 ? 232 &* (low.vertical &* chroma.steps.vertical) : 0
            let diagonal = across * down == 4 ? 210 &* (low.diagonal &* chroma.steps.diagonal) : 0
            for y in 0..<down {
                for x in 0..<across {
                    let sum =
                        value &+ (x == 0 ? horizontal : 0 &- horizontal) &+ (y == 0 ? vertical : 0 &- vertical)
                        &+ (x == y ? diagonal : 0 &- diagonal)
                    target[y * width + x] = min(max(((sum &+ 1024) >> 11) &+ 128, 0), 255)
                }
            }
        }
        return true
    }

    /// A block's mean, from 0 to 255. The mean coefficient, multiplied by its quantisation step, is eight times the mean.
    @inline(__always)
    private func level(_ coefficient: Int32, _ step: Int32) -> Int32 {
        min(max(((coefficient &* step &+ 4) >> 3) &+ 128, 0), 255)
    }

    private func store(_ samples: UnsafePointer<Int32>, plane: Int, _ output: UnsafeMutablePointer<UInt8>, count: Int) {
        if planes.count == 1 {
            for x in 0..<count { output[x] = UInt8(truncatingIfNeeded: samples[x]) }
            return
        }
        for x in 0..<count {
            // JFIF's matrix in units of 1/65536.
            let y = samples[x] &* 65536 &+ 32768
            let cb = samples[plane + x] &- 128
            let cr = samples[2 * plane + x] &- 128
            let red = (y &+ 91881 &* cr) >> 16
            let green = (y &- 22554 &* cb &- 46802 &* cr) >> 16
            let blue = (y &+ 116130 &* cb) >> 16
            output[3 * x] = UInt8(truncatingIfNeeded: min(max(red, 0), 255))
            output[3 * x + 1] = UInt8(truncatingIfNeeded: min(max(green, 0), 255))
            output[3 * x + 2] = UInt8(truncatingIfNeeded: min(max(blue, 0), 255))
        }
    }
}

/// Reads blocks from the window of a `JPEGScan`. A block has at most 64 coefficients of 26 bits. A margin that is longer than a unit of blocks
/// follows the window's data, so callers check the position only after each unit.
private struct BlockReader {
    let memory: UnsafeMutablePointer<UInt8>
    /// The position in bits.
    var position = 0
    var predictions: (Int32, Int32, Int32) = (0, 0, 0)

    init(memory: UnsafeMutablePointer<UInt8>) {
        self.memory = memory
    }

    mutating func restart() {
        position = 0
        predictions = (0, 0, 0)
    }

    /// The next 57 bits or more, left-aligned.
    @inline(__always)
    private func word(_ position: Int) -> UInt64 {
        let raw = UnsafeRawPointer(memory + position >> 3).loadUnaligned(as: UInt64.self)
        return UInt64(bigEndian: raw) &<< UInt64(truncatingIfNeeded: position & 7)
    }

    /// Decodes the value in the top `size` bits of a word.
    @inline(__always)
    private func value(_ word: UInt64, _ size: Int) -> Int32 {
        guard size > 0 else { return 0 }
        let bits = Int32(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 64 &- size))
        return bits < 1 &<< Int32(truncatingIfNeeded: size &- 1) ? bits &- (1 &<< Int32(truncatingIfNeeded: size)) &+ 1 : bits
    }

    /// Reads the difference between the mean coefficient of a block and that of the previous block; `nil` if the data are damaged.
    @inline(__always)
    mutating func mean(_ table: JPEGHuffman) -> Int32? {
        let bits = word(position)
        let entry = table.entry(bits)
        let (length, size) = (entry & 0xFF, entry >> 8)
        guard entry != 0, size <= 11 else { return nil }
        position &+= length &+ size
        return value(bits &<< UInt64(truncatingIfNeeded: length), size)
    }

    /// Skips the rest of a block, from the coefficient at index `first` on. Returns `false` if the data are damaged.
    @inline(__always)
    mutating func skip(_ table: JPEGHuffman, from first: Int) -> Bool {
        var k = first
        let runs = table.runs
        let shift = UInt64(64 - JPEGHuffman.lookupBits)
        coefficients: while k < 64 {
            var bits = word(position)
            // A word has 57 valid bits, which is enough for four lookups of 12 bits.
            for _ in 0..<4 {
                let entry = runs[Int(truncatingIfNeeded: bits &>> shift)]
                let advanced = k &+ Int(entry >> 4 & 0xFF)
                if advanced >= 64 {
                    // The next code is longer than the lookup table allows, or the block ends. The next coefficient is decoded alone.
                    let single = table.entry(word(position))
                    guard single != 0 else { return false }
                    let symbol = single >> 8
                    let size = symbol & 15
                    position &+= single & 0xFF &+ size
                    if size == 0, symbol != 0xF0 { return true }
                    k &+= symbol >> 4 &+ 1
                    continue coefficients
                }
                k = advanced
                let length = Int(entry & 15)
                position &+= length
                if entry & JPEGHuffman.endOfBlock != 0 { return true }
                bits &<<= UInt64(truncatingIfNeeded: length)
            }
        }
        return k == 64
    }

    /// Reads the coefficients of the lowest frequencies of a block. All other coefficients are skipped.
    mutating func lowFrequencies(_ table: JPEGHuffman) -> (horizontal: Int32, vertical: Int32, diagonal: Int32)? {
        var result: (horizontal: Int32, vertical: Int32, diagonal: Int32) = (0, 0, 0)
        var k = 1
        while k <= 4 {
            let bits = word(position)
            let entry = table.entry(bits)
            guard entry != 0 else { return nil }
            let (length, symbol) = (entry & 0xFF, entry >> 8)
            let size = symbol & 15
            if size == 0, symbol != 0xF0 {
                position &+= length
                return result
            }
            k &+= symbol >> 4
            guard k < 64 else { return nil }
            if size > 0 {
                let value = value(bits &<< UInt64(truncatingIfNeeded: length), size)
                switch k {
                case 1: result.horizontal = value
                case 2: result.vertical = value
                case 4: result.diagonal = value
                default: break
                }
            }
            position &+= length &+ size
            k &+= 1
        }
        return skip(table, from: k) ? result : nil
    }
}
