internal import OutliveHeap

/// Writes the format of `docs/heap-snapshot.md` from a model of its own, so that the reader is not tested against
/// itself.
struct SnapshotBuilder {
    var version: UInt32 = 1
    var processID: UInt32 = 4711
    var reason: UInt32 = 0
    var number: UInt32 = 1
    var cycle: UInt32 = 0
    var flags: UInt32 = 2
    var framesPerStack: UInt32 = 16
    var time: UInt64 = 1_700_000_000_000_000_000
    var pause: UInt64 = 1_500_000
    var rawBlocks: UInt64 = 0
    var rawBytes: UInt64 = 0
    var bookkeeping: UInt64 = 4_096
    var stackTable: UInt64 = 8_192
    /// The size of the fields that are added next.
    var fieldBytes: UInt32 = 8
    /// The items of every section, by its number in the format.
    private(set) var sections: [UInt32: Section] = [:]
    private var knownTexts: [String: (UInt32, UInt32)] = [:]

    struct Section {
        var itemBytes: UInt32
        var bytes: [UInt8] = []
        var count: UInt32 { itemBytes == 0 ? 0 : UInt32(bytes.count) / itemBytes }
    }

    enum Kind: UInt32 {
        case object, closure, box, error, task, other, raw
    }

    /// Changes the items of a section, where there is one.
    mutating func change(_ section: UInt32, _ action: (inout Section) -> Void) {
        if sections[section] != nil { action(&sections[section]!) }
    }

    /// Leaves a section out.
    mutating func remove(section: UInt32) { sections[section] = nil }

    /// Adds an item to a section and returns its index.
    @discardableResult
    mutating func add(to section: UInt32, _ item: Item) -> UInt32 {
        let index = sections[section]?.count ?? 0
        sections[section, default: Section(itemBytes: UInt32(item.bytes.count))].bytes += item.bytes
        return index
    }

    /// Puts a text into the section of texts, once.
    mutating func text(_ text: String) -> (UInt32, UInt32) {
        if let known = knownTexts[text] { return known }
        let place = (UInt32(sections[1]?.bytes.count ?? 0), UInt32(text.utf8.count))
        sections[1, default: Section(itemBytes: 1)].bytes += Array(text.utf8)
        knownTexts[text] = place
        return place
    }

    @discardableResult
    mutating func module(
        _ path: String, buildID: String = "", bias: UInt64, _ addresses: Range<UInt64>,
        epochs: Range<UInt32> = 0..<4_096
    ) -> UInt32 {
        let (path, buildID) = (text(path), text(buildID))
        return add(
            to: 2,
            Item().text(path).text(buildID).long(bias).long(addresses.lowerBound).long(addresses.upperBound)
                .word(epochs.lowerBound).word(epochs.upperBound))
    }

    typealias FieldItem = (name: String, type: String, offset: UInt32, strength: UInt32)

    /// Adds a type with its fields; `elementFields` are of elements and keys, `valueFields` of values.
    @discardableResult
    mutating func type(
        _ name: String, _ kind: Kind = .object, size: UInt32 = 0, stride: UInt32 = 0,
        superclass: UInt32? = nil, fields: [FieldItem] = [], elementFields: [FieldItem] = [],
        valueFields: [FieldItem] = []
    ) -> UInt32 {
        let first = sections[4]?.count ?? 0
        for (part, fields) in [fields, elementFields, valueFields].enumerated() {
            for field in fields {
                let (name, type) = (text(field.name), text(field.type))
                add(
                    to: 4,
                    Item().text(name).text(type).word(field.offset).word(fieldBytes).word(field.strength)
                        .word(UInt32(part)))
            }
        }
        let count = (sections[4]?.count ?? 0) - first
        return add(
            to: 3,
            Item().text(text(name)).word(kind.rawValue).word(size).word(first).word(count).word(stride)
                .word(superclass.map { $0 + 1 } ?? 0))
    }

    @discardableResult
    mutating func stack(_ frames: [UInt64], epoch: UInt32 = 0) -> UInt32 {
        let first = sections[5]?.count ?? 0
        for frame in frames { add(to: 5, Item().long(frame)) }
        return add(to: 6, Item().word(first).word(UInt32(frames.count)).word(epoch).word(0))
    }

    mutating func row(
        _ type: UInt32, stack: UInt32 = .max, birth: UInt32 = 0, state: UInt32 = 0, objects: UInt64 = 1,
        bytes: UInt64 = 32
    ) {
        add(to: 7, Item().word(type).word(stack).word(birth).word(state).long(objects).long(bytes))
    }

