import CKernels
import CThreads
import Testing

@testable import CoreMLRuntime

/// Our pooling against the plain kernels.
@Suite struct PoolingTests {
    struct Window: Sendable {
        var kernel: [Int]
        var strides: [Int]
        /// Before and after along each dimension.
        var pad: [Int]
    }

    private enum Kind: CaseIterable {
        case maximum, average, averageOfPixels

        var code: KernelPoolingKind {
            switch self {
            case .maximum: KernelPoolingMaximum
            case .average: KernelPoolingAverageWithPadding
            case .averageOfPixels: KernelPoolingAverageWithoutPadding
            }
        }
    }

    private static let windows = [
        Window(kernel: [2, 2], strides: [2, 2], pad: [0, 0, 0, 0]), Window(kernel: [3, 3], strides: [2, 2], pad: [0, 0, 0, 0]),
        Window(kernel: [3, 3], strides: [1, 1], pad: [1, 1, 1, 1]), Window(kernel: [1, 5], strides: [1, 2], pad: [0, 0, 2, 1]),
        Window(kernel: [4, 1], strides: [3, 1], pad: [2, 0, 0, 0]), Window(kernel: [7, 10], strides: [1, 1], pad: [0, 0, 0, 0]),
        Window(kernel: [2, 3], strides: [4, 5], pad: [0, 1, 0, 2]), Window(kernel: [5, 4], strides: [1, 1], pad: [4, 4, 3, 3]),
    ]

    /// How channels lie, last or in blocks of so many, and the threads.
    private static let divisions: [(block: Int?, threads: Int)] = [(nil, 1), (nil, 3), (8, 2), (16, 2)]

    private func call(_ x: Argument, _ kind: Kind, _ window: Window, _ builder: inout ProgramBuilder) throws -> Argument {
        var arguments: [String: Argument] = [
            "x": x, "kernel_sizes": .ints(window.kernel), "strides": .ints(window.strides), "pad_type": .string("custom"),
            "pad": .ints(window.pad),
        ]
        if kind != .maximum { arguments["exclude_padding_from_average"] = .bool(kind == .averageOfPixels) }
        return try builder.emitOne(kind == .maximum ? "max_pool" : "avg_pool", arguments)
    }

    private func plain(_ x: Tensor, _ kind: Kind, _ window: Window) throws -> Tensor {
        var builder = ProgramBuilder()
        let y = try call(try builder.input("x", x.type), kind, window, &builder)
        let function = try builder.finish(outputs: [("y", y)])
        return try #require(try Interpreter().interpret(function, inputs: ["x": x])[function.body.outputs[0]])
    }

    /// Where the elements [N, C, spatial…] are whose channels come last, or in padded blocks of so many.
    private func places(_ shape: [Int], block: Int?) -> (count: Int, places: [Int]) {
        let (images, channels, pixels) = (shape[0], shape[1], shape.dropFirst(2).product())
        let size = block ?? channels
        let blocks = (channels + size - 1) / size
        var places: [Int] = []
        for image in 0..<images {
            for channel in 0..<channels {
                for pixel in 0..<pixels {
                    places.append(((image * blocks + channel / size) * pixels + pixel) * size + channel % size)
                }
            }
        }
        return (images * blocks * pixels * size, places)
    }

    private func work(_ x: [Int], _ y: [Int], _ kind: Kind, _ window: Window, block: Int?, isNarrow: Bool) -> KernelChannelPooling {
        func measures(_ values: [Int], _ missing: Int) -> [Int] { [Int](repeating: missing, count: 3 - values.count) + values }
        let size = block ?? x[1]
        var work = KernelChannelPooling()
        work.type = isNarrow ? KernelElementBFloat16 : KernelElementFloat32
        work.kind = kind.code
        work.images = Int64(x[0] * ((x[1] + size - 1) / size))
        work.channels = Int64(size)
        store(measures(Array(x.dropFirst(2)), 1), in: &work.input)
        store(measures(Array(y.dropFirst(2)), 1), in: &work.result)
        store(measures(window.kernel, 1), in: &work.kernel)
        store(measures(window.strides, 1), in: &work.strides)
        store(measures(window.kernel.indices.map { window.pad[2 * $0] }, 0), in: &work.padding_before)
        return work
    }

