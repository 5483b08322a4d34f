internal import OutliveModel
private import Synchronization

/// The growing tasks of a snapshot as suspects: what they keep alive grows only because they never end.
struct AccumulatingTasks {
    private let groups: TaskGroups
    /// The suspect of each node of a growing task.
    private(set) var suspects: [Int: Suspect] = [:]
    /// The suspect of each group of tasks that grows.
    private var suspectsOfGroups: [Int: Suspect] = [:]
    /// The names of the suspects whose tasks keep the object that stores their handle.
    private var ownerKeepers: Set<String> = []
    /// The suspect of each type of closure with which growing tasks begin, or `nil` if it has several.
    private var suspectsOfClosures: [UInt32: Suspect?] = [:]
    /// The nodes of growing children of groups that have completed, and whose results were not consumed.
    private var completed: Set<Int> = []
    /// The tasks whose groups contain these children.
    private var parents: Set<Int> = []
    /// The nodes of growing tasks that end sleeps, which no sleeping task explains.
    private var wakeUps: Set<Int> = []
    private var table: TaskTable { groups.table }
    /// The graph of the snapshot.
    var graph: HeapGraph { groups.graph }
    /// The nodes to which variables lead, or the stack of the main thread; other stacks have many stale words.
    private let roots: Set<UInt32>
    private var kept = KeptObjects()

    /// What is known of the objects to which growing tasks lead.
    private final class KeptObjects: Sendable {
        /// For each suspect, by its name, `true` for each node that something besides its tasks keeps.
        let answers = Mutex<[String: [Int: Bool]]>([:])
        /// The nodes of the growing tasks whose continuation was dropped.
        let dropped = Once<[Int]>()
    }

    /// A group explains the growth of tasks if it has at least the fifth part of them.
    private static let minimumPart = 5
    /// The maximum number of a group's tasks whose closures are inspected.
    private static let inspectedTasks = 16
    /// The number of objects leading to another one after which it counts as kept.
    private static let maximumReferrers = 20_000

    /// Finds the suspects.
    ///
    /// - Parameter growing: The nodes of the tasks of each growth finding.
    init(_ groups: TaskGroups, growing: [[Int]]) {
        self.groups = groups
        let snapshot = groups.table.snapshot
        roots = Set(snapshot.roots.lazy.filter { $0.kind != .stack || snapshot.isOfMainThread($0) }.map(\.node))
        var members: [Int: [Int]] = [:]
        var ofSleeps: [Int] = []
        for nodes in growing {
            let tasks = nodes.compactMap { node in table.owner(of: node).map { (node, $0) } }
            for (node, task) in tasks where table.entries[task].record.isCompletedChild {
                completed.insert(node)
                if let parent = table.task(withGroupOf: task) { parents.insert(parent) }
            }
            let byGroup = Dictionary(grouping: tasks) { groups.groupOfTask[$0.1] }
            for (group, found) in byGroup {
                guard let group else {
                    ofSleeps += found.map(\.0)
                    continue
                }
                if found.count * Self.minimumPart >= nodes.count { members[group, default: []] += found.map(\.0) }
            }
        }
        let found = namingOwners(suspects(of: Set(members.keys)), members, among: growing)
        suspectsOfGroups = found.merging(suspectsOfCreators(found)) { first, _ in first }
        for (group, suspect) in found.sorted(by: { $0.key < $1.key }) {
            let nodes = members[group, default: []]
            for node in nodes { suspects[node] = suspect }
            for type in Set(nodes.prefix(Self.inspectedTasks).flatMap { closures(of: $0) }) {
                let isOther = suspectsOfClosures[type].map { $0?.name != suspect.name } ?? false
                suspectsOfClosures[type] = .some(isOther ? nil : suspect)
            }
        }
        // The task by which a library ends a sleep lives as long as the task that sleeps.
        if let suspect = sleepers(among: found) {
            for node in ofSleeps { suspects[node] = suspect }
        } else {
            wakeUps = Set(ofSleeps.filter(leadsToSleep))
            for node in wakeUps { suspects[node] = .wakeUps }
        }
    }