    /// Creates the file of a sampled process with a type and two stacks.
    static func sampled(rate: UInt64 = 512_000) -> SnapshotBuilder {
        var builder = SnapshotBuilder(version: 2)
        builder.type("App.A")
        builder.stack([0x11500])
        builder.stack([0x11501])
        builder.add(to: 44, Item().long(rate).long(30).long(20).long(1))
        return builder
    }

    /// Returns a snapshot with a count of allocations, without any by type and stack.
    static func counted() -> SnapshotBuilder {
        var builder = SnapshotBuilder()
        builder.type("App.A")
        builder.stack([0x11500])
        builder.stack([0x11501])
        var item = Item().long(7).long(224).long(2).long(4096).long(1).long(150).long(149)
        item = item.long(1_700_000_000_000_000_000)
        for index in 0..<72 { item = item.long(index == 6 || index == 48 ? 7 : 0) }
        builder.add(to: 51, item)
        return builder
    }

    /// Adds all allocations of a type, or of raw blocks, at a stack, some of them temporary.
    mutating func allocation(
        _ type: UInt32, stack: UInt32, objects: UInt64, bytes: UInt64, temporary: UInt64 = 0
    ) {
        add(to: 49, Item().word(type).word(stack).long(objects).long(bytes).long(temporary).long(temporary * 8))
    }

    /// Adds what was alive at the peak, by stack.
    mutating func peak(stack: UInt32, objects: UInt64, bytes: UInt64) {
        add(to: 50, Item().word(stack).word(0).long(objects).long(bytes))
    }

    /// Adds all allocations of a type, or of raw blocks, at a stack.
    mutating func total(_ type: UInt32, stack: UInt32, objects: UInt64, bytes: UInt64) {
        add(to: 45, Item().word(type).word(stack).long(objects).long(bytes))
    }

    /// Adds a node with its edges: the offset in it and the index of the target.
    @discardableResult
    mutating func node(
        _ address: UInt64, bytes: UInt64 = 32, type: UInt32, stack: UInt32 = .max, birth: UInt32 = 0, state: UInt32 = 0,
        elements: UInt32 = 0, edges: [(offset: UInt32, target: UInt32)] = []
    ) -> UInt32 {
        for edge in edges { add(to: 9, Item().word(edge.target).word(edge.offset)) }
        return add(
            to: 8,
            Item().long(address).long(bytes).word(type).word(stack).word(birth).word(state).word(UInt32(edges.count))
                .word(elements))
    }

    mutating func root(_ node: UInt32, kind: UInt32 = 1, owner: UInt32 = .max, address: UInt64 = 0x5000) {
        add(to: 10, Item().word(node).word(kind).word(owner).word(0).long(address))
    }

    mutating func thread(_ name: String, id: UInt32, flags: UInt32 = 1, _ stack: Range<UInt64>) {
        let name = text(name)
        add(to: 11, Item().text(name).word(id).word(flags).long(stack.lowerBound).long(stack.upperBound))
    }

    /// Adds the function in the word before a reference; those of edges come first, by ascending index.
    mutating func function(_ reference: UInt32, ofRoot: Bool = false, _ address: UInt64) {
        add(to: 12, Item().word(reference).word(ofRoot ? 1 : 0).long(address))
    }

    /// Marks a node as the storage of a dictionary or, without values, of a set; by ascending node.
    mutating func hashTable(
        _ node: UInt32, buckets: UInt32, keys: (offset: UInt32, stride: UInt32),
        values: (offset: UInt32, stride: UInt32) = (0, 0)
    ) {
        add(
            to: 13,
            Item().word(node).word(buckets).word(keys.offset).word(keys.stride).word(values.offset)
                .word(values.stride))
    }

    /// Adds raw blocks that have stack and birth in common.
    mutating func rawRow(stack: UInt32 = .max, birth: UInt32 = 0, blocks: UInt64 = 1, bytes: UInt64 = 24) {
        add(to: 20, Item().word(stack).word(birth).long(blocks).long(bytes))
    }

    /// Sets the content of the objects of a census row; by ascending row.
    mutating func container(_ row: UInt32, used: UInt64, capacity: UInt64) {
        add(to: 21, Item().word(row).word(0).long(used).long(capacity))
    }