    /// The kernel's result for `x`, whose numbers bfloat16 can hold.
    private func pooled(
        _ x: Tensor, to shape: [Int], _ kind: Kind, _ window: Window, block: Int?, isNarrow: Bool, threads: Int
    ) throws -> [Float] {
        let work = work(x.shape, shape, kind, window, block: block, isNarrow: isNarrow)
        let isTaken = withUnsafePointer(to: work) { kernel_has_channel_pooling($0) }
        try #require(isTaken)
        let (source, target) = (places(x.shape, block: block), places(shape, block: block))
        let values = withExtendedLifetime(x) { Array(x.floats) }
        func run<Element>(_ zero: Element, _ element: (Float) -> Element, _ float: (Element) -> Float) -> [Float] {
            var from = [Element](repeating: zero, count: source.count)
            for (place, value) in zip(source.places, values) { from[place] = element(value) }
            var to = [Element](repeating: zero, count: target.count)
            withUnsafePointer(to: work) { work in
                from.withUnsafeBytes { from in
                    to.withUnsafeMutableBytes { kernel_channel_pooling_run(work, from.baseAddress, $0.baseAddress, Int32(threads)) }
                }
            }
            return target.places.map { float(to[$0]) }
        }
        if !isNarrow { return run(Float(0), { $0 }, { $0 }) }
        return run(UInt16(0), { UInt16($0.bitPattern >> 16) }, { Float(bitPattern: UInt32($0) << 16) })
    }

    /// Numbers of bfloat16.
    private func narrow(_ tensor: Tensor) -> Tensor {
        for index in 0..<tensor.count { tensor.floats[index] = Float(bitPattern: tensor.floats[index].bitPattern & 0xffff_0000) }
        return tensor
    }

    /// Whether the numbers are the same, or as near as sums in another order and rounding leave those of averages.
    private func agree(_ result: [Float], _ truth: Tensor, _ kind: Kind, isNarrow: Bool) -> Bool {
        let truth = withExtendedLifetime(truth) { Array(truth.floats) }
        guard result.count == truth.count else { return false }
        let tolerance: Float = kind == .maximum ? 0 : isNarrow ? 4e-3 : 1e-6
        return zip(result, truth).allSatisfy { $0.isNaN && $1.isNaN || $0 == $1 || abs($0 - $1) <= tolerance }
    }

    @Test("Windows of all kinds agree", arguments: [1, 3, 16, 17, 64, 100])
    func windowsOfAllKindsAgree(channels: Int) throws {
        var noise = Noise(channels)
        let x = narrow(noise.tensor([2, channels, 7, 10]))
        for window in Self.windows {
            for kind in Kind.allCases {
                let truth = try plain(x, kind, window)
                for (block, threads) in Self.divisions {
                    for isNarrow in [false, true] {
                        let result = try pooled(x, to: truth.shape, kind, window, block: block, isNarrow: isNarrow, threads: threads)
                        let agrees = agree(result, truth, kind, isNarrow: isNarrow)
                        #expect(agrees, "\(kind) \(window), blocks of \(block ?? channels), \(threads) threads, narrow: \(isNarrow)")
                    }
                }
            }
        }
    }

    /// Images of one dimension and of three, rows and channels that are worked on in parts, and few rows with many channels.
    @Test(
        "Shapes of all kinds agree",
        arguments: [
            ([2, 20, 40], Window(kernel: [5], strides: [2], pad: [2, 2])),
            ([1, 9, 5, 6, 7], Window(kernel: [3, 2, 3], strides: [2, 1, 2], pad: [1, 1, 0, 1, 1, 0])),
            ([1, 40, 3, 700], Window(kernel: [2, 3], strides: [1, 2], pad: [0, 0, 1, 1])),
            ([1, 33, 2, 600], Window(kernel: [2, 250], strides: [1, 100], pad: [0, 0, 100, 0])),
            ([1, 1500, 3, 12], Window(kernel: [3, 3], strides: [2, 2], pad: [1, 1, 1, 1])),
            ([3, 1030, 5, 4], Window(kernel: [5, 4], strides: [1, 1], pad: [0, 0, 0, 0])),
        ])
    func shapesOfAllKindsAgree(shape: [Int], window: Window) throws {
        var noise = Noise(shape.count)
        let x = narrow(noise.tensor(shape))
        for kind in Kind.allCases {
            let truth = try plain(x, kind, window)
            for (block, threads) in Self.divisions.dropFirst() {
                for isNarrow in [false, true] {
                    let result = try pooled(x, to: truth.shape, kind, window, block: block, isNarrow: isNarrow, threads: threads)
                    let agrees = agree(result, truth, kind, isNarrow: isNarrow)
                    #expect(agrees, "\(kind), blocks of \(block ?? shape[1]), \(threads) threads, narrow: \(isNarrow)")
                }
            }
        }
    }

