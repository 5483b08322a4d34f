internal import OutliveModel

/// The blocks that a picture of allocation stacks shows.
package enum ProfileMeasure: String, CaseIterable, Sendable {
    /// Live blocks.
    case live
    /// All that were allocated, the released ones included.
    case allocated
    /// Blocks that their thread released before it allocated another one.
    case temporary
    /// Blocks that were alive at the peak of the heap.
    case peak

    /// The measure of bytes, as the beginning of a sentence in the middle of a line.
    var words: String {
        switch self {
        case .live: "live bytes"
        case .allocated: "allocated bytes"
        case .temporary: "temporary bytes"
        case .peak: "bytes at the peak of the heap"
        }
    }

    /// The measure of numbers, for a profile of them.
    var wordsOfObjects: String {
        switch self {
        case .live: "live objects"
        case .allocated: "allocated objects"
        case .temporary: "temporary objects"
        case .peak: "objects at the peak of the heap"
        }
    }

    /// Returns the blocks of a stack.
    func amount(of stack: LiveStack) -> HeapAmount {
        switch self {
        case .live: HeapAmount(objects: stack.objects, bytes: stack.bytes)
        case .allocated: stack.allocated ?? HeapAmount()
        case .temporary: stack.temporary ?? HeapAmount()
        case .peak: stack.peak ?? HeapAmount()
        }
    }
}