    /// Sets the state of a task; by ascending node.
    mutating func task(
        _ node: UInt32, flags: UInt32 = 0, waitsFor kind: UInt32 = 0, awaited: UInt32 = .max, parent: UInt32 = .max,
        frames: [UInt64] = [], id: UInt64 = 1, address: UInt64 = 0
    ) {
        let first = sections[15]?.count ?? 0
        for frame in frames { add(to: 15, Item().long(frame)) }
        add(
            to: 14,
            Item().word(node).word(flags).word(kind).word(awaited).word(parent).word(first).word(UInt32(frames.count))
                .word(0).long(id).long(address))
    }

    /// Adds the details of a task; in the order of the tasks.
    mutating func taskDetails(
        _ address: UInt64, group: UInt64 = 0, parent: UInt64 = 0, result: UInt32 = .max, name: String = "",
        locals: [UInt32] = []
    ) {
        let (first, firstLocal) = (sections[25]?.count ?? 0, sections[26]?.count ?? 0)
        for byte in name.utf8 { add(to: 25, Item().byte(byte)) }
        for local in locals { add(to: 26, Item().word(local)) }
        add(
            to: 24,
            Item().long(address).long(3).long(group).long(parent).word(21).word(result).word(UInt32(first))
                .word(UInt32(name.utf8.count)).word(UInt32(firstLocal)).word(UInt32(locals.count)))
    }

    /// Marks a node as a continuation of Dispatch; by ascending node.
    mutating func continuation(_ node: UInt32, isUnused: Bool = false) {
        add(to: 29, Item().word(node).word(isUnused ? 1 : 0))
    }

    /// Sets the number of strong references to an object on a stack; by ascending node.
    mutating func count(_ node: UInt32, owners: UInt32) { add(to: 30, Item().word(node).word(owners)) }

    /// Sets the value of `any P` that an edge leads away from; by ascending edge.
    mutating func value(_ edge: UInt32, type: UInt32, offset: UInt32 = 16) {
        add(to: 16, Item().word(edge).word(type).word(offset).word(0))
    }

    /// Marks a node as the box of a value of `any P`; by ascending node.
    mutating func valueBox(_ node: UInt32, type: UInt32) { add(to: 17, Item().word(node).word(type)) }

    /// Adds a remark on how the figures were obtained.
    mutating func note(_ note: String) {
        let text = text(note)
        add(to: 22, Item().text(text))
    }

    /// The file.
    var file: [UInt8] {
        let sections = sections.sorted { $0.key < $1.key }
        var table: [UInt8] = []
        var body: [UInt8] = []
        let start = 96 + 32 * sections.count
        for (kind, section) in sections {
            table +=
                Item().word(kind).word(section.itemBytes).long(UInt64(start + body.count)).long(UInt64(section.count))
                .long(0).bytes
            body += section.bytes
            body += Array(repeating: 0, count: (8 - body.count % 8) % 8)
        }
        let header = Item().word(version).word(UInt32(sections.count)).long(UInt64(start + body.count))
            .word(processID).word(reason).word(number).word(cycle).word(flags).word(framesPerStack).long(time)
            .long(pause).long(rawBlocks).long(rawBytes).long(bookkeeping).long(stackTable)
        return Array("OUTLHEAP".utf8) + header.bytes + table + body
    }
}

/// Little-endian numbers, one after the other.
struct Item {
    private(set) var bytes: [UInt8] = []

    func byte(_ value: UInt8) -> Item { with(value) }
    func word(_ value: UInt32) -> Item { with(value) }
    func long(_ value: UInt64) -> Item { with(value) }
    func text(_ place: (UInt32, UInt32)) -> Item { word(place.0).word(place.1) }

    private func with(_ value: some FixedWidthInteger) -> Item {
        var item = self
        withUnsafeBytes(of: value.littleEndian) { item.bytes += $0 }
        return item
    }
}

