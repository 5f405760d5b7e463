/// A kernel that a plan may use for some kind of node. ``KernelTable`` lists the candidates of each kind.
protocol KernelCandidate<Operation>: SendableMetatype {
    /// The details of the node's kind, such as its weights.
    associatedtype Operation

    static var name: KernelName { get }

    /// The unit of the processor that the kernel needs for its products.
    static var unit: ProductUnit { get }

    /// Whether the plan should use this kernel for the node: the kernel supports the node, and no later candidate in ``KernelTable`` is faster.
    static func canPlan(_ node: Node, _ operation: Operation, in builder: PlanBuilder) throws -> Bool

    /// Appends the kernel's steps, and places the node's outputs. Applies the node's `posts` as well, if the node takes posts (`Node.takesPosts`).
    /// - Throws: `RuntimeError.unsupported` if the library turns out to have no kernel.
    static func plan(_ node: Node, _ operation: Operation, in builder: inout PlanBuilder) throws
}

extension KernelCandidate {
    static var unit: ProductUnit { .any }

    static func canPlan(_ node: Node, _ operation: Operation, in builder: PlanBuilder) throws -> Bool { true }
}

/// The unit of the processor in which a node's products are computed.
enum ProductUnit {
    case any
    /// Intel's unit for matrices of bfloat16.
    case amx
    /// The vector instructions. They compute the products that AMX does not compute.
    case vectors
}
