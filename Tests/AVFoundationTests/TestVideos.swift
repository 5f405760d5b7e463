import AVFoundation
import Foundation
import Testing

/// Videos whose every frame is known.
enum TestVideos {
    /// The gray of a frame: far enough from those of its neighbours to tell frames apart after encoding.
    static func gray(_ number: Int) -> UInt8 { UInt8(40 + number * 53 % 160) }

    /// A picture of one gray, with its upper left quarter white.
    static func picture(_ gray: UInt8, width: Int = 64, height: Int = 48) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        let buffer = try #require(made)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        for y in 0..<height {
            let row = base + y * CVPixelBufferGetBytesPerRow(buffer)
            memset(row, Int32(gray), 4 * width)
            if y < height / 2 { memset(row, 255, 4 * (width / 2)) }
        }
        return buffer
    }

    /// Writes a frame at each of the times.
    static func write(
        _ url: URL, times: [CMTime], codec: AVVideoCodecType = .h264, timescale: CMTimeScale = 0,
        transform: CGAffineTransform = .identity, width: Int = 64, height: Int = 48
    ) throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: url.pathExtension == "mov" ? .mov : .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: codec])
        input.mediaTimeScale = timescale
        input.transform = transform
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        try #require(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for (number, time) in times.enumerated() {
            try #require(adaptor.append(picture(gray(number), width: width, height: height), withPresentationTime: time))
        }
        input.markAsFinished()
        try writer.complete()
    }

    /// All frames of a file's video track, and what the reader said at the end.
    static func read(
        _ url: URL, _ settings: [String: Any]? = [:], range: CMTimeRange? = nil
    ) throws -> (samples: [CMSampleBuffer], reader: AVAssetReader) {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        if let range { reader.timeRange = range }
        let track = try #require(asset.tracks(withMediaType: .video).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        try #require(reader.startReading())
        var samples: [CMSampleBuffer] = []
        while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
        return (samples, reader)
    }

    /// The bytes at a place of a plane.
    static func bytes(_ sample: CMSampleBuffer, plane: Int = 0, x: Int, y: Int, count: Int = 1) throws -> [UInt8] {
        let buffer = try #require(CMSampleBufferGetImageBuffer(sample))
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base = try #require(isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer))
        let stride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
        return (0..<count).map { base.load(fromByteOffset: y * stride + x * count + $0, as: UInt8.self) }
    }

    /// An uncompressed video: each frame's luma rises by one from pixel to pixel, its chroma is `number` and `255 - number`.
    static func writeUncompressed(_ url: URL, frames: Int, width: Int = 18, height: Int = 10) throws {
        var data = Data("YUV4MPEG2 W\(width) H\(height) F25:1 Ip A1:1 C420jpeg XCOLORRANGE=FULL\n".utf8)
        let chroma = ((width + 1) / 2) * ((height + 1) / 2)
        for number in 0..<frames {
            data += Data("FRAME\n".utf8)
            data += Data((0..<width * height).map { UInt8(truncatingIfNeeded: 16 + $0 % 200 + number) })
            data += Data(repeating: UInt8(100 + number), count: chroma)
            data += Data(repeating: UInt8(155 - number), count: chroma)
        }
        try data.write(to: url)
    }

    /// Moves the index of an MP4 or QuickTime file from its end to its beginning, so that the file can be cut off.
    static func indexFirst(_ file: Data) throws -> Data {
        func number(_ data: Data, _ place: Int) -> Int { data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        var atoms: [(name: String, data: Data)] = []
        var place = 0
        while place + 8 <= file.count {
            let size = number(file, place)
            try #require(size >= 8 && place + size <= file.count)
            atoms.append((String(decoding: file[place + 4..<place + 8], as: UTF8.self), Data(file[place..<place + size])))
            place += size
        }
        let end = atoms.popLast()
        let last = try #require(end)
        try #require(last.name == "moov" && atoms.first?.name == "ftyp")
        var index = last.data
        let table = try #require(index.range(of: Data("stco".utf8))).upperBound
        for entry in 0..<number(index, table + 4) {
            let offset = number(index, table + 8 + 4 * entry) + index.count
            for byte in 0..<4 { index[table + 8 + 4 * entry + byte] = UInt8(truncatingIfNeeded: offset >> (24 - 8 * byte)) }
        }
        return atoms[0].data + index + atoms.dropFirst().reduce(Data()) { $0 + $1.data }
    }
}