    /// Returns `true` if a task that has not started leads to the state of a sleep, and so ends it at its deadline.
    private func leadsToSleep(_ node: Int) -> Bool {
        let snapshot = table.snapshot
        return snapshot.nodes[node].edges.contains { edge in
            let type = snapshot.type(ofNode: Int(snapshot.edges[edge].target))
            return type?.kind == .closure && type?.name.contains("UnsafeSleepStateToken") == true
        }
    }

    /// Returns `true` for a growing task that only ends a sleep.
    func isWakeUp(_ node: Int) -> Bool { wakeUps.contains(node) }

    /// Returns `false` for the words of a task that has not started, apart from its closure: they are left over.
    func isInUse(_ edge: Int, from node: Int) -> Bool {
        !isWakeUp(node) || table.snapshot.type(ofNode: Int(table.snapshot.edges[edge].target))?.kind == .closure
    }

    /// Returns the suspects, with the remedy for those whose tasks keep the object that stores their handle.
    ///
    /// Such a task has to be cancelled. One that waits for a continuation of the program, or for another task, does not
    /// end when it is cancelled.
    private mutating func namingOwners(
        _ found: [Int: Suspect], _ members: [Int: [Int]], among growing: [[Int]]
    ) -> [Int: Suspect] {
        let growing = Set(growing.joined())
        let owners = TaskOwners(graph, table) { growing.contains($0) }
        var named = found
        for (suspect, alike) in Dictionary(grouping: found.keys, by: { found[$0]! }) {
            let ending = alike.sorted().filter {
                groups.groups[$0].endsWhenCancelled(waitingIn: groups.place(of: groups.groups[$0]))
            }
            let tasks = ending.flatMap { members[$0, default: []] }.prefix(Self.inspectedTasks)
            guard !tasks.isEmpty, let owner = owners.owner(keptBy: tasks) else { continue }
            ownerKeepers.insert(suspect.name)
            let function = alike.sorted().compactMap { groups.groups[$0].creator }.first
            for group in alike { named[group] = suspect.keeping(owner, in: function) }
        }
        return named
    }

    /// Returns the tasks together with tasks of libraries that only work for them, and have no suspect of their own.
    ///
    /// A library creates such a task, for example to deliver the values of an observation, and ends it with the
    /// observation that a growing task iterates.
    ///
    /// - Parameter reach: The growing objects to which these tasks lead.
    func withHelpers(_ reach: TaskReach) -> Self {
        var all = self
        all.kept = KeptObjects()
        for (node, suspect) in reach.suspects.sorted(by: { $0.key < $1.key }) {
            guard let task = table.owner(of: node), Int(table.entries[task].record.node) == node,
                self.suspect(ofTask: node) == nil, table.entries[task].record.state != .completed
            else { continue }
            all.suspects[node] = suspect
            if let group = groups.groupOfTask[task], all.suspectsOfGroups[group] == nil {
                all.suspectsOfGroups[group] = suspect
            }
        }
        return all
    }

    /// Returns the suspects of the groups that do not grow and share their creator with one suspect.
    private func suspectsOfCreators(_ found: [Int: Suspect]) -> [Int: Suspect] {
        let growing = Set(found.keys)
        let known = found.sorted { $0.key < $1.key }.map {
            (creator: groups.groups[origin(of: $0.key, among: growing)].creator, suspect: $0.value)
        }
        var suspects: [Int: Suspect] = [:]
        for (index, group) in groups.groups.enumerated() where group.state != .completed {
            guard let creator = group.creator else { continue }
            let alike = known.filter { $0.creator == creator }.map(\.suspect)
            if Set(alike.map(\.remedy)).count == 1 { suspects[index] = alike[0] }
        }
        return suspects
    }

