/// An optional receiver of an analysis's progress. Receivers are always equal. Analyses that differ only in the receiver are therefore
/// equal, too.
package struct ProgressReceiver: Hashable, Sendable {
    private let receive: (@Sendable (Double) -> Void)?

    /// - Parameter receive: called on any thread with the fraction of the work that is done, 0…1.
    package init(_ receive: (@Sendable (Double) -> Void)? = nil) {
        self.receive = receive
    }

    func report(_ part: Double) { receive?(part) }

    package static func == (left: ProgressReceiver, right: ProgressReceiver) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