    /// Not-a-number of either sign, infinities, zeros of either sign and the smallest numbers.
    @Test("The maximum of special numbers is the plain kernel's", arguments: [3, 16, 70])
    func theMaximumOfSpecialNumbersIsThePlainKernels(
        channels: Int
    ) throws {
        let special: [UInt32] = [
            0x7fc0_0000, 0xffc0_0000, 0x7f81_0000, 0xff81_0000, 0xffff_0000, 0x7f80_0000, 0xff80_0000, 0, 0x8000_0000, 0x0001_0000,
            0x8001_0000, 0x7f7f_0000, 0xff7f_0000,
        ]
        var noise = Noise(channels)
        for ordinary in [false, true] {
            let x = narrow(noise.tensor([1, channels, 20, 21]))
            for index in 0..<x.count where !ordinary || index % 5 == 0 {
                // Mostly −∞, so that each of the others is alone in many windows.
                let choice = ((index &* 2_654_435_761) >> 7) % 64
                x.floats[index] = Float(bitPattern: choice < special.count ? special[choice] : 0xff80_0000)
            }
            for window in Self.windows.prefix(3) {
                let truth = try plain(x, .maximum, window)
                let values = truth.doubles
                let hasNaN = values.contains { $0.isNaN }
                let hasLowest = values.contains(-.infinity)
                #expect(hasNaN && hasLowest != ordinary)
                for block in [nil, 16] {
                    for isNarrow in [false, true] {
                        let result = try pooled(x, to: truth.shape, .maximum, window, block: block, isNarrow: isNarrow, threads: 2)
                        let agrees = agree(result, truth, .maximum, isNarrow: isNarrow)
                        #expect(agrees, "\(window), blocks of \(block ?? channels), narrow: \(isNarrow)")
                    }
                }
            }
        }
    }

    @Test("Any number of threads gives the same bits")
    func anyNumberOfThreadsGivesTheSameBits() throws {
        var noise = Noise(1)
        let x = narrow(noise.tensor([1, 200, 31, 30]))
        let window = Self.windows[2]
        for isNarrow in [false, true] {
            let results = try [1, 2, 3, 8].map { threads in
                try pooled(x, to: x.shape, .average, window, block: nil, isNarrow: isNarrow, threads: threads).map(\.bitPattern)
            }
            let areSame = results.allSatisfy { $0 == results[0] }
            #expect(areSame)
        }
    }

    @Test("Other poolings are not taken")
    func otherPoolingsAreNotTaken() {
        func isTaken(_ x: [Int], _ y: [Int], _ window: Window, type: KernelElement = KernelElementFloat32) -> Bool {
            var work = work(x, y, .maximum, window, block: nil, isNarrow: false)
            work.type = type
            return withUnsafePointer(to: work) { kernel_has_channel_pooling($0) }
        }
        let window = Window(kernel: [2, 2], strides: [2, 2], pad: [0, 0, 0, 0])
        #expect(isTaken([1, 16, 8, 8], [1, 16, 4, 4], window))
        #expect(!isTaken([1, 16, 8, 8], [1, 16, 4, 4], window, type: KernelElementInt8))
        // Windows that see nothing.
        #expect(!isTaken([1, 16, 8, 8], [1, 16, 4, 5], window))
        #expect(!isTaken([1, 16, 8, 8], [1, 16, 5, 4], Window(kernel: [2, 2], strides: [2, 2], pad: [2, 0, 0, 0])))
        #expect(!isTaken([1, 16, 8, 8], [1, 16, 4, 0], window))
        // A window that is too wide.
        #expect(!isTaken([1, 16, 2, 900], [1, 16, 1, 301], Window(kernel: [2, 600], strides: [1, 1], pad: [0, 0, 0, 0])))
    }

