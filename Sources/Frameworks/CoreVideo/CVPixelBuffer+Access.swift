import CoreGraphics

/// Options for locking a buffer.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
    public let rawValue: CVOptionFlags
    public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

    /// The caller only reads the pixels.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Announces that the caller will use the base address. Osprey only counts the locks, because the address of the pixels never changes.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn {
    pixelBuffer.withState { $0.lockCount += 1 }
    return kCVReturnSuccess
}

/// Ends the use of the base address. Returns `kCVReturnInvalidArgument` if the buffer is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags) -> CVReturn {
    pixelBuffer.withState { state in
        guard state.lockCount > 0 else { return kCVReturnInvalidArgument }
        state.lockCount -= 1
        return kCVReturnSuccess
    }
}

/// The number of columns of the buffer, without the padding.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }
/// The number of rows of the buffer, without the padding.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }
/// The pixel format: a `kCVPixelFormatType_…`.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.pixelFormatType }

/// The address of the first pixel, or of the first plane's first pixel if the buffer is planar.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? { pixelBuffer.baseAddresses[0] }

/// The number of bytes per row. For a planar buffer it is the size of all planes divided by the height, rounded up.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    guard pixelBuffer.isPlanar else { return pixelBuffer.planes[0].bytesPerRow }
    return (pixelBuffer.byteCount + pixelBuffer.height - 1) / pixelBuffer.height
}

/// The number of bytes of the backing store, including all planes and padding.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.byteCount }

/// Whether the components are in separate planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.isPlanar }

/// The number of planes; 0 for a buffer that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.isPlanar ? pixelBuffer.planes.count : 0 }

/// The number of columns of a plane; 0 beyond the last plane. Plane 0 of a buffer that is not planar is the whole buffer.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    guard pixelBuffer.isPlanar else { return planeIndex == 0 ? pixelBuffer.width : 0 }
    return pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// The number of rows of a plane; 0 beyond the last plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// The address of a plane's first pixel; `nil` beyond the last plane.
public func CVPixelBufferGetBaseAddressOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> UnsafeMutableRawPointer? {
    pixelBuffer.baseAddresses.indices.contains(planeIndex) ? pixelBuffer.baseAddresses[planeIndex] : nil
}

/// The bytes per row of a plane; 0 beyond the last plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// Gets the numbers of extra columns and rows beyond the buffer's four edges.
public func CVPixelBufferGetExtendedPixels(
    _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?, _ extraColumnsOnRight: UnsafeMutablePointer<Int>?,
    _ extraRowsOnTop: UnsafeMutablePointer<Int>?, _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
    extraColumnsOnLeft?.pointee = pixelBuffer.extended.left
    extraColumnsOnRight?.pointee = pixelBuffer.extended.right
    extraRowsOnTop?.pointee = pixelBuffer.extended.top
    extraRowsOnBottom?.pointee = pixelBuffer.extended.bottom
}

/// Fills the extended pixels with copies of the nearest pixels at the edges.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn {
    for (plane, base) in zip(pixelBuffer.planes, pixelBuffer.baseAddresses) {
        let block = plane.bytesPerBlock
        let extended = plane.extended
        for row in 0..<plane.height {
            let first = base + row * plane.bytesPerRow
            let last = first + (plane.width - 1) * block
            for column in 0..<extended.left { (first - (column + 1) * block).copyMemory(from: first, byteCount: block) }
            for column in 0..<extended.right { (last + (column + 1) * block).copyMemory(from: last, byteCount: block) }
        }
        let fullRow = (extended.left + plane.width + extended.right) * block
        let top = base - extended.left * block
        let bottom = top + (plane.height - 1) * plane.bytesPerRow
        for row in 0..<extended.top { (top - (row + 1) * plane.bytesPerRow).copyMemory(from: top, byteCount: fullRow) }
        for row in 0..<extended.bottom { (bottom + (row + 1) * plane.bytesPerRow).copyMemory(from: bottom, byteCount: fullRow) }
    }
    return kCVReturnSuccess
}

/// The attributes with which the buffer was made, including its size and format.
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary { pixelBuffer.creationAttributes }

/// A surface that is shared with a GPU. Such surfaces do not exist on Linux.
public final class IOSurfaceRef: Sendable {
    private init() {}
}

/// Always `nil`, because all buffers are in main memory, even buffers that were made with `kCVPixelBufferIOSurfacePropertiesKey`.
public func CVPixelBufferGetIOSurface(_ pixelBuffer: CVPixelBuffer?) -> Unmanaged<IOSurfaceRef>? { nil }

/// Combines the attributes of several dictionaries. Width, height, extended pixels and alignment get the maximum. All other values must be
/// equal.
@discardableResult
public func CVPixelBufferCreateResolvedAttributesDictionary(
    _ allocator: CFAllocator?, _ attributes: CFArray?, _ resolvedDictionaryOut: UnsafeMutablePointer<CFDictionary?>
) -> CVReturn {
    let largest: Set<String> = [
        kCVPixelBufferWidthKey, kCVPixelBufferHeightKey, kCVPixelBufferExtendedPixelsLeftKey, kCVPixelBufferExtendedPixelsRightKey,
        kCVPixelBufferExtendedPixelsTopKey, kCVPixelBufferExtendedPixelsBottomKey, kCVPixelBufferBytesPerRowAlignmentKey,
        kCVPixelBufferPlaneAlignmentKey,
    ]
    resolvedDictionaryOut.pointee = nil
    var resolved: [String: Any] = [:]
    for case let dictionary as [String: Any] in attributes ?? [] {
        for (key, value) in dictionary {
            if largest.contains(key), let old = resolved[key].flatMap(CVBuffer.integer), let new = CVBuffer.integer(value) {
                resolved[key] = max(old, new)
            } else if key == kCVPixelBufferPixelFormatTypeKey, let old = resolved[key].flatMap(CVBuffer.integer),
                let new = CVBuffer.integer(value), old != new
            {
                return kCVReturnInvalidPixelBufferAttributes
            } else {
                resolved[key] = value
            }
        }
    }
    resolvedDictionaryOut.pointee = resolved
    return kCVReturnSuccess
}

/// The type identifier of pixel buffers.
public func CVPixelBufferGetTypeID() -> CFTypeID { 0x4356_5042 }

extension CVBuffer {
    func plane(_ index: Int) -> PixelBufferLayout.Plane? { planes.indices.contains(index) ? planes[index] : nil }
}
