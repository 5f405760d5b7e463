import Foundation

// Calls with which programs on Apple's platforms ask the kernel about themselves. Here Linux's kernel provides the information.

/// The result of a kernel call: 0 for success.
public typealias kern_return_t = Int32
/// A signed integer of Mach's interface.
public typealias integer_t = Int32
/// An unsigned integer of Mach's interface.
public typealias natural_t = UInt32
/// A number of integers in a message.
public typealias mach_msg_type_number_t = UInt32
/// The type of information that is requested.
public typealias task_flavor_t = UInt32
/// The name of a kernel object.
public typealias mach_port_t = UInt32
/// A number of bytes.
public typealias mach_vm_size_t = UInt64
/// A number of bytes.
public typealias vm_size_t = UInt
/// A buffer for the requested information, as an array of integers.
public typealias task_info_t = UnsafeMutablePointer<integer_t>

/// The call succeeded.
public let KERN_SUCCESS: kern_return_t = 0
/// The error for an invalid argument.
public let KERN_INVALID_ARGUMENT: kern_return_t = 4
/// The name of this process.
public let mach_task_self_: mach_port_t = 1
/// The type of a ``mach_task_basic_info``.
public let MACH_TASK_BASIC_INFO: Int32 = 20
/// The type of a ``task_vm_info``.
public let TASK_VM_INFO: Int32 = 22

/// A duration.
public struct time_value_t: Sendable {
    /// Whole seconds.
    public var seconds: integer_t = 0
    /// The microseconds in addition to the whole seconds.
    public var microseconds: integer_t = 0

    /// A duration of 0.
    public init() {}
}

/// The memory and the processor time of a process.
public struct mach_task_basic_info: Sendable {
    /// The size of the address space, in bytes.
    public var virtual_size: mach_vm_size_t = 0
    /// The number of bytes in memory.
    public var resident_size: mach_vm_size_t = 0
    /// The largest number of bytes in memory so far.
    public var resident_size_max: mach_vm_size_t = 0
    /// The processor time spent in the program's own code.
    public var user_time = time_value_t()
    /// The processor time spent in the kernel for the program.
    public var system_time = time_value_t()
    /// Always 0.
    public var policy: integer_t = 0
    /// Always 0.
    public var suspend_count: integer_t = 0

    /// Information in which all values are 0.
    public init() {}
}

/// The memory and the processor time of a process.
public typealias mach_task_basic_info_data_t = mach_task_basic_info

/// The memory of a process.
public struct task_vm_info: Sendable {
    /// The size of the address space, in bytes.
    public var virtual_size: mach_vm_size_t = 0
    /// The number of bytes in a page.
    public var page_size: integer_t = 0
    /// The number of bytes in memory.
    public var resident_size: mach_vm_size_t = 0
    /// The largest number of bytes in memory so far.
    public var resident_size_peak: mach_vm_size_t = 0
    /// The number of bytes in memory that belong to files.
    public var external: mach_vm_size_t = 0
    /// The number of bytes in memory that belong to the process alone.
    public var `internal`: mach_vm_size_t = 0
    /// The memory footprint of the process: the bytes in memory that do not belong to files.
    public var phys_footprint: mach_vm_size_t = 0

    /// Information in which all values are 0.
    public init() {}
}

/// The memory of a process.
public typealias task_vm_info_data_t = task_vm_info

/// Writes information about this process, of the type ``MACH_TASK_BASIC_INFO`` or ``TASK_VM_INFO``.
///
/// - Parameters:
///   - target_task: `mach_task_self_`.
///   - task_info_outCnt: the number of integers in the buffer. It is set to the number of integers written.
/// - Returns: `KERN_SUCCESS`, or `KERN_INVALID_ARGUMENT` for other types or tasks, or if the buffer is too small.
@discardableResult
public func task_info(
    _ target_task: mach_port_t, _ flavor: task_flavor_t, _ task_info_out: task_info_t!,
    _ task_info_outCnt: UnsafeMutablePointer<mach_msg_type_number_t>!
) -> kern_return_t {
    guard target_task == mach_task_self_, let out = task_info_out, let count = task_info_outCnt else { return KERN_INVALID_ARGUMENT }
    func write<Answer>(_ answer: Answer) -> kern_return_t {
        let numbers = MemoryLayout<Answer>.size / MemoryLayout<integer_t>.size
        guard Int(count.pointee) >= numbers else { return KERN_INVALID_ARGUMENT }
        withUnsafeBytes(of: answer) {
            UnsafeMutableRawPointer(out).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(out), byteCount: numbers * 4)
        }
        count.pointee = mach_msg_type_number_t(numbers)
        return KERN_SUCCESS
    }
    switch flavor {
    case task_flavor_t(MACH_TASK_BASIC_INFO): return write(ProcessMemory.now.basic)
    case task_flavor_t(TASK_VM_INFO): return write(ProcessMemory.now.details)
    default: return KERN_INVALID_ARGUMENT
    }
}

/// The kernel's counts for this process, in bytes.
private struct ProcessMemory {
    var all: UInt64 = 0
    var resident: UInt64 = 0
    var shared: UInt64 = 0

