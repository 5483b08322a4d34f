/// The continuations of Dispatch: the blocks in which it stores submitted work.
///
/// Dispatch keeps them for reuse and erases none of their words. So a word can be left over from what a continuation,
/// or an earlier block at its address, contained, and keeps nothing alive.
struct DispatchContinuations: Sendable {
    private let all: Set<UInt32>
    /// The continuations in the free list of a thread, where only the word that leads to the next one is valid.
    private let unused: Set<UInt32>
    /// The continuations that contain the handlers of sources.
    ///
    /// They wait in no queue, so the word that leads to the next one is left over from a free list.
    private let handlers: Set<UInt32>

    private static let next: UInt32 = 16
    /// The offset of the argument of the function that a continuation calls.
    private static let argument: UInt32 = 40
    /// The offset of the word that Dispatch writes in no continuation whose function it calls.
    private static let unwritten: UInt32 = 56
    /// The offsets of the handlers in the part of a source that receives kernel events; the first is the event handler.
    private static let sourceHandlers: ClosedRange<UInt32> = 40...56

    init(_ snapshot: HeapSnapshot) {
        let all = Set(snapshot.continuations.keys)
        self.all = all
        unused = snapshot.unusedContinuations
        handlers = all.isEmpty ? [] : Self.handlers(snapshot, all)
    }

    private static func handlers(_ snapshot: HeapSnapshot, _ all: Set<UInt32>) -> Set<UInt32> {
        var handlers: Set<UInt32> = []
        for (number, node) in snapshot.nodes.enumerated() where snapshot.types[Int(node.type)].type == nil {
            let found = snapshot.edges[node.edges].lazy.filter { sourceHandlers.contains($0.offset) }
                .filter { all.contains($0.target) }
            // A queue stores its last waiting item at one of these offsets, but at the first it stores a function.
            guard found.first?.offset == sourceHandlers.lowerBound, !all.contains(UInt32(number)) else { continue }
            handlers.formUnion(found.lazy.map(\.target))
        }
        return handlers
    }

    func contains(_ node: UInt32) -> Bool { all.contains(node) }

    /// Returns `true` if a word of a continuation is left over from its earlier use.
    func isStale(_ offset: UInt32, in node: UInt32) -> Bool {
        offset >= Self.unwritten || (offset == Self.next ? handlers : unused).contains(node)
    }

    /// Returns `true` if a word is the argument of the function that a continuation calls.
    ///
    /// If the argument is a suspended task, the function has run: what waits in a queue is a task that can continue.
    func isArgument(_ offset: UInt32, in node: UInt32) -> Bool { offset == Self.argument && contains(node) }
}
