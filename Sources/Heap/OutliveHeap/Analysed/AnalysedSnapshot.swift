package import OutliveModel
private import Synchronization

/// A snapshot with what is derived from it: each part is made once, when it is first asked for.
///
/// Safe to use from several threads. The tasks look up names, which blocks the calling thread.
package final class AnalysedSnapshot: Sendable {
    package let snapshot: HeapSnapshot
    package let names: any AddressNames
    private let madeGraph = Once<HeapGraph>()
    private let madePaths = Once<RetentionPaths>()
    private let madeSizes = Once<RetainedSizes>()
    private let madeChains = Once<HolderChains>()
    private let madeLost = Once<LostNodes>()
    private let madeTasks = Once<TaskGroups>()
    private let madeContainers = Once<Set<UInt32>>()
    private let madeNamesNote = Once<String?>()

    package init(_ snapshot: HeapSnapshot, names: any AddressNames) { (self.snapshot, self.names) = (snapshot, names) }

    /// The graph; it is empty if the snapshot has none.
    package var graph: HeapGraph { madeGraph.value { HeapGraph(snapshot) } }
    /// The best path to each node, as long as no node is known to grow.
    package var paths: RetentionPaths { madePaths.value { RetentionPaths(graph) } }
    /// The best paths, with alike ones combined.
    package var chains: HolderChains { madeChains.value { HolderChains(paths) } }
    /// The nodes that no root and no running task leads to.
    package var lost: LostNodes { madeLost.value { LostNodes(paths, chains) } }
    package var retainedSizes: RetainedSizes { madeSizes.value { RetainedSizes(paths) } }
    /// All tasks, grouped.
    package var tasks: TaskGroups { madeTasks.value { tasks(with: nil) } }

    /// The notes of the snapshot, and what functions have no names.
    package var notes: [String] { snapshot.notes + [namesNote].compactMap(\.self) }

    /// The modules whose functions have no names, because their files changed since the snapshot, or `nil` if there are
    /// none.
    package var namesNote: String? {
        madeNamesNote.value {
            let modules = snapshot.modules.map { $0.frame(at: $0.addresses.lowerBound) }.filter { !$0.isInHeapTier }
            return names.unnamed(of: modules).note(since: .snapshot)
        }
    }

    /// Groups all tasks, with other names than the snapshot's.
    package func tasks(by names: any AddressNames) -> TaskGroups { TaskGroups(snapshot, names: names) { graph } }

    /// Returns `true` for an object of the platform, without elements, that a global alone holds: no more can gather.
    ///
    /// It may lie below others like it, each of another type: a second object of one type can be the next in a list.
    /// An object of the program can hold more of its kind, and the next one would be held by it.
    package func isInGlobalAlone(_ node: Int) -> Bool {
        let containers = madeContainers.value { snapshot.containers }
        var types: Set<UInt32> = []
        var node = node
        while true {
            guard let type = snapshot.type(ofNode: node), type.kind == .object, !type.isDeclaredByProgram,
                !containers.contains(snapshot.nodes[node].type), types.insert(snapshot.nodes[node].type).inserted
            else { return false }
            let referrers = graph.referrers(of: node)
            guard let referrer = referrers.first else {
                guard case .root(let root) = paths.origin(at: node) else { return false }
                return snapshot.roots[root].kind == .global
            }
            guard referrers.count == 1 else { return false }
            node = Int(referrer)
        }
    }

    /// Groups the tasks that have an object as a task-local value, or all.
    ///
    /// - Parameter mark: The address of the object, or `nil`.
    package func tasks(with mark: UInt64?) -> TaskGroups { TaskGroups(snapshot, names: names, with: mark) { graph } }
}

extension HeapSnapshot {
    /// The types with elements.
    fileprivate var containers: Set<UInt32> { Set(contents.keys.lazy.map { rows[Int($0)].type }) }
}

/// A value that is made when it is first asked for; a thread waits while another one makes it.
package final class Once<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    package init() {}

    package func value(_ make: () -> Value) -> Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }
}
