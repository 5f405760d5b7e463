import CVectors

/// Reads and writes a format's channels as colours and alpha from 0 to 1.
struct PixelForm {
    enum Component { case byte, word, half, float }

    let component: Component
    let isSwapped: Bool
    let channels: Int
    let colors: Int
    /// The index of each colour's channel in memory.
    private let places: [Int]
    /// The index of the alpha channel; `nil` if there is none.
    let alphaPlace: Int?
    let isPremultiplied: Bool
    let space: CGColorSpace

    var pixelSize: Int { channels * componentSize }
    private var componentSize: Int { component == .byte ? 1 : component == .float ? 4 : 2 }

    /// Throws an error if the format is not supported: packed pixels, channels of few bits, indexed colours or CMYK.
    init(_ format: vImage_CGImageFormat) throws(BufferFault) {
        let info = format.bitmapInfo, isFloat = info.contains(.floatComponents)
        space = format.space
        colors = space.numberOfComponents
        channels = format.componentCount
        guard format.decode == nil, info.pixelFormat == .packed, space.model == .monochrome || space.model == .rgb, channels >= 1,
            channels <= 4,
            format.bitsPerPixel % format.bitsPerComponent == 0
        else { throw BufferFault(kvImageInvalidImageFormat) }
        switch (format.bitsPerComponent, isFloat) {
        case (8, false): component = .byte
        case (16, false): component = .word
        case (16, true): component = .half
        case (32, true): component = .float
        default: throw BufferFault(kvImageInvalidImageFormat)
        }
        let alpha = info.alpha ?? .none
        let isFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(alpha)
        let hasAlpha = [.premultipliedFirst, .premultipliedLast, .first, .last].contains(alpha)
        isPremultiplied = [.premultipliedFirst, .premultipliedLast].contains(alpha)
        guard alpha != .alphaOnly, channels >= colors + (alpha == .none ? 0 : 1) else { throw BufferFault(kvImageInvalidImageFormat) }
        var order = Array(isFirst ? 1..<colors + 1 : 0..<colors), last = hasAlpha ? (isFirst ? 0 : colors) : nil
        // The byte order swaps the bytes of 16- and 32-bit channels. For 8-bit channels, it reverses the channels of a pixel of four bytes.
        let isLittle = [.order16Little, .order32Little].contains(info.order)
        if component == .byte && info.order == .order32Little {
            guard channels == 4 else { throw BufferFault(kvImageInvalidImageFormat) }
            order = order.map { 3 - $0 }
            last = last.map { 3 - $0 }
        }
        isSwapped = component != .byte && !isLittle
        places = order
        alphaPlace = last
    }

    /// Reads a row of pixels as red, green, blue and alpha. Colours are not converted: they are straight or premultiplied as in the row. A
    /// gray value is stored in red, green and blue.
    func read(_ row: UnsafeRawPointer, _ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ width: Int) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 1) { room in
            let channel = room.baseAddress!
            for lane in 0..<3 {
                if lane < colors || colors == 3 { readChannel(row, places[min(lane, colors - 1)], channel, width) }
                for x in 0..<width { pixels[x][lane] = channel[x] }
            }
            if let alphaPlace { readChannel(row, alphaPlace, channel, width) } else { vector_fill_f32(1, channel, 1, width) }
            for x in 0..<width { pixels[x].w = channel[x] }
        }
    }

    /// Writes the pixels that `read` has read. Channels that are neither colour nor alpha get the largest number.
    func write(_ pixels: UnsafePointer<SIMD4<Float>>, _ row: UnsafeMutableRawPointer, _ width: Int) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 1) { room in
            let channel = room.baseAddress!
            for place in 0..<channels {
                let lane = places.firstIndex(of: place) ?? (place == alphaPlace ? 3 : nil)
                for x in 0..<width { channel[x] = lane.map { pixels[x][$0] } ?? 1 }
                writeChannel(channel, row, place, width)
            }
        }
    }

    private func readChannel(_ row: UnsafeRawPointer, _ place: Int, _ channel: UnsafeMutablePointer<Float>, _ width: Int) {
        let first = row + place * componentSize
        for x in 0..<width {
            let pixel = first + x * pixelSize
            switch component {
            case .byte: channel[x] = Float(pixel.load(as: UInt8.self)) / 255
            case .word: channel[x] = Float(word(pixel)) / 65535
            case .half: channel[x] = halfToFloat(word(pixel))
            case .float:
                let bits = pixel.loadUnaligned(as: UInt32.self)
                channel[x] = Float(bitPattern: isSwapped ? bits.byteSwapped : bits)
            }
        }
    }

    private func word(_ pixel: UnsafeRawPointer) -> UInt16 {
        let bits = pixel.loadUnaligned(as: UInt16.self)
        return isSwapped ? bits.byteSwapped : bits
    }

    private func writeChannel(_ channel: UnsafePointer<Float>, _ row: UnsafeMutableRawPointer, _ place: Int, _ width: Int) {
        let first = row + place * componentSize
        for x in 0..<width {
            let pixel = first + x * pixelSize, value = channel[x]
            // NaN becomes 0.
            let inside = value > 0 ? min(value, 1) : 0
            switch component {
            case .byte: pixel.storeBytes(of: UInt8(inside * 255 + 0.5), as: UInt8.self)
            case .word: store(UInt16(inside * 65535 + 0.5), pixel)
            case .half: store(floatToHalf(value), pixel)
            case .float:
                pixel.storeBytes(of: isSwapped ? value.bitPattern.byteSwapped : value.bitPattern, as: UInt32.self)
            }
        }
    }

    private func store(_ bits: UInt16, _ pixel: UnsafeMutableRawPointer) {
        pixel.storeBytes(of: isSwapped ? bits.byteSwapped : bits, as: UInt16.self)
    }
}