    /// Returns the suspect of the most tasks that sleep, or whose children do.
    private func sleepers(among found: [Int: Suspect]) -> Suspect? {
        let sleeping = groups.groups.filter { $0.awaited == .sleep }.sorted { $0.count > $1.count }
        for group in sleeping {
            var next: AlikeTasks? = group
            while let one = next {
                if let suspect = found[one.number - 1] { return suspect }
                next = one.parent.map { groups.groups[$0 - 1] }
            }
        }
        return nil
    }

    /// Returns the suspect of lost memory in which the runtime reports the dropped continuations, or `nil` if a growth
    /// finding is of other memory.
    func suspect(ofLost nodes: [Int], in graph: HeapGraph) -> Suspect? {
        guard !table.snapshot.header.hasStacks else { return nil }
        let dropped = kept.dropped.value {
            suspects.keys.filter { table.owner(of: $0).map(groups.isDropped) ?? false }.sorted()
        }
        guard graph.areContinuationReports(nodes, ofDropped: dropped) else { return nil }
        return dropped.first.flatMap { suspects[$0] }
    }

    /// Returns the suspect of a path that leads through a growing task, or `nil` to leave the one found.
    ///
    /// A reference of the program that leads to the task, such as a list of continuations, stays the suspect, unless it
    /// cannot end the task: it is a handle, or leads to the parent. So does one that the task leads to, if its object
    /// would stay alive without such tasks.
    func suspect(
        of trace: FoldedTrace, on path: HeapPath, besides found: Suspect?, in graph: HeapGraph
    ) -> Suspect? {
        if let suspect = groupSuspect(of: trace, on: path) { return suspect }
        let tasks = path.nodes.enumerated().lazy.compactMap { index, node in
            self.suspect(ofTask: node).map { (index, node, $0) }
        }
        guard let (index, node, grown) = tasks.first,
            !isWakeUp(node) || path.edges[index...].allSatisfy({ isInUse($0, from: node) })
        else { return nil }
        var suspect = grown
        if let found, trace.holders[found.step].isOfProgram {
            if leads(found.step, of: trace, on: path, upTo: index) {
                let task = table.owner(of: node).map { table.entries[$0] }
                let isHandle =
                    index > 0 && graph.handles.isHandle(path.edges[index - 1], from: path.nodes[index - 1])
                if isHandle, isMember(node, of: trace, behind: found.step) { return nil }
                guard isHandle || task?.record.isOfGroup == true || ownerKeepers.contains(grown.name) else {
                    return nil
                }
            } else if let holder = trace.holders[found.step].node, isKept(holder, without: grown, in: graph) {
                return nil
            }
        }
        let step = trace.holders.firstIndex { $0.node == node }
        suspect.step = step ?? firstStep(of: trace, on: path, from: index)
        return suspect
    }

    /// Returns `true` if a leaking object behind a step stores the handle of a task that does not keep it.
    ///
    /// Such a task lives only because its owner leaks, and is no mistake of its own: `deinit` can cancel it.
    private func isMember(_ task: Int, of trace: FoldedTrace, behind step: Int) -> Bool {
        let end = trace.holders.firstIndex { $0.node == task } ?? trace.holders.count
        let owner = trace.holders[..<end].last { $0.kind == .object && $0.author == .program && $0.node != nil }
        guard let owner, let node = owner.node, owner.isLeaking,
            trace.holders.firstIndex(where: { $0.node == node }).map({ $0 > step }) ?? false
        else { return false }
        return !table.leads(task, to: node, in: graph)
    }

    /// Returns `true` if tasks of a suspect keep the object that stores their handle.
    func keepsOwner(_ suspect: Suspect) -> Bool { ownerKeepers.contains(suspect.name) }

