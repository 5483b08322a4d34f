/// A snapshot as the explorer page shows it: the report of `outlive heap`, with aggregates of the graph.
///
/// Everything is summed up when it is made, and bounded, so that a page of a million objects stays small.
package struct HeapPicture: Sendable {
    /// The report, in which types have retained sizes and suspects have traces.
    package var report: SnapshotReport
    /// The details of the types, in the order of `report.types`; those beyond the limit have none.
    package var types: [PicturedType]
    /// The objects by module, package and generic type, the most retained bytes first.
    package var groups: [SnapshotGrouping: [SnapshotGroup]] = [:]
    /// The cycles for which the types have sizes: all, or some at equal distances, from 0 to the one in progress.
    package var cycles: [Int] = []
    /// All live blocks by what retains them; the root stands for the snapshot.
    package var retained: RetainedGroup
    /// The allocation stacks of the live blocks, or `nil` if none was captured.
    package var calls: PicturedCalls?
    /// The tasks, or `nil` if the snapshot has none.
    package var tasks: TaskReport?
    /// The use of memory, or `nil` if the snapshot does not contain it.
    package var memory: MemoryReport?
    /// The heap until the snapshot, or `nil` if no run recorded it.
    package var course: HeapCourse?
    /// The numbers of all allocations by size, and of releases by age, as in `HeapAllocations`; `nil` without a count.
    package var allocations: (sizes: [Int], ages: [Int])?
    /// The question that the page answers first.
    package var subject = Subject.heap
    /// The causes that the run behind the snapshot found in its cycles, or `nil` if only the snapshot has suspects.
    package var judged: (causes: [Cause], cycles: Int)?

    package init(
        report: SnapshotReport, types: [PicturedType] = [], retained: RetainedGroup, tasks: TaskReport? = nil,
        memory: MemoryReport? = nil
    ) {
        (self.report, self.types, self.retained) = (report, types, retained)
        (self.tasks, self.memory) = (tasks, memory)
    }

    package enum Subject: Sendable {
        case heap, tasks, memory
    }

    /// Returns the picture with another subject.
    package func about(_ subject: Subject) -> HeapPicture {
        var picture = self
        picture.subject = subject
        return picture
    }
}

/// The details of the objects of a type.
package struct PicturedType: Hashable, Sendable {
    /// The allocation sites, most objects first.
    package var sites: [PicturedSite]
    /// The number of further sites, and of objects at these or without a stack.
    package var otherSites = 0
    package var objectsElsewhere = 0
    /// The references that the objects are reached through on their best paths from roots, most objects first.
    package var holders: [HolderGroup]
    /// The number of objects whose paths are left out.
    package var objectsBesides = 0
    /// All strong references to the objects.
    package var references: PicturedReferences
    /// The objects that are alive now and existed at the end of each of `HeapPicture.cycles`; empty without cycles.
    package var sizes: [HeapAmount]

    package init(
        sites: [PicturedSite] = [], holders: [HolderGroup] = [],
        references: PicturedReferences = PicturedReferences(), sizes: [HeapAmount] = []
    ) {
        (self.sites, self.holders, self.references, self.sizes) = (sites, holders, references, sizes)
    }
}

/// The objects of a type that one line of the program allocated.
package struct PicturedSite: Hashable, Sendable {
    /// All objects of the site.
    package var total: HeapAmount
    /// The stacks with the most objects, most first; at least one.
    package var stacks: [LiveStack]
    /// The number of further stacks.
    package var otherStacks: Int

    package init(_ total: HeapAmount, stacks: [LiveStack], otherStacks: Int = 0) {
        (self.total, self.stacks, self.otherStacks) = (total, stacks, otherStacks)
    }
}

/// The strong references to a set of objects.
package struct PicturedReferences: Hashable, Sendable {
    /// The references by holder and place, most references first.
    package private(set) var groups: [ReferenceGroup] = []
    /// The number of references in groups that are left out.
    package fileprivate(set) var others: Int

    package init(others: Int = 0) { self.others = others }

    /// The number of all references.
    package var count: Int { groups.reduce(others) { $0 + $1.references } }

    /// Adds a group, joined with one of the same words.
    package mutating func add(_ group: ReferenceGroup) {
        guard let index = groups.firstIndex(where: { $0.step == group.step }) else {
            groups.append(group)
            return
        }
        groups[index].references += group.references
        groups[index].holders += group.holders
        groups[index].referrers.others += group.referrers.others
        for inner in group.referrers.groups { groups[index].referrers.add(inner) }
    }
}

/// Alike references from holders of one kind.
package struct ReferenceGroup: Hashable, Sendable {
    /// The holder and its reference, in the words of a leak trace.
    package var step: TraceStep
    package var references: Int
    /// The number of holders with such a reference.
    package var holders: Int
    /// The references to these holders.
    package var referrers: PicturedReferences

    package init(step: TraceStep, references: Int, holders: Int, referrers: PicturedReferences = PicturedReferences()) {
        (self.step, self.references, self.holders, self.referrers) = (step, references, holders, referrers)
    }
}

/// A holder of objects, with its own holders.
package struct HolderGroup: Hashable, Sendable {
    /// The holder and its reference, in the words of a leak trace.
    package var step: TraceStep
    /// The end of the path if it does not begin at a root: a cycle, or a block without a holder. The step is empty then.
    package var end: LeakTrace.Shape?
    /// The number of objects of the type whose paths come through it.
    package var objects: Int
    /// The holders of the holder, most objects first; empty for a root.
    package var holders: [HolderGroup]

    package init(step: TraceStep, end: LeakTrace.Shape? = nil, objects: Int, holders: [HolderGroup] = []) {
        (self.step, self.end, self.objects, self.holders) = (step, end, objects, holders)
    }
}

/// Blocks of one type that blocks of one group retain: a node of the dominator tree, with equal siblings combined.
package struct RetainedGroup: Hashable, Sendable {
    /// The type, or the function that allocated raw blocks.
    package var name: String
    /// The type, or `nil` for raw blocks and the root.
    package var type: HeapType?
    package var blocks: Int
    /// The bytes of the blocks themselves.
    package var bytes: Int
    /// The bytes released with the blocks, their own included.
    package var retainedBytes: Int
    /// The bytes, among those retained, of blocks that an earlier snapshot does not contain.
    package var newBytes: Int
    /// The retained groups, most bytes first.
    package var children: [RetainedGroup] = []
    /// The number of smaller groups that are left out, and the bytes they retain.
    package var otherGroups = 0
    package var otherBytes = 0
    /// The bytes, among `otherBytes`, of blocks that an earlier snapshot does not contain.
    package var otherNewBytes = 0

    package init(
        name: String, type: HeapType? = nil, blocks: Int = 0, bytes: Int = 0, retainedBytes: Int = 0, newBytes: Int = 0
    ) {
        (self.name, self.type, self.blocks) = (name, type, blocks)
        (self.bytes, self.retainedBytes, self.newBytes) = (bytes, retainedBytes, newBytes)
    }
}