extension SnapshotBuilder {
    /// A small heap with something in every section: a controller and a session that hold each other, and a cache.
    static func example() -> SnapshotBuilder {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle, builder.rawBlocks, builder.rawBytes) = (3, 4, 1, 100)
        builder.module("/opt/app/bin/app", buildID: "c0ffee", bias: 0x10000, 0x11000..<0x20000)
        builder.module("/usr/lib/libswiftCore.so", bias: 0x70000, 0x71000..<0x80000)
        builder.module("/opt/app/plugin-1.so", buildID: "01", bias: 0x90000, 0x91000..<0x92000, epochs: 0..<1)
        builder.module("/opt/app/plugin-2.so", buildID: "02", bias: 0x90000, 0x91000..<0x92000, epochs: 1..<4_096)
        let session = builder.type(
            "App.Session", size: 32,
            fields: [("owner", "App.Controller", 16, 0), ("delegate", "Swift.Optional<App.Controller>", 24, 1)])
        let controller = builder.type("App.Controller", size: 24, fields: [("session", "App.Session", 16, 0)])
        let storage = builder.type("Swift._ContiguousArrayStorage<App.Session>", stride: 8)
        let closure = builder.type("(Swift.Int, App.Session)", .closure)
        let raw = builder.type("", .raw)
        let dictionary = builder.type(
            "Swift._DictionaryStorage<Swift.Int, App.Entry>", elementFields: [("", "Swift.Int", 0, 0)],
            valueFields: [("session", "App.Session", 0, 0)])
        let task = builder.type("Swift.Task", .task)
        let inner = builder.stack([0x71234, 0x11500, 0x11600])
        let plugin = builder.stack([0x91100, 0x11600])
        let replaced = builder.stack([0x91100, 0x11600], epoch: 1)
        let empty = builder.stack([])
        builder.row(session, stack: inner, birth: 3, objects: 2, bytes: 64)
        builder.row(session, stack: plugin, birth: 1)
        builder.row(session, stack: replaced, birth: 1)
        builder.row(controller, stack: empty, state: 1, objects: 1, bytes: 24)
        builder.row(storage, objects: 1, bytes: 48)
        builder.row(closure, stack: inner, birth: 3)
        builder.rawRow(stack: plugin, birth: 2, blocks: 2, bytes: 80)
        builder.rawRow(birth: 3, bytes: 24)
        builder.container(4, used: 16, capacity: 48)
        builder.node(0x1000, type: session, stack: inner, birth: 3, edges: [(16, 1)])
        builder.node(0x1020, bytes: 24, type: controller, stack: empty, state: 1, edges: [(16, 0)])
        builder.node(0x2000, bytes: 48, type: storage, elements: 2, edges: [(32, 0), (40, 0)])
        builder.node(0x3000, bytes: 100, type: raw)
        builder.node(0x4000, bytes: 104, type: dictionary, elements: 1, edges: [(96, 0)])
        builder.node(0x5000, bytes: 208, type: task, edges: [(120, 3)])
        builder.hashTable(4, buckets: 2, keys: (72, 8), values: (88, 8))
        builder.root(2, kind: 1, owner: 0, address: 0x1F000)
        builder.root(0, kind: 2, owner: 0, address: 0x7FFF_0010)
        builder.root(3, kind: 3, address: 0x7FFF_0010)
        builder.thread("main", id: 4711, 0x7FFF_0000..<0x7FFF_8000)
        builder.function(0, 0x11700)
        builder.function(2, 0x11800)
        builder.function(0, ofRoot: true, 0x11900)
        builder.task(
            5, flags: 1, waitsFor: 4, awaited: 0, frames: [0x11A00, 0x11B00], id: 1 << 32 | 7, address: 0x1000)
        // The task, and one in its memory.
        builder.add(to: 27, Item().word(5).word(80).word(2).word(.max).word(5).word(0).word(1).word(0).long(8).long(0))
        for (address, locals) in [(UInt64(0x5000), UInt32(1)), (0x5080, 0)] {
            builder.add(
                to: 24,
                Item().long(address).long(3).long(0).long(0x5000).word(21).word(session).word(0).word(4).word(0)
                    .word(locals))
        }
        for byte in "poll".utf8 { builder.add(to: 25, Item().byte(byte)) }
        builder.add(to: 26, Item().word(session))
        builder.add(to: 28, Item().word(0).word(0).long(128))
        builder.add(to: 28, Item().word(2).word(1).long(64))
        builder.continuation(3, isUnused: true)
        builder.count(0, owners: 2)
        builder.value(1, type: session)
        builder.value(2, type: controller, offset: 24)
        builder.valueBox(0, type: controller)
        builder.valueBox(2, type: session)
        return builder
    }
}

extension SnapshotBuilder {
    /// Adds the content and the counts of an object; by ascending node.
    mutating func content(_ node: UInt32, strong: UInt32, unowned: UInt32 = 0, weak: UInt32 = 0, _ bytes: [UInt8]) {
        let first = sections[54]?.count ?? 0
        for byte in bytes { add(to: 54, Item().byte(byte)) }
        add(
            to: 53,
            Item().word(node).word(strong).word(unowned).word(weak).word(first).word(UInt32(bytes.count)))
    }
}
