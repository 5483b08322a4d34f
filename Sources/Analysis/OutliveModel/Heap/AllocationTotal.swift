/// The allocations of a type at a stack since the program began, the released ones included.
package struct AllocationTotal: Codable, Hashable, Sendable {
    package var type: HeapType
    /// The index of the stack in `HeapCensus.stacks`; `nil` if none was captured.
    package var stack: Int?
    package var amount: HeapAmount
    /// The part that its thread released before it allocated another block; `nil` if it is unknown.
    package var temporary: HeapAmount?
    /// The part that was alive at the peak of the heap; `nil` without any, or if allocations are sampled.
    package var peak: HeapAmount?

    package init(
        type: HeapType, stack: Int?, amount: HeapAmount, temporary: HeapAmount? = nil, peak: HeapAmount? = nil
    ) {
        (self.type, self.stack, self.amount, self.temporary, self.peak) = (type, stack, amount, temporary, peak)
    }
}