    /// Returns `true` if a root or another task leads to an object, past the tasks of a suspect.
    private func isKept(_ node: Int, without suspect: Suspect, in graph: HeapGraph) -> Bool {
        if let answer = kept.answers.withLock({ $0[suspect.name]?[node] }) { return answer }
        var (next, seen) = ([node], Set([node]))
        var isKept = false
        while let node = next.popLast(), !isKept {
            isKept = roots.contains(UInt32(node)) || graph.isTask(node) || seen.count > Self.maximumReferrers
            for holder in graph.holders(of: node) where holder.strength < .raw {
                let referrer = Int(holder.node)
                let task = table.owner(of: referrer).map { Int(table.entries[$0].record.node) }
                let isOfSuspect = task.map { self.suspect(ofTask: $0)?.name == suspect.name } ?? false
                if !isOfSuspect, seen.insert(referrer).inserted { next.append(referrer) }
            }
        }
        kept.answers.withLock { $0[suspect.name, default: [:]][node] = isKept }
        return isKept
    }

    /// Returns the suspect of a task that grows, or of a similar one.
    ///
    /// The first task is older than the growth, and often holds what the others share. A task that has not begun to wait
    /// yet has the same closure as the growing ones.
    func suspect(ofTask node: Int) -> Suspect? {
        if let suspect = suspects[node] { return suspect }
        guard let task = table.owner(of: node) else { return nil }
        if let suspect = groups.groupOfTask[task].flatMap({ suspectsOfGroups[$0] }) { return suspect }
        guard table.entries[task].record.state != .completed else { return nil }
        return closures(of: node).lazy.compactMap { suspectsOfClosures[$0] ?? nil }.first
    }

    /// Returns the types of the closures to which the memory of a task leads, past adapters.
    ///
    /// The closure of an adapter captures only a function, and the tasks of different functions share its type.
    private func closures(of node: Int, past adapters: Int = 2) -> [UInt32] {
        let snapshot = table.snapshot
        return snapshot.edges(ofNode: node).flatMap { edge -> [UInt32] in
            let index = snapshot.nodes[Int(edge.target)].type
            guard let type = snapshot.types[Int(index)].type, type.kind == .closure else { return [] }
            if type.holdsProgram { return [index] }
            return adapters > 0 ? closures(of: Int(edge.target), past: adapters - 1) : []
        }
    }

    /// Returns the group whose children have completed as the suspect, named after the function that adds them.
    private func groupSuspect(of trace: FoldedTrace, on path: HeapPath) -> Suspect? {
        let child = path.nodes.firstIndex(where: completed.contains)
        guard let last = path.nodes.last else { return nil }
        // Otherwise the memory of the group itself.
        let isRaw = table.snapshot.type(ofNode: last) == nil
        let index = child ?? path.nodes.count - 1
        let owners = path.nodes[..<index].compactMap(table.owner)
        // The path to a child may lead through a word left over in the memory of another task.
        let ofChild = child.flatMap { table.owner(of: path.nodes[$0]) }.flatMap(table.task(withGroupOf:))
        guard child != nil || isRaw,
            let parent = ofChild ?? owners.last(where: { child != nil || parents.contains($0) }),
            let group = groups.groupOfTask[parent].map({ groups.groups[$0] }),
            let function = groups.place(of: group) ?? group.creator
        else { return nil }
        var suspect = Suspect.taskGroup(
            in: function.enclosingFunction, function.location, step: firstStep(of: trace, on: path, from: index))
        suspect.tasks = WaitingTasks(state: .completed)
        return suspect
    }

    /// Returns `true` if the holder of a step is before a place on the path.
    private func leads(_ step: Int, of trace: FoldedTrace, on path: HeapPath, upTo index: Int) -> Bool {
        firstStep(of: trace, on: path, from: index) > step
    }

    /// Returns the first step whose holder is at a place of the path or behind it.
    private func firstStep(of trace: FoldedTrace, on path: HeapPath, from index: Int) -> Int {
        let behind = Set(path.nodes[index...])
        return trace.holders.firstIndex { $0.node.map(behind.contains) ?? false } ?? trace.holders.count - 1
    }

