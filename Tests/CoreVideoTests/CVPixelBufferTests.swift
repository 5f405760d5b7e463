import CoreVideo
import Foundation
import Locks
import Testing

private func makeBuffer(_ width: Int, _ height: Int, _ format: OSType, _ attributes: [String: Any]? = nil) -> CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    return CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes, &buffer) == kCVReturnSuccess ? buffer : nil
}

@Suite("Core Video: pixel buffers")
struct CVPixelBufferTests {
    @Test(
        "A packed buffer has rows at multiples of 64 bytes that hold the width",
        arguments: [
            (kCVPixelFormatType_32BGRA, 4), (kCVPixelFormatType_32RGBA, 4), (kCVPixelFormatType_32ARGB, 4), (kCVPixelFormatType_24RGB, 3),
            (kCVPixelFormatType_24BGR, 3), (kCVPixelFormatType_OneComponent8, 1), (kCVPixelFormatType_OneComponent16, 2),
            (kCVPixelFormatType_OneComponent16Half, 2), (kCVPixelFormatType_OneComponent32Float, 4), (kCVPixelFormatType_TwoComponent8, 2),
            (kCVPixelFormatType_TwoComponent32Float, 8), (kCVPixelFormatType_DepthFloat16, 2), (kCVPixelFormatType_DisparityFloat32, 4),
            (kCVPixelFormatType_64RGBAHalf, 8), (kCVPixelFormatType_128RGBAFloat, 16),
        ])
    func packedFormats(format: OSType, bytes: Int) throws {
        for (width, height) in [(1, 1), (33, 7), (640, 3)] {
            let buffer = try #require(makeBuffer(width, height, format))
            let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
            #expect(CVPixelBufferGetWidth(buffer) == width && CVPixelBufferGetHeight(buffer) == height)
            #expect(bytesPerRow % 64 == 0 && bytesPerRow >= width * bytes && bytesPerRow < width * bytes + 64)
            #expect(CVPixelBufferGetDataSize(buffer) == bytesPerRow * height)
            #expect(CVPixelBufferGetPlaneCount(buffer) == 0 && !CVPixelBufferIsPlanar(buffer))
            #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
            #expect(UInt(bitPattern: CVPixelBufferGetBaseAddress(buffer)) % 64 == 0)
        }
    }

    @Test("A biplanar buffer of odd size rounds its chroma up and keeps both planes in one block")
    func biplanar() throws {
        let buffer = try #require(makeBuffer(7, 5, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
        #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 7 && CVPixelBufferGetHeightOfPlane(buffer, 0) == 5)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 4 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 3)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 2) == 0 && CVPixelBufferGetBaseAddressOfPlane(buffer, 2) == nil)
        #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, -1) == nil)
        let first = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
        let second = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
        #expect(second - first == 5 * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0))
        #expect(CVPixelBufferGetDataSize(buffer) == 8 * 64)
    }

    @Test("Sizes that are empty, too large or overflow are refused before memory is taken")
    func badSizes() {
        var buffer: CVPixelBuffer?
        for (width, height) in [
            (0, 4), (4, 0), (-1, 4), (Int.max, 2), (2, Int.min), (1 << 32, 1 << 32), (900_000, 900_000), (16385, 16385),
        ] {
            #expect(CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnInvalidSize)
            #expect(buffer == nil)
        }
        #expect(CVPixelBufferCreate(nil, 4, 4, 0x1234, nil, &buffer) == kCVReturnInvalidPixelFormat)
        let odd = [kCVPixelBufferBytesPerRowAlignmentKey: 48]
        #expect(CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, odd, &buffer) == kCVReturnInvalidPixelBufferAttributes)
        let negative = [kCVPixelBufferExtendedPixelsLeftKey: -3]
        #expect(CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, negative, &buffer) == kCVReturnInvalidPixelBufferAttributes)
    }

