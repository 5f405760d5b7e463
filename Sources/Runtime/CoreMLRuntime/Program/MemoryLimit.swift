import Glibc
import InputChecks

/// The memory that one prediction may take for intermediate values, inputs and outputs.
///
/// A model file is untrusted: a changed byte can make a small network ask for more memory than the machine has. A plan beyond the limit is
/// refused before anything is allocated. The limit is 768 MiB, or 32 times the size of the model's files if that is more. The environment
/// variable `OSPREY_MEMORY_LIMIT`, in MiB, replaces both. Twice the size of the arrays that the caller passes is added.
package struct MemoryLimit: Sendable, Equatable {
    package let byteCount: Int

    private static let minimum = 768 << 20
    private static let timesFileSize = 32

    /// - Parameter modelByteCount: the size of the model's files.
    package init(modelByteCount: Int = 0) {
        // Each builder of a program reads the variable. A dictionary of the whole environment would be slow.
        let variable = getenv("OSPREY_MEMORY_LIMIT").flatMap { Int(String(cString: $0)) }
        if let mebibytes = variable, mebibytes > 0, mebibytes < 1 << 40 {
            byteCount = mebibytes << 20
        } else {
            byteCount = max(MemoryLimit.minimum, max(modelByteCount, 0).times(MemoryLimit.timesFileSize))
        }
    }

    /// - Throws: `RuntimeError.unsupported` if `wanted` is more than the limit.
    package func check(_ wanted: Int, _ subject: @autoclosure () -> String) throws {
        guard wanted <= byteCount else {
            throw RuntimeError.unsupported(
                "\(subject()) needs \(wanted >> 20) MiB, more than the limit of \(byteCount >> 20) MiB that OSPREY_MEMORY_LIMIT can raise")
        }
    }

    /// - Throws: `RuntimeError.unsupported` if the product of `factors` is more than the limit. No factor may be negative.
    func check(product factors: [Int], _ subject: @autoclosure () -> String) throws {
        try check(factors.product(), subject())
    }
}

extension Plan {
    /// - Parameter given: the size in bytes of the arrays that the caller passes.
    /// - Throws: `RuntimeError.unsupported` if a run would take more memory than the limit.
    package func check(_ limit: MemoryLimit, given: Int) throws {
        // Each shape was already checked, so these sums cannot overflow.
        let outside = (inputs + outputs).reduce(overwrittenByteCount) { $0 + $1.type.byteCount }
        try limit.check(max(0, arenaByteCount + outside - 2 * given), "a prediction")
    }
}