    // MARK: Suspects

    /// Returns the suspects of the groups that have one; a group that only waits for another has the other's.
    private func suspects(of wanted: Set<Int>) -> [Int: Suspect] {
        var first: [Int: Int] = [:]
        for group in wanted { first[group] = origin(of: group, among: wanted) }
        let losers = losers(among: wanted)
        func key(_ group: AlikeTasks) -> SuspectKey? { SuspectKey(group, waitingIn: groups.place(of: group), losers) }
        let alike = Dictionary(grouping: wanted) { key(groups.groups[first[$0] ?? $0]) }
        var found: [Int: Suspect] = [:]
        for (common, members) in alike {
            let own = members.filter { first[$0] == $0 }
            let largest = largest(of: own.isEmpty ? members : own)
            guard let common, let largest else { continue }
            // Of tasks that wait in one place, some verdicts are less certain, and make a group of their own.
            let others = groups.groups.filter { $0.stuck != nil && key($0) == common }
            let numbers = Set(members.map { groups.groups[$0].number } + others.map(\.number)).sorted()
            for member in members { found[member] = suspect(of: common, waitingLike: largest, numbers) }
        }
        return found
    }

    /// Returns the functions of the program that lose the continuations for which growing tasks wait there.
    ///
    /// A left-over word may hide some of the losses.
    private func losers(among growing: Set<Int>) -> Set<TaskFrame> {
        var (all, lost): ([TaskFrame: Int], [TaskFrame: Int]) = ([:], [:])
        for group in growing.map({ groups.groups[$0] }) where group.awaited == .continuation {
            guard let place = groups.place(of: group), group.libraryAwaited(in: place) == nil else { continue }
            all[place, default: 0] += group.count
            if group.stuck != nil { lost[place, default: 0] += group.count }
        }
        return Set(lost.filter { $0.value * Self.minimumPart >= all[$0.key, default: 0] }.keys)
    }

    /// Returns the largest of alike groups, preferably one that is stuck: a left-over word may hide the others.
    private func largest(of members: [Int]) -> Int? {
        let all = members.reduce(0) { $0 + groups.groups[$1].count }
        func isStuck(_ group: Int) -> Bool {
            groups.groups[group].stuck != nil && groups.groups[group].count * Self.minimumPart >= all
        }
        return members.max {
            (isStuck($0) ? 1 : 0, groups.groups[$0].count, $1) < (isStuck($1) ? 1 : 0, groups.groups[$1].count, $0)
        }
    }

    /// Returns the group that the tasks of a group wait for, or work for in a library, if it grows as well.
    private func origin(of group: Int, among wanted: Set<Int>) -> Int {
        var (origin, seen) = (group, Set<Int>())
        while seen.insert(origin).inserted {
            let task = groups.firstTask(ofGroup: origin)
            let entry = table.entries[task]
            let awaited: [Int] =
                switch groups.groups[origin].awaited {
                case .task: entry.awaitedTask.map { [$0] } ?? []
                case .group: entry.children
                default: groups.groups[origin].creator == nil ? groups.relatedTasks(of: task) : []
                }
            let next = awaited.lazy.filter { table.entries[$0].record.state != .completed }
                .compactMap { groups.groupOfTask[$0] }.first(where: wanted.contains)
            guard let next else { break }
            origin = next
        }
        return origin
    }

    /// The function of the program that creates tasks, or that loses what they wait for, and where they wait.
    private struct SuspectKey: Hashable {
        /// The name of the suspect.
        var name: String
        var location: SourceLine?
        var awaited: AlikeTasks.Awaited?
        var function: String?

