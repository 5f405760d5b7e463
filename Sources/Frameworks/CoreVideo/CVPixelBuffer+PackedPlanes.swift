import Foundation

extension CVBuffer {
    /// The address of the first pixel of the top row, in the first plane.
    package var firstPixel: UnsafeRawPointer { UnsafeRawPointer(baseAddresses[0]) }

    /// The pixels of each plane, row by row, without padding.
    package var packedPlanes: [Data] {
        withExtendedLifetime(self) {
            zip(baseAddresses, planes).map { base, plane in
                let rowBytes = plane.width * plane.bytesPerBlock
                var data = Data(capacity: rowBytes * plane.height)
                for y in 0..<plane.height {
                    data.append((base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self), count: rowBytes)
                }
                return data
            }
        }
    }

    /// Makes a buffer with the given pixels. Returns `nil` if their number does not match the size and format, or if there is not enough
    /// memory.
    ///
    /// - Parameter packedPlanes: the planes, in the form of ``packedPlanes``.
    package static func make(width: Int, height: Int, format: OSType, packedPlanes: [Data]) -> CVBuffer? {
        // The sizes are checked first, so a buffer is never larger than the given pixels.
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, let first = packedPlanes.first, count <= first.count else { return nil }
        var made: CVPixelBuffer?
        guard CVPixelBufferCreate(nil, width, height, format, nil, &made) == kCVReturnSuccess, let buffer = made else { return nil }
        guard buffer.planes.count == packedPlanes.count else { return nil }
        for (index, data) in packedPlanes.enumerated() {
            let plane = buffer.planes[index]
            let rowBytes = plane.width * plane.bytesPerBlock
            guard data.count == rowBytes * plane.height else { return nil }
            data.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress else { return }
                for y in 0..<plane.height {
                    (buffer.baseAddresses[index] + y * plane.bytesPerRow).copyMemory(from: source + y * rowBytes, byteCount: rowBytes)
                }
            }
        }
        return buffer
    }
}