    @Test("The dictionary that Apple's samples create buffers with is accepted and given back")
    func attributes() throws {
        let attributes =
            [
                kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue!, kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue!,
                kCVPixelBufferIOSurfacePropertiesKey: [:] as CFDictionary, kCVPixelBufferBytesPerRowAlignmentKey: 256,
            ] as CFDictionary
        let buffer = try #require(makeBuffer(10, 10, kCVPixelFormatType_32BGRA, attributes))
        #expect(CVPixelBufferGetBytesPerRow(buffer) == 256)
        let created = CVPixelBufferCopyCreationAttributes(buffer)
        #expect(created[kCVPixelBufferWidthKey] as? Int == 10)
        #expect(created[kCVPixelBufferCGImageCompatibilityKey] as? Bool == true)
        #expect(CVPixelBufferGetIOSurface(buffer) == nil)
    }

    @Test("Locks are counted, and one unlock too many is an error")
    func locks() throws {
        let buffer = try #require(makeBuffer(2, 2, kCVPixelFormatType_32BGRA))
        #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    }

    @Test("A buffer around the caller's bytes calls back once, when its last reference goes")
    func releaseCallback() throws {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 60, alignment: 16)
        defer { bytes.deallocate() }
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        count.initialize(to: 0)
        defer { count.deallocate() }
        do {
            var buffer: CVPixelBuffer?
            let result = CVPixelBufferCreateWithBytes(
                nil, 4, 3, kCVPixelFormatType_32BGRA, bytes, 20, { context, _ in context?.assumingMemoryBound(to: Int.self).pointee += 1 },
                count, nil, &buffer)
            #expect(result == kCVReturnSuccess)
            #expect(CVPixelBufferGetBaseAddress(try #require(buffer)) == bytes)
            #expect(CVPixelBufferGetBytesPerRow(try #require(buffer)) == 20)
            #expect(count.pointee == 0)
            buffer = nil
        }
        #expect(count.pointee == 1)
        var refused: CVPixelBuffer?
        let short = CVPixelBufferCreateWithBytes(nil, 4, 3, kCVPixelFormatType_32BGRA, bytes, 15, nil, nil, nil, &refused)
        #expect(short == kCVReturnInvalidArgument && refused == nil)
        let huge = CVPixelBufferCreateWithBytes(nil, 4, 3, kCVPixelFormatType_32BGRA, bytes, Int.max / 2, nil, nil, nil, &refused)
        #expect(huge == kCVReturnInvalidArgument)
    }