        init?(_ group: AlikeTasks, waitingIn place: TaskFrame?, _ losers: Set<TaskFrame>) {
            guard let creator = group.creator else { return nil }
            (function, awaited) = (place?.enclosingFunction, group.awaited)
            if awaited == .continuation, let place, losers.contains(place), function != creator.enclosingFunction {
                (name, location) = (place.enclosingFunction, place.location)
            } else {
                (name, location) = (creator.nameOfTasks, creator.location)
            }
        }
    }

    private func suspect(of key: SuspectKey, waitingLike index: Int, _ numbers: [Int]) -> Suspect {
        let group = groups.groups[index]
        let holder = group.awaited == .actor ? actor(of: index) : group.holder
        let (pattern, remedy) = group.mistake(at: groups.place(of: group), holder: holder)
        return Suspect(
            name: key.name, location: key.location, step: 0, pattern: pattern, remedy: remedy, doubt: group.doubt,
            tasks: WaitingTasks(
                awaited: group.awaited, state: group.state, holder: holder,
                function: groups.place(of: group)?.enclosingFunction, groups: numbers))
    }

    /// Returns the type of the actor that the tasks of a group wait for.
    private func actor(of group: Int) -> String? {
        guard let node = table.entries[groups.firstTask(ofGroup: group)].record.waitsFor.node else { return nil }
        return table.snapshot.type(ofNode: node).map { TypeNames.brief($0.name) }
    }
}

extension Holder {
    /// `true` if it is an object or a variable of the program.
    fileprivate var isOfProgram: Bool { author == .program && (kind == .object || kind == .global) }
}

extension Suspect {
    /// Returns the suspect for completed children of a task group whose results were not consumed.
    ///
    /// - Parameter function: The function that adds the children.
    static func taskGroup(in function: String, _ location: SourceLine?, step: Int) -> Suspect {
        Suspect(
            name: "TaskGroup in \(function)", location: location, step: step, pattern: .notCompleted,
            remedy: "Consume the results of the task group as they come, with next(), or use a discarding task group.")
    }

    /// The tasks that end sleeps, after the sleepers are gone.
    fileprivate static let wakeUps = Suspect(
        name: "Task.sleep", step: 0, pattern: .taskNotCancelled,
        remedy: "The sleeps outlive what waited for them: the wake-up of each stays until its deadline, also if the "
            + "sleep is cancelled. Sleep for a shorter time, or let one timer serve all timeouts.",
        doubt: "each wake-up is released at the deadline of its sleep", tasks: WaitingTasks(awaited: .sleep))

    /// Returns the suspect with the remedy for tasks that keep the object that stores their handle.
    ///
    /// - Parameter creator: The function that creates the tasks, in which the object may be `self`.
    fileprivate func keeping(_ owner: TaskOwners.Owner, in creator: TaskFrame?) -> Suspect {
        var suspect = self
        let isSelf = creator?.enclosingFunction.hasPrefix(owner.type + ".") == true
        suspect.pattern = .taskNotCancelled
        suspect.remedy =
            "The task keeps its owner \(owner.type) alive: \(owner.property) has its handle, so deinit, which could cancel "
            + "it, never runs. Capture \(isSelf ? "self" : owner.type) weakly, also inside of the loop, or cancel the task "
            + "from outside."
        return suspect
    }
}

extension TaskFrame {
    /// The name of the tasks that the function creates, as a suspect.
    fileprivate var nameOfTasks: String { "Task in \(enclosingFunction)" }
    /// The function, or that which contains the closure.
    fileprivate var enclosingFunction: String {
        let prefix = "closure in "
        return function.hasPrefix(prefix) ? String(function.dropFirst(prefix.count)) : function
    }
}

extension HeapSnapshot.TaskRecord {
    fileprivate var isCompletedChild: Bool { state == .completed && isOfGroup }
}

extension WaitingTasks {
    /// What tells these tasks from others that the same function creates, in every run.
    var identity: String { (awaited?.rawValue ?? state.rawValue) + (function.map { " in \($0)" } ?? "") }
}
