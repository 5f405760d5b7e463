extension vImage.PixelBuffer where Format: MultiplePlanePixelFormat {
    /// One plane, which shares the memory.
    private func plane(_ index: Int) -> vImage.PixelBuffer<Format.PlanarPixelFormat> {
        precondition(planes.indices.contains(index), "a pixel buffer of \(planes.count) planes has none with the number \(index)")
        return vImage.PixelBuffer(planes: [planes[index]], owner: owner)
    }

    /// Calls the closure with a plane, which shares the memory.
    public func withUnsafePixelBuffer<R>(
        at index: Int, _ body: (vImage.PixelBuffer<Format.PlanarPixelFormat>) throws -> R
    ) rethrows -> R { try body(plane(index)) }

    /// Calls the closure with all planes, which share the memory.
    public func withUnsafePixelBuffers<R>(_ body: ([vImage.PixelBuffer<Format.PlanarPixelFormat>]) throws -> R) rethrows -> R {
        try body(planes.indices.map(plane))
    }

    /// A copy of planes, as many as the format has.
    public init(planarBuffers: [vImage.PixelBuffer<Format.PlanarPixelFormat>]) {
        precondition(planarBuffers.count == Format.planeCount, "\(planarBuffers.count) planes were given for \(Format.planeCount)")
        self.init(size: planarBuffers[0].size)
        for (index, buffer) in planarBuffers.enumerated() { buffer.copy(to: plane(index)) }
    }

    /// The channels of an interleaved buffer, one in each plane.
    public init<Interleaved: InterleavedPixelFormat>(interleavedBuffer: vImage.PixelBuffer<Interleaved>)
    where Interleaved.PlanarPixelFormat == Format.PlanarPixelFormat {
        self.init(size: interleavedBuffer.size)
        interleavedBuffer.deinterleave(planarDestinationBuffers: planes.indices.map(plane))
    }

    /// Copies of the planes.
    public func planarBuffers() -> [vImage.PixelBuffer<Format.PlanarPixelFormat>] {
        planes.indices.map { index in
            let made = vImage.PixelBuffer<Format.PlanarPixelFormat>(size: size)
            plane(index).copy(to: made)
            return made
        }
    }

    /// Writes the planes as channels side by side.
    public func interleave<Interleaved: InterleavedPixelFormat>(destination: vImage.PixelBuffer<Interleaved>)
    where Interleaved.PlanarPixelFormat == Format.PlanarPixelFormat {
        destination.interleave(planarSourceBuffers: planes.indices.map(plane))
    }
}

extension vImage.PixelBuffer where Format: InterleavedPixelFormat {
    /// Planes as channels side by side, as many as the format has.
    public init(planarBuffers: [vImage.PixelBuffer<Format.PlanarPixelFormat>]) {
        precondition(!planarBuffers.isEmpty, "no planes were given for \(Format.channelCount) channels")
        self.init(size: planarBuffers[0].size)
        interleave(planarSourceBuffers: planarBuffers)
    }

    /// Each channel as a buffer of its own.
    public func planarBuffers() -> [vImage.PixelBuffer<Format.PlanarPixelFormat>] {
        let made = (0..<Format.channelCount).map { _ in vImage.PixelBuffer<Format.PlanarPixelFormat>(size: size) }
        deinterleave(planarDestinationBuffers: made)
        return made
    }

    /// Writes each channel into a plane.
    public func deinterleave<Planar: MultiplePlanePixelFormat>(destination: vImage.PixelBuffer<Planar>)
    where Planar.PlanarPixelFormat == Format.PlanarPixelFormat {
        destination.withUnsafePixelBuffers { deinterleave(planarDestinationBuffers: $0) }
    }

    /// Writes each channel into a plane.
    public func deinterleave(planarDestinationBuffers planes: [vImage.PixelBuffer<Format.PlanarPixelFormat>]) {
        forEachChannel(of: planes) { pixels, plane, width in
            for x in 0..<width { plane[x] = pixels[x * Format.channelCount] }
        }
    }

    /// Writes planes as this buffer's channels.
    public func interleave(planarSourceBuffers planes: [vImage.PixelBuffer<Format.PlanarPixelFormat>]) {
        forEachChannel(of: planes) { pixels, plane, width in
            for x in 0..<width { pixels[x * Format.channelCount] = plane[x] }
        }
    }

    /// Calls the closure for each row of each channel, with the row's first number of it, and with the plane's row.
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
