import CKernels
import CThreads
import Foundation
import Testing

@testable import CoreMLRuntime

/// Memory that ends where a page begins that must not be touched.
private final class GuardedMemory {
    let pointer: UnsafeMutableRawPointer
    let byteCount: Int
    private let start: UnsafeMutableRawPointer
    private let length: Int

    init?(byteCount: Int) {
        let page = 4096, used = (byteCount + page - 1) / page * page
        guard let start = mmap(nil, used + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED else {
            return nil
        }
        guard mprotect(start + used, page, PROT_NONE) == 0 else { return nil }
        (self.start, length, self.byteCount) = (start, used + page, byteCount)
        pointer = start + used - byteCount
    }

    deinit { munmap(start, length) }

    func fill(_ numbers: () -> UInt16) {
        let values = pointer.bindMemory(to: UInt16.self, capacity: byteCount / 2)
        for index in 0..<byteCount / 2 { values[index] = numbers() }
    }

    var numbers: [UInt16] { Array(UnsafeBufferPointer(start: pointer.assumingMemoryBound(to: UInt16.self), count: byteCount / 2)) }
}

/// The kernel's memory, for shapes of all kinds: it must not read or write beyond the end of anything, nor leave a result out.
@Suite(.enabled(if: Processor.hasAMX, "the kernel is for such processors"))
struct TileConvolutionMemoryTests {
    private static func random(_ noise: inout Noise, _ range: ClosedRange<Int>) -> Int64 {
        Int64(range.lowerBound + Int((Double(noise.next()) + 1) / 2.001 * Double(range.count)))
    }

    private static func work(_ noise: inout Noise) -> KernelTileConvolution {
        var work = KernelTileConvolution()
        work.destination = KernelElementBFloat16
        (work.images, work.channels, work.outputs) = (random(&noise, 1...3), random(&noise, 1...70), random(&noise, 1...70))
        (work.height, work.width) = (random(&noise, 1...20), random(&noise, 1...40))
        let isPointwise = noise.next() > 0.3
        (work.kernel_height, work.kernel_width) = isPointwise ? (1, 1) : (random(&noise, 1...4), random(&noise, 1...5))
        (work.padding_top, work.padding_left) = isPointwise ? (0, 0) : (random(&noise, 0...5), random(&noise, 0...6))
        let after = isPointwise ? (0, 0) : (random(&noise, 0...5), random(&noise, 0...6))
        work.result_height = max(1, work.height + work.padding_top + after.0 - work.kernel_height + 1)
        work.result_width = max(1, work.width + work.padding_left + after.1 - work.kernel_width + 1)
        return work
    }

    @Test("The tile kernels write every result and touch no memory beyond their arrays")
    func nothingBeyondTheEndsIsTouchedAndEveryResultIsWritten() throws {
        var noise = Noise(23)
        for round in 0..<300 {
            var work = Self.work(&noise)
            let groups = (work.outputs + Int64(KERNEL_TILE_GROUP) - 1) / Int64(KERNEL_TILE_GROUP)
            let results = work.images * work.result_height * work.result_width * work.outputs
            let weights = groups * kernel_tile_convolution_group_numbers(work.channels, work.kernel_height, work.kernel_width)
            func memory(_ byteCount: Int64) throws -> GuardedMemory { try #require(GuardedMemory(byteCount: Int(byteCount))) }
            let source = try memory(work.images * work.height * work.width * work.channels * 2)
            let (arranged, bias) = (try memory(weights * 2), try memory(groups * Int64(KERNEL_TILE_GROUP) * 4))
            let small = { UInt16(truncatingIfNeeded: Float(0.5 + 0.25 * noise.next()).bitPattern >> 16) }
            source.fill(small)
            arranged.fill(small)
            bias.fill { 0 }
            work.weights = UnsafeRawPointer(arranged.pointer)
            work.bias = UnsafePointer(bias.pointer.assumingMemoryBound(to: Float.self))
            var answers: [[UInt16]] = []
            for threads: Int32 in [1, 3] {
                let destination = try memory(results * 2), scratch = try memory(Int64(kernel_tile_convolution_scratch(&work, threads)))
                destination.fill { 0x7fff }
                let addresses: [UnsafeMutableRawPointer?] = [
                    source.pointer, destination.pointer, scratch.pointer, arranged.pointer, bias.pointer,
                ]
                kernel_tile_convolution_run(&work, addresses, threads)
                answers.append(destination.numbers)
            }
            #expect(!answers[0].contains(0x7fff), "\(round): \(work)")
            #expect(answers[0] == answers[1], "\(round): \(work)")
        }
    }
}
