extension vImage.PixelBuffer where Format: MultiplePlanePixelFormat {
    /// A buffer of one plane, which shares this buffer's memory.
    private func plane(_ index: Int) -> vImage.PixelBuffer<Format.PlanarPixelFormat> {
        precondition(planes.indices.contains(index), "a pixel buffer of \(planes.count) planes has none with the number \(index)")
        return vImage.PixelBuffer(planes: [planes[index]], owner: owner)
    }

    /// Calls the closure with one plane, as a buffer that shares this buffer's memory.
    public func withUnsafePixelBuffer<R>(
        at index: Int, _ body: (vImage.PixelBuffer<Format.PlanarPixelFormat>) throws -> R
    ) rethrows -> R { try body(plane(index)) }

    /// Calls the closure with all planes, as buffers that share this buffer's memory.
    public func withUnsafePixelBuffers<R>(_ body: ([vImage.PixelBuffer<Format.PlanarPixelFormat>]) throws -> R) rethrows -> R {
        try body(planes.indices.map(plane))
    }

    /// Creates a buffer with a copy of the planes. There must be as many planes as the format has.
    public init(planarBuffers: [vImage.PixelBuffer<Format.PlanarPixelFormat>]) {
        precondition(planarBuffers.count == Format.planeCount, "\(planarBuffers.count) planes were given for \(Format.planeCount)")
        self.init(size: planarBuffers[0].size)
        for (index, buffer) in planarBuffers.enumerated() { buffer.copy(to: plane(index)) }
    }

    /// Creates a buffer with one plane for each channel of an interleaved buffer.
    public init<Interleaved: InterleavedPixelFormat>(interleavedBuffer: vImage.PixelBuffer<Interleaved>)
    where Interleaved.PlanarPixelFormat == Format.PlanarPixelFormat {
        self.init(size: interleavedBuffer.size)
        interleavedBuffer.deinterleave(planarDestinationBuffers: planes.indices.map(plane))
    }

    /// Copies of the planes, each in a buffer of its own.
    public func planarBuffers() -> [vImage.PixelBuffer<Format.PlanarPixelFormat>] {
        planes.indices.map { index in
            let made = vImage.PixelBuffer<Format.PlanarPixelFormat>(size: size)
            plane(index).copy(to: made)
            return made
        }
    }

    /// Writes the planes as interleaved channels.
    public func interleave<Interleaved: InterleavedPixelFormat>(destination: vImage.PixelBuffer<Interleaved>)
    where Interleaved.PlanarPixelFormat == Format.PlanarPixelFormat {
        destination.interleave(planarSourceBuffers: planes.indices.map(plane))
    }
}

extension vImage.PixelBuffer where Format: InterleavedPixelFormat {
    /// Creates an interleaved buffer from planes. There must be as many planes as the format has channels.
    public init(planarBuffers: [vImage.PixelBuffer<Format.PlanarPixelFormat>]) {
        precondition(!planarBuffers.isEmpty, "no planes were given for \(Format.channelCount) channels")
        self.init(size: planarBuffers[0].size)
        interleave(planarSourceBuffers: planarBuffers)
    }

    /// A copy of each channel, in a buffer of its own.
    public func planarBuffers() -> [vImage.PixelBuffer<Format.PlanarPixelFormat>] {
        let made = (0..<Format.channelCount).map { _ in vImage.PixelBuffer<Format.PlanarPixelFormat>(size: size) }
        deinterleave(planarDestinationBuffers: made)
        return made
    }

    /// Writes each channel to one plane of the destination.
    public func deinterleave<Planar: MultiplePlanePixelFormat>(destination: vImage.PixelBuffer<Planar>)
    where Planar.PlanarPixelFormat == Format.PlanarPixelFormat {
        destination.withUnsafePixelBuffers { deinterleave(planarDestinationBuffers: $0) }
    }

    /// Writes each channel to one of the buffers.
    public func deinterleave(planarDestinationBuffers planes: [vImage.PixelBuffer<Format.PlanarPixelFormat>]) {
        forEachChannel(of: planes) { pixels, plane, width in
            for x in 0..<width { plane[x] = pixels[x * Format.channelCount] }
        }
    }

    /// Writes one buffer to each channel of this buffer.
    public func interleave(planarSourceBuffers planes: [vImage.PixelBuffer<Format.PlanarPixelFormat>]) {
        forEachChannel(of: planes) { pixels, plane, width in
            for x in 0..<width { pixels[x * Format.channelCount] = plane[x] }
        }
    }

    /// Calls the closure for each row of each channel. The arguments are a pointer to the channel's first number in the row, a pointer to
    /// the row in the plane, and the width.
    private func forEachChannel(
        of planes: [vImage.PixelBuffer<Format.PlanarPixelFormat>],
        _ body: (UnsafeMutablePointer<Format.ComponentType>, UnsafeMutablePointer<Format.ComponentType>, Int) -> Void
    ) {
        precondition(planes.count == Format.channelCount, "\(planes.count) planes were given for \(Format.channelCount) channels")
        planes.forEach { expectSize(of: $0) }
        withExtendedLifetime((owner, planes)) {
            for y in 0..<height {
                let row = (self.planes[0].data + y * self.planes[0].rowBytes).assumingMemoryBound(to: Format.ComponentType.self)
                for (channel, plane) in planes.enumerated() {
                    let target = plane.planes[0]
                    body(row + channel, (target.data + y * target.rowBytes).assumingMemoryBound(to: Format.ComponentType.self), width)
                }
            }
        }
    }
}