    @Test("A pixel buffer uses the caller's planes without a copy")
    func planarBytes() throws {
        let luma = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
        let chroma = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 16)
        defer {
            luma.deallocate()
            chroma.deallocate()
        }
        var addresses: [UnsafeMutableRawPointer?] = [luma, chroma]
        var (widths, heights, rows) = ([4, 2], [4, 2], [4, 4])
        var buffer: CVPixelBuffer?
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let result = CVPixelBufferCreateWithPlanarBytes(
            nil, 4, 4, format, nil, 0, 2, &addresses, &widths, &heights, &rows, nil, nil, nil, &buffer)
        #expect(result == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddressOfPlane(try #require(buffer), 1) == chroma)
        rows[1] = 3
        let short = CVPixelBufferCreateWithPlanarBytes(
            nil, 4, 4, format, nil, 0, 2, &addresses, &widths, &heights, &rows, nil, nil, nil, &buffer)
        #expect(short == kCVReturnInvalidArgument && buffer == nil)
    }

    @Test("Extended pixels repeat the edges")
    func extendedPixels() throws {
        let attributes = [
            kCVPixelBufferExtendedPixelsLeftKey: 2, kCVPixelBufferExtendedPixelsRightKey: 1, kCVPixelBufferExtendedPixelsTopKey: 1,
            kCVPixelBufferExtendedPixelsBottomKey: 3,
        ]
        let buffer = try #require(makeBuffer(3, 2, kCVPixelFormatType_OneComponent8, attributes))
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
        for index in 0..<6 { base[index / 3 * bytesPerRow + index % 3] = UInt8(10 * (index / 3) + index % 3 + 1) }
        #expect(CVPixelBufferFillExtendedPixels(buffer) == kCVReturnSuccess)
        for y in -1..<5 {
            for x in -2..<4 {
                let expected = 10 * min(max(y, 0), 1) + min(max(x, 0), 2) + 1
                #expect(base[y * bytesPerRow + x] == UInt8(expected))
            }
        }
        var (left, bottom) = (0, 0)
        CVPixelBufferGetExtendedPixels(buffer, &left, nil, nil, &bottom)
        #expect(left == 2 && bottom == 3)
    }

    @Test("Attachments keep their mode, and only those that should propagate do")
    func attachments() throws {
        let source = try #require(makeBuffer(2, 2, kCVPixelFormatType_32BGRA))
        let target = try #require(makeBuffer(2, 2, kCVPixelFormatType_32BGRA))
        CVBufferSetAttachment(source, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
        CVBufferSetAttachment(source, "private", 7, .shouldNotPropagate)
        CVBufferPropagateAttachments(source, target)
        var mode = CVAttachmentMode.shouldNotPropagate
        #expect(CVBufferCopyAttachment(target, kCVImageBufferYCbCrMatrixKey, &mode) as? String == "ITU_R_709_2")
        #expect(mode == .shouldPropagate)
        #expect(!CVBufferHasAttachment(target, "private"))
        #expect(CVBufferGetAttachment(source, "private", nil)?.takeUnretainedValue() as? Int == 7)
        #expect(CVBufferCopyAttachments(source, .shouldNotPropagate)?.count == 1)
        CVBufferRemoveAttachment(source, "private")
        #expect(CVBufferCopyAttachments(source, .shouldNotPropagate) == nil)
        CVBufferRemoveAllAttachments(source)
        #expect(CVBufferCopyAttachments(source, .shouldPropagate) == nil)
    }

    @Test("Attachments may be set from many threads at once")
    func concurrentAttachments() async throws {
        let buffer = try #require(makeBuffer(2, 2, kCVPixelFormatType_32BGRA))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for index in 0..<200 { CVBufferSetAttachment(buffer, "\(task).\(index)", index, .shouldPropagate) } }
            }
        }
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate)?.count == 1600)
    }

    @Test("A pool gives memory out again, and refuses beyond its threshold")
    func pool() throws {
        var pool: CVPixelBufferPool?
        let attributes: [String: Any] = [
            kCVPixelBufferWidthKey: 20, kCVPixelBufferHeightKey: 10, kCVPixelBufferPixelFormatTypeKey: Int(kCVPixelFormatType_32BGRA),
        ]
        #expect(CVPixelBufferPoolCreate(nil, [kCVPixelBufferPoolMinimumBufferCountKey: 3], attributes, &pool) == kCVReturnSuccess)
        let made = try #require(pool)
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, made, &buffer) == kCVReturnSuccess)
        let address = CVPixelBufferGetBaseAddress(try #require(buffer))
        let limit = [kCVPixelBufferPoolAllocationThresholdKey: 1]
        var second: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, made, limit, &second) == kCVReturnWouldExceedAllocationThreshold)
        buffer = nil
        #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, made, limit, &second) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(try #require(second)) == address)
        CVPixelBufferPoolFlush(made, .excessBuffers)
        #expect(CVPixelBufferPoolCreate(nil, nil, [kCVPixelBufferWidthKey: 20], &pool) == kCVReturnInvalidPixelBufferAttributes)
        #expect(pool == nil)
    }

    @Test("Deferred pixels are written once, for the first reader; their writer is released then, or with the buffer")
    func laterPixels() throws {
        final class Source: Sendable {}
        let calls = Locked(0)
        for isAsked in [true, false] {
            weak var source: Source?
            do {
                let buffer = try #require(makeBuffer(4, 2, kCVPixelFormatType_OneComponent8))
                let own = Source()
                source = own
                buffer.writePixelsLater { [own] planes in
                    _ = withExtendedLifetime(own) { memset(planes[0].base, 7, 2 * planes[0].bytesPerRow) }
                    calls.withLock { $0 += 1 }
                }
                #expect(CVPixelBufferGetWidth(buffer) == 4 && calls.withLock { $0 } == (isAsked ? 0 : 1))
                if isAsked {
                    DispatchQueue.concurrentPerform(iterations: 8) { _ in
                        #expect(CVPixelBufferGetBaseAddress(buffer)?.load(as: UInt8.self) == 7)
                    }
                }
            }
            #expect(source == nil && calls.withLock { $0 } == 1)
        }
    }
}
