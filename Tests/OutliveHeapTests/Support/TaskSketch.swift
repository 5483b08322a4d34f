internal import OutliveModel
import Testing

@testable import OutliveHeap

/// No names of functions, and one variable, at the address 0x1500.
struct NoAddressNames: AddressNames {
    func functions(of frames: [Frame]) -> [Frame] { frames }
    func variables(of frames: [Frame]) -> [String?] {
        frames.map { $0.offset == 0x1500 ? "App.poll : Swift.Task<(), Swift.Never>" : nil }
    }
}

/// A heap with tasks, built by hand: its nodes begin at 0x2000, and are 0x1000 apart.
struct TaskSketch {
    var builder = SnapshotBuilder()
    let task: UInt32
    let raw: UInt32
    private var addresses: UInt64 = 0x1000

    init() {
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0, 0x1000..<0x2000)
        builder.thread("main", id: 1, 0x7000_0000..<0x7000_1000)
        task = builder.type("Swift.Task", .task)
        raw = builder.type("", .raw)
    }

    @discardableResult
    mutating func node(_ type: UInt32, bytes: UInt64 = 48, _ edges: [(offset: UInt32, target: UInt32)] = [])
        -> UInt32
    {
        addresses += 0x1000
        return builder.node(addresses, bytes: bytes, type: type, edges: edges)
    }

    @discardableResult
    mutating func taskNode(_ edges: [(offset: UInt32, target: UInt32)] = []) -> UInt32 {
        node(task, bytes: 240, edges)
    }

    /// Sets the state of a task, by ascending node.
    mutating func task(
        _ node: UInt32, flags: UInt32 = 0, waitsFor kind: UInt32 = 2, awaited: UInt32 = .max, parent: UInt32 = .max,
        name: String = "", frames: [UInt64] = [], group: UInt64 = 0, address: UInt64? = nil
    ) {
        func start(_ node: UInt32) -> UInt64 { 0x2000 + UInt64(node) * 0x1000 }
        let target = address ?? (awaited == .max ? 0 : start(awaited))
        builder.task(
            node, flags: flags, waitsFor: kind, awaited: awaited, parent: parent, frames: frames,
            id: UInt64(node) + 1, address: target)
        builder.taskDetails(start(node), group: group, parent: parent == .max ? 0 : start(parent), name: name)
    }

    func groups(names: any AddressNames = NoAddressNames()) throws -> TaskGroups {
        AnalysedSnapshot(try HeapSnapshot(builder.file), names: names).tasks
    }

    /// The certainty of the group of the task with an identifier.
    func certainty(_ node: UInt32 = 0) throws -> StuckVerdict.Certainty? {
        try #require(try groups().groups.first { $0.ids.contains(UInt64(node) + 1) }).stuck?.certainty
    }
}
