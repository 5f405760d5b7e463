import COneDNN
import CThreads
import Foundation
import Testing

@testable import CoreMLRuntime

#if arch(x86_64)
    @Suite struct ProcessorTests {
        /// Whether the library is one whose numbers of instruction sets are known here.
        private static let isKnown: Bool = {
            var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
            onednn_version(&major, &minor, &patch)
            return major == 2
        }()

        /// The instruction sets that oneDNN uses, as bits.
        private static func librarySets() throws -> UInt32 {
            let symbol = try #require(dlsym(nil, "dnnl_get_effective_cpu_isa"))
            return unsafeBitCast(symbol, to: (@convention(c) () -> UInt32).self)()
        }

        private static func compareWithLibrary() throws {
            let sets = try librarySets()
            func has(_ bits: UInt32) -> Bool { sets & bits == bits }
            #expect(processor_has_amx() == has(0x3e7))
            #expect(processor_has_native_bfloat16() == has(0xe7))
            #expect(processor_has_512_bit_vectors() == has(0x27))
            #expect(processor_has_integer_products() == (has(0x67) || has(0x407)))
            // All processors with AVX2 that oneDNN knows of have the rest of x86-64's third level.
            #expect(processor_has_256_bit_vectors() == has(0x7))
        }

        @Test("Our kernels use the instructions that oneDNN uses", .enabled(if: isKnown, "oneDNN 2"))
        func detection() throws { try Self.compareWithLibrary() }

        @Test("The variable that restricts oneDNN restricts our kernels", .enabled(if: isKnown, "oneDNN 2"))
        func restriction() async {
            await #expect(processExitsWith: .success) {
                setenv("ONEDNN_MAX_CPU_ISA", "sse41", 1)
                try Self.compareWithLibrary()
                try #require(!processor_has_256_bit_vectors())
            }
        }
    }
#endif