    /// Plans in float32 keep channels in blocks, those of reduced precision last where vectors have 512 bits.
    @Test("Plans agree", arguments: [PlanOptions.Precision.float32, .bfloat16])
    func plansAgree(precision: PlanOptions.Precision) throws {
        for channels in [16, 19, 100] {
            for (index, window) in Self.windows.enumerated() {
                for kind in Kind.allCases {
                    var check = PlanCheck()
                    let x = try check.input([2, channels, 7, 10])
                    let y = try call(x, kind, window, &check.builder)
                    let tolerance = kind == .maximum ? 0 : 5e-6
                    let plan = try check.check([y], precision, tolerance: tolerance, comment: "\(channels) \(kind) \(window)")
                    // The window that is as large as the image is taken where the values lie.
                    if Processor.has256BitVectors, index != 5 { #expect(plan.usesOwnPooling, "\(plan.stepNames)") }
                }
            }
        }
    }

    @Test("Windows that are too wide agree")
    func windowsThatAreTooWideAgree() throws {
        var check = PlanCheck()
        let x = try check.input([1, 16, 2, 700])
        let y = try call(x, .maximum, Window(kernel: [1, 600], strides: [1, 7], pad: [0, 0, 0, 0]), &check.builder)
        let plan = try check.check([y], tolerance: 0)
        #expect(!plan.usesOwnPooling)
    }

    @Test("Last windows that reach beyond the image agree")
    func lastWindowsThatReachBeyondTheImageAgree() throws {
        for kind in ["max_pool", "avg_pool"] {
            var check = PlanCheck()
            let x = try check.input([1, 24, 12, 10])
            var arguments: [String: Argument] = [
                "kernel_sizes": .ints([3, 3]), "strides": .ints([2, 2]), "pad_type": .string("custom"), "pad": .ints([0, 0, 0, 0]),
                "ceil_mode": .bool(true),
            ]
            if kind == "avg_pool" { arguments["exclude_padding_from_average"] = .bool(true) }
            let plan = try check.check([try check.call(kind, x, arguments)], .bfloat16, tolerance: kind == "max_pool" ? 0 : 5e-6)
            if Processor.has256BitVectors { #expect(plan.usesOwnPooling) }
        }
    }

    /// The maximum of rounded numbers is one of them: channels last with AMX, else in blocks, as the concatenation wants them.
    @Test(
        "The maximum of rounded numbers is exact within a plan",
        .enabled(if: Processor.hasNativeBFloat16 && Processor.has512BitVectors, "the processor has bfloat16"), arguments: [false, true])
    func theMaximumOfRoundedNumbersIsExactWithinAPlan(usesAMX: Bool) throws {
        let window = Self.windows[2]
        var check = PlanCheck()
        let x = try check.conv(try check.input([1, 16, 23, 26]), 48, [3, 3])
        let y = try call(x, .maximum, window, &check.builder)
        let branch = try check.conv(x, 32, [1, 1])
        let joined = try check.builder.emitOne("concat", ["values": .list([y, branch]), "axis": .int(1), "interleave": .bool(false)])
        let z = try check.conv(try check.conv(joined, 32, [1, 1]), 16, [1, 1])
        let outputs = [x, y, joined, z].enumerated().map { (name: "out\($0.offset)", value: $0.element) }
        var options = PlanOptions(precision: .bfloat16, threads: 2)
        options.usesAMX = usesAMX
        let plan = try Plan(try check.builder.finish(outputs: outputs), options: options)
        let results = try plan.run(check.inputs)
        let values = withExtendedLifetime(results) { results.map { Array($0.floats) } }
        #expect(plan.usesOwnPooling)
        let joins = plan.kernels(of: "concat").contains(.copy)
        #expect(joins == usesAMX)
        let isRounded = values[0].allSatisfy { $0.bitPattern & 0xffff == 0 }
        let isExact = agree(values[1], try plain(results[0], .maximum, window), .maximum, isNarrow: true)
        let isJoined = Array(values[2].prefix(values[1].count)) == values[1]
        #expect(isRounded && isExact && isJoined)
    }
}

extension Plan {
    /// Whether every pooling is our own.
    fileprivate var usesOwnPooling: Bool {
        let kernels = kernels(of: "max_pool").union(kernels(of: "avg_pool")).union(kernels(of: "l2_pool"))
        return kernels.isDisjoint(with: [.library, .plain])
    }
}
