import Foundation

/// The images of a PDF file that have been written.
struct PDFImages {
    private final class Written {
        weak var image: CGImage?
        let number: Int

        init(_ image: CGImage, _ number: Int) { (self.image, self.number) = (image, number) }
    }

    private var written: [ObjectIdentifier: Written] = [:]

    /// The number of an image in the file. The image is written if it is not there yet. `nil` if it cannot be decoded.
    mutating func number(of image: CGImage, _ writer: PDFWriter) -> Int? {
        let identifier = ObjectIdentifier(image)
        // Another image may have got the memory of a former one.
        if let known = written[identifier], known.image === image { return known.number }
        guard let stream = Self.photo(image, writer) ?? Self.pixels(image, writer) else { return nil }
        let number = writer.write(.stream(stream))
        written = written.filter { $0.value.image != nil }
        written[identifier] = Written(image, number)
        return number
    }

    private static func entries(_ image: CGImage, width: Int, height: Int, _ space: PDFObject) -> [String: PDFObject] {
        var entries: [String: PDFObject] = [
            "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width), "Height": .integer(height),
            "BitsPerComponent": .integer(8), "ColorSpace": space,
        ]
        if image.shouldInterpolate { entries["Interpolate"] = .boolean(true) }
        return entries
    }

    // MARK: JPEG

    /// The bytes of a JPEG file, which PDF takes as they are; `nil` if the image has others, or if PDF does not have their form.
    private static func photo(_ image: CGImage, _ writer: PDFWriter) -> PDFStream? {
        guard case .deferred(let deferred) = image.pixels, let buffer = deferred.encodedJPEG,
            let header = PDFPhotoHeader(buffer.bytes), header.width == image.width, header.height == image.height
        else { return nil }
        let space: PDFObject
        switch (deferred.layout, header.components) {
        case (.gray8, 1): space = profile(image.colorSpace, 1, writer) ?? .name("DeviceGray")
        case (.rgb8, 3): space = profile(image.colorSpace, 3, writer) ?? .name("DeviceRGB")
        case (.cmyk8, 4), (.invertedCMYK8, 4): space = profile(image.colorSpace, 4, writer) ?? .name("DeviceCMYK")
        default: return nil
        }
        var entries = entries(image, width: header.width, height: header.height, space)
        entries["Filter"] = .name("DCTDecode")
        if deferred.layout == .invertedCMYK8 { entries["Decode"] = .array([1, 0, 1, 0, 1, 0, 1, 0].map { .integer($0) }) }
        return PDFStream(entries, buffer.data)
    }

    /// A colour space with an ICC profile; `nil` for sRGB and for spaces without a profile.
    private static func profile(_ space: CGColorSpace?, _ components: Int, _ writer: PDFWriter) -> PDFObject? {
        guard let space, !space.isNominallySRGB, space.numberOfComponents == components, let profile = space.iccProfile else { return nil }
        let number = writer.write(.stream(PDFStream(deflating: profile, ["N": .integer(components)])))
        return .array([.name("ICCBased"), .reference(number)])
    }

    // MARK: Pixels

    /// The decoded pixels in sRGB or gray, and alpha as another image.
    private static func pixels(_ image: CGImage, _ writer: PDFWriter) -> PDFStream? {
        guard let source = try? image.raster() else { return nil }
        let (width, height) = (source.width, source.height)
        let hasAlpha = source.alpha != .none
        let isGray = source.layout.isGray && !hasAlpha
        guard
            let output = try? MutableRaster(
                allocating: isGray ? .gray8 : .rgba8, width: width, height: height, alpha: hasAlpha ? .straight : .none),
            (try? resample(
                source, .fill(sourceWidth: width, sourceHeight: height, outputWidth: width, outputHeight: height), into: output)) != nil
        else { return nil }
        if isGray {
            return PDFStream(deflating: samples(output, [0]), entries(image, width: width, height: height, .name("DeviceGray")))
        }
        let isColored = hasColors(output)
        let space = PDFObject.name(isColored ? "DeviceRGB" : "DeviceGray")
        var entries = entries(image, width: width, height: height, space)
        if hasAlpha {
            let mask = PDFStream(
                deflating: samples(output, [3]), Self.entries(image, width: width, height: height, .name("DeviceGray")))
            entries["SMask"] = .reference(writer.write(.stream(mask)))
        }
        return PDFStream(deflating: samples(output, isColored ? [0, 1, 2] : [0]), entries)
    }

    /// Some components of all pixels, row by row.
    private static func samples(_ raster: MutableRaster, _ components: [Int]) -> Data {
        let (plane, step) = (raster.planes[0], raster.layout.bytesPerPixel)
        var data = Data(count: raster.width * raster.height * components.count)
        data.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            var place = 0
            for y in 0..<raster.height {
                let row = plane.base + y * plane.bytesPerRow
                for x in 0..<raster.width {
                    for component in components {
                        bytes[place] = row.load(fromByteOffset: x * step + component, as: UInt8.self)
                        place += 1
                    }
                }
            }
        }
        return data
    }

    /// Whether a pixel is not gray.
    private static func hasColors(_ raster: MutableRaster) -> Bool {
        let plane = raster.planes[0]
        for y in 0..<raster.height {
            let row = (plane.base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
            for x in 0..<raster.width where row[4 * x] != row[4 * x + 1] || row[4 * x] != row[4 * x + 2] { return true }
        }
        return false
    }
}

/// The frame header of a JPEG file that every reader of PDF decodes: baseline or progressive Huffman coding, 8 bits (ITU-T T.81, annex B).
struct PDFPhotoHeader {
    let width: Int
    let height: Int
    let components: Int

    /// `nil` if the file has no such header.
    init?(_ bytes: UnsafeRawBufferPointer) {
        func word(_ position: Int) -> Int { Int(bytes[position]) << 8 | Int(bytes[position + 1]) }
        guard bytes.count > 4, word(0) == 0xFFD8 else { return nil }
        var position = 2
        while position + 9 < bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            // Bytes of 255 may fill the space before a marker.
            guard marker != 0xFF else {
                position += 1
                continue
            }
            if marker == 0xC0 || marker == 0xC1 || marker == 0xC2 {
                guard bytes[position + 4] == 8 else { return nil }
                (height, width, components) = (word(position + 5), word(position + 7), Int(bytes[position + 9]))
                // Readers of PDF take three components for Y′CbCr, also where these letters say that they are red, green and blue.
                let letters = stride(from: position + 10, to: bytes.count, by: 3).prefix(3).map { bytes[$0] }
                if components == 3, letters.elementsEqual("RGB".utf8) { return nil }
                return
            }
            guard marker != 0xDA, marker != 0xD9 else { return nil }
            position += 2 + word(position + 2)
        }
        return nil
    }
}