    static var now: ProcessMemory {
        // The first three numbers are pages: of the whole address space, in memory, and in memory for files.
        let numbers = SystemFile.text("/proc/self/statm").split(separator: " ").compactMap { UInt64($0) }
        let page = UInt64(max(sysconf(Int32(_SC_PAGESIZE)), 1))
        guard numbers.count >= 3 else { return ProcessMemory() }
        return ProcessMemory(all: numbers[0] * page, resident: numbers[1] * page, shared: numbers[2] * page)
    }

    private var usage: rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage
    }

    private static func time(_ value: timeval) -> time_value_t {
        var time = time_value_t()
        (time.seconds, time.microseconds) = (integer_t(clamping: value.tv_sec), integer_t(clamping: value.tv_usec))
        return time
    }

    var basic: mach_task_basic_info {
        let usage = usage
        var info = mach_task_basic_info()
        (info.virtual_size, info.resident_size) = (all, resident)
        info.resident_size_max = max(UInt64(clamping: usage.ru_maxrss) * 1024, resident)
        (info.user_time, info.system_time) = (Self.time(usage.ru_utime), Self.time(usage.ru_stime))
        return info
    }

    var details: task_vm_info {
        var info = task_vm_info()
        (info.virtual_size, info.resident_size, info.external) = (all, resident, shared)
        info.page_size = integer_t(clamping: sysconf(Int32(_SC_PAGESIZE)))
        info.resident_size_peak = max(UInt64(clamping: usage.ru_maxrss) * 1024, resident)
        info.internal = resident - min(shared, resident)
        info.phys_footprint = info.internal
        return info
    }
}

/// Files in which the kernel provides information.
enum SystemFile {
    /// The first 64 KB of the file; empty if it does not exist.
    static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}

// MARK: - Clocks

/// The length of a tick of ``mach_absolute_time()``, as a fraction. On Linux a tick is a nanosecond.
public struct mach_timebase_info: Equatable, Sendable {
    /// The numerator. The number of nanoseconds is the number of ticks times `numer` / `denom`.
    public var numer: UInt32 = 0
    /// The denominator.
    public var denom: UInt32 = 0

    /// A length in which both values are 0.
    public init() {}

    /// The length of a tick, as a fraction of nanoseconds.
    public init(numer: UInt32, denom: UInt32) { (self.numer, self.denom) = (numer, denom) }

    /// Writes the length of a tick to `info`. A call looks like a call of Apple's function with this name.
    @discardableResult
    public init(_ info: UnsafeMutablePointer<mach_timebase_info>) {
        self.init(numer: 1, denom: 1)
        info.pointee = self
    }
}

/// The length of a tick of ``mach_absolute_time()``.
public typealias mach_timebase_info_data_t = mach_timebase_info

/// The number of ticks of a monotonic clock.
public func mach_absolute_time() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

// MARK: - The machine

/// Writes information about the machine to a buffer. It supports Apple's names `hw.memsize`, `hw.ncpu`, `hw.logicalcpu`, `hw.physicalcpu`,
/// `hw.machine`, `hw.model` and `machdep.cpu.brand_string`.
///
/// - Parameters:
///   - oldlenp: the number of bytes in the buffer. It is set to the number of bytes of the information.
///   - newp: not supported, because the information cannot be changed.
/// - Returns: 0, or -1 with an `errno`: `ENOENT` for other names, `ENOMEM` if the buffer is too small.
@discardableResult
public func sysctlbyname(
    _ name: UnsafePointer<CChar>!, _ oldp: UnsafeMutableRawPointer!, _ oldlenp: UnsafeMutablePointer<Int>!,
    _ newp: UnsafeMutableRawPointer!,
    _ newlen: Int
) -> Int32 {
    guard newp == nil, let name, let answer = machine(String(cString: name)) else {
        errno = newp == nil ? ENOENT : EPERM
        return -1
    }
    let room = oldlenp?.pointee ?? 0
    oldlenp?.pointee = answer.count
    guard let oldp else { return 0 }
    guard room >= answer.count else {
        errno = ENOMEM
        return -1
    }
    answer.withUnsafeBytes { bytes in bytes.baseAddress.map { oldp.copyMemory(from: $0, byteCount: bytes.count) } }
    return 0
}

private func machine(_ name: String) -> [UInt8]? {
    func bytes<Number>(_ number: Number) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
    func text(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) + [0] }
    switch name {
    case "hw.memsize": return bytes(UInt64(ProcessInfo.processInfo.physicalMemory))
    case "hw.ncpu", "hw.logicalcpu", "hw.physicalcpu", "hw.activecpu":
        return bytes(Int32(clamping: ProcessInfo.processInfo.activeProcessorCount))
    case "hw.machine", "hw.model":
        let product = SystemFile.text("/sys/class/dmi/id/product_name").trimmingCharacters(in: .whitespacesAndNewlines)
        #if arch(arm64)
            return text(name == "hw.model" && !product.isEmpty ? product : "aarch64")
        #else
            return text(name == "hw.model" && !product.isEmpty ? product : "x86_64")
        #endif
    case "machdep.cpu.brand_string":
        let line = SystemFile.text("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
        return (line?.split(separator: ":", maxSplits: 1).last).map { text($0.trimmingCharacters(in: .whitespaces)) }
    default: return nil
    }
}
