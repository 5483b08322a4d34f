import Foundation
import OutliveHeap
import Testing

/// Returns the offset at which a file is refused.
private func offset(of bytes: [UInt8]) -> Int? {
    do {
        _ = try HeapSnapshot(bytes)
        return nil
    } catch {
        return error.offset
    }
}

/// The example with other bytes at an offset.
private func changed(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var file = SnapshotBuilder.example().file
    file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return file
}

/// The byte of the example at which item `index` of a section begins.
private func place(section: Int, item: Int = 0) -> Int {
    let file = SnapshotBuilder.example().file
    // Sections stand in the order of their numbers, of which some are left out.
    let number = SnapshotBuilder.example().sections.keys.sorted().firstIndex(of: UInt32(section))!
    let entry = 96 + 32 * number
    let offset = file[entry + 8..<entry + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
    return offset + item * Int(file[entry + 4])
}

private let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

@Suite struct HeapSnapshotErrorTests {
    @Test func `The bytes of the header are checked`() {
        #expect(offset(of: []) == 0)
        #expect(offset(of: Array("OUTL".utf8)) == 4)
        #expect(offset(of: Array("OUTLHEAPS".utf8)) == 9)
        #expect(offset(of: Array("{\"a\":1}".utf8)) == 0)
        #expect(offset(of: changed(3, [0])) == 3)
        #expect(offset(of: changed(8, [3])) == 8)
        #expect(offset(of: changed(8, [0])) == 8)
        // Snapshots from outside have the second version.
        #expect(offset(of: changed(28, [4])) == 28)
        #expect(offset(of: changed(8, [2])) == nil)
        #expect(offset(of: changed(16, [0, 1])) == 0x100)
        #expect(offset(of: changed(12, most)) == 12)
        #expect(offset(of: changed(24, most)) == 24)
        #expect(offset(of: changed(28, [9])) == 28)
        #expect(offset(of: changed(44, [65])) == 44)
        for number in [64, 72, 80, 88] { #expect(offset(of: changed(number + 4, most)) == number) }
    }

    @Test func `A newer version is refused with a remedy`() {
        let error = #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(changed(8, [3])) }
        #expect(error?.description.contains("update") == true)
        #expect(error?.description.contains("at byte 8: ") == true)
    }

    @Test func `A truncated file is refused at any length`() {
        let file = SnapshotBuilder.example().file
        for end in 0..<file.count { #expect(offset(of: Array(file[..<end])) == end) }
        #expect(offset(of: file + [0]) == file.count)
    }

    @Test func `Sections lie within the file, once, apart and with items of their size`() {
        let modules = 96 + 32
        #expect(offset(of: changed(96 + 32 * 4, [9])) == 96 + 32 * 8)
        #expect(offset(of: changed(modules + 4, [47])) == modules + 4)
        #expect(offset(of: changed(modules + 4, [0])) == modules + 4)
        #expect(offset(of: changed(modules + 8, [1])) == modules + 8)
        #expect(offset(of: changed(modules + 8, [0, 0])) == modules + 8)
        #expect(offset(of: changed(modules + 12, most)) == modules + 8)
        #expect(offset(of: changed(modules + 16, [200])) == modules + 8)
        #expect(offset(of: changed(modules + 20, most)) == modules + 16)
        #expect(offset(of: changed(modules + 16, most)) == modules + 16)
        // An unknown section is not read, but its range is checked all the same.
        #expect(offset(of: changed(modules, [77] + [0, 0, 0] + most)) == modules + 8)
        // The section before it reaches into it.
        #expect(offset(of: changed(modules + 16, [5])) == modules + 32)
    }

    @Test func `Texts lie within their section, apart, and are UTF-8`() {
        let path = place(section: 2)
        #expect(offset(of: changed(path, most)) == path)
        #expect(offset(of: changed(path + 4, most)) == path)
        #expect(offset(of: changed(place(section: 1), [0xFF])) == place(section: 1))
        let text = SnapshotBuilder.example().file[place(section: 1)..<place(section: 2)]
        #expect(text.count > 100)
    }

    @Test func `Few bytes cannot stand for unlimited texts`() {
        var builder = SnapshotBuilder()
        let (offset, length) = builder.text(String(repeating: "a", count: 10_000))
        for start in 0..<9_000 {
            builder.add(
                to: 3,
                Item().text((offset + UInt32(start), length - UInt32(start))).word(0).word(0).word(0).word(0)
                    .word(0).word(0))
        }
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
    }

    @Test func `Every index and number of an item is checked`() {
        func refused(_ section: Int, item: Int = 0, at field: Int, _ bytes: [UInt8] = most, named: Int? = nil) -> Bool {
            let start = place(section: section, item: item)
            return offset(of: changed(start + field, bytes)) == start + (named ?? field)
        }
        // Modules.
        #expect(refused(2, at: 24, [0, 0, 0, 0]) || refused(2, at: 24, [0, 0, 0, 0], named: 16))
        #expect(refused(2, at: 28, named: 24))
        #expect(refused(2, at: 16, [0xFF, 0xFF, 0xFF], named: 16))
        #expect(refused(2, item: 3, at: 44, [0, 0, 0, 0], named: 40))
        // Types: kind, fields.
        #expect(refused(3, at: 8, [7, 0, 0, 0]))
        #expect(refused(3, at: 16))
        #expect(refused(3, at: 20, named: 16))
        #expect(refused(3, at: 28))
        #expect(refused(4, at: 24, [4, 0, 0, 0]))
        #expect(refused(4, at: 28, [3, 0, 0, 0]))
        // Stacks.
        #expect(refused(6, at: 0))
        #expect(refused(6, at: 4))
        #expect(refused(6, at: 4, [16, 0, 0, 0], named: 0))
        // Rows.
        #expect(refused(7, at: 0))
        #expect(refused(7, at: 0, [4, 0, 0, 0]))
        #expect(refused(7, at: 4, [4, 0, 0, 0]))
        #expect(refused(7, at: 12, [2, 0, 0, 0]))
        #expect(refused(7, at: 20, named: 16))
        #expect(refused(7, at: 28, named: 24))
        // Raw rows, containers.
        #expect(refused(20, at: 0, [4, 0, 0, 0]))
        #expect(refused(20, at: 12, named: 8))
        #expect(refused(20, at: 20, named: 16))
        #expect(refused(21, at: 0, [6, 0, 0, 0]))
        #expect(refused(21, at: 8, [49, 0, 0, 0]))
        #expect(refused(21, at: 20, named: 16))
        // Continuations.
        #expect(refused(29, at: 0, [6, 0, 0, 0]))
        #expect(refused(29, at: 4, [2, 0, 0, 0]))
        #expect(refused(30, at: 0, [6, 0, 0, 0]))
        // Nodes.
        #expect(refused(8, item: 1, at: 0, [0, 0x10]))
        #expect(refused(8, at: 8, Array(repeating: 0xFF, count: 8)))
        #expect(refused(8, at: 16))
        #expect(refused(8, at: 20, [9, 0, 0, 0]))
        #expect(refused(8, at: 28, [2, 0, 0, 0]))
        #expect(refused(8, at: 32))
        #expect(refused(8, at: 32, [0, 0, 0, 0], named: 0))
        // Edges, roots, threads.
        #expect(refused(9, at: 0, [6, 0, 0, 0]))
        #expect(refused(10, at: 0, [6, 0, 0, 0]))
        #expect(refused(10, at: 4, [0, 0, 0, 0]))
        #expect(refused(10, at: 8, [4, 0, 0, 0]))
        #expect(refused(10, item: 1, at: 8, [1, 0, 0, 0]))
        #expect(refused(11, at: 16, Array(repeating: 0xFF, count: 8)))
        // Functions.
        #expect(refused(12, at: 0, [9, 0, 0, 0]))
        #expect(refused(12, item: 2, at: 0, [3, 0, 0, 0]))
        #expect(refused(12, at: 4, [2, 0, 0, 0]))
        #expect(refused(12, item: 1, at: 0, [0, 0, 0, 0]))
        #expect(refused(12, at: 4, [1, 0, 0, 0], named: 16))
        // Hash tables: node, buckets, keys, values.
        #expect(refused(13, at: 0, [6, 0, 0, 0]))
        #expect(refused(13, at: 4, [3, 0, 0, 0], named: 8))
        #expect(refused(13, at: 4, named: 8))
        #expect(refused(13, at: 8, [73, 0, 0, 0]))
        #expect(refused(13, at: 8))
        #expect(refused(13, at: 12, [9, 0, 0, 0], named: 8))
        #expect(refused(13, at: 12, [0, 0, 0, 0]))
        #expect(refused(13, at: 16, [89, 0, 0, 0]))
        #expect(refused(13, at: 20, [9, 0, 0, 0], named: 16))
        #expect(refused(13, at: 20, [0, 0, 0, 0]))
        // Tasks: node, what it waits for, parent, frames.
        #expect(refused(14, at: 0, [6, 0, 0, 0]))
        #expect(refused(14, at: 0, [4, 0, 0, 0]))
        #expect(refused(14, at: 8, [5, 0, 0, 0]))
        #expect(refused(14, at: 12, [6, 0, 0, 0]))
        #expect(refused(14, at: 16, [6, 0, 0, 0]))
        #expect(refused(14, at: 20))
        #expect(refused(14, at: 24, [3, 0, 0, 0], named: 20))
        // Values and boxes: edge, node and type.
        #expect(refused(16, at: 0))
        #expect(refused(16, at: 4, [7, 0, 0, 0]))
        #expect(refused(16, item: 1, at: 0, [1, 0, 0, 0]))
        #expect(refused(17, at: 0, [6, 0, 0, 0]))
        #expect(refused(17, at: 4, [7, 0, 0, 0]))
        #expect(refused(17, item: 1, at: 0, [0, 0, 0, 0]))
    }

    @Test func `A node has one hash table, in sorted order`() {
        for nodes in [[4, 4], [4, 2], [2, 4]] as [[UInt32]] {
            var builder = SnapshotBuilder()
            builder.flags = 3
            let type = builder.type("App.A")
            for node in UInt64(0)..<5 { builder.node(0x1000 * (node + 1), bytes: 100, type: type) }
            for node in nodes { builder.hashTable(node, buckets: 1, keys: (64, 8)) }
            #expect((offset(of: builder.file) == nil) == (nodes == [2, 4]))
        }
    }

    @Test func `A node has one task state, in sorted order`() {
        for nodes in [[3, 3], [3, 1], [1, 3]] as [[UInt32]] {
            var builder = SnapshotBuilder()
            builder.flags = 3
            let type = builder.type("Swift.Task", .task)
            for node in UInt64(0)..<5 { builder.node(0x1000 * (node + 1), bytes: 208, type: type) }
            for node in nodes { builder.task(node) }
            #expect((offset(of: builder.file) == nil) == (nodes == [1, 3]))
        }
    }

    @Test func `Objects and bytes with too large a sum are refused`() {
        var builder = SnapshotBuilder()
        let type = builder.type("App.A")
        for _ in 0..<2 { builder.row(type, objects: 1 << 62, bytes: 1) }
        #expect(offset(of: builder.file) == 96 + 3 * 32 + 8 + 32 + 32 + 16)
    }

    @Test func `A graph that the header denies is refused`() {
        #expect(offset(of: changed(40, [2])) == 40)
    }
}

@Suite struct HeapSnapshotFileTests {
    private func withFolder(_ action: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try action(folder)
    }

    @Test func `A file is read from its bytes`() throws {
        try withFolder { folder in
            let file = folder.appending(path: "a.olheap")
            let bytes = SnapshotBuilder.example().file
            try Data(bytes).write(to: file)
            #expect(try HeapSnapshot(path: file.path) == HeapSnapshot(bytes))
        }
    }

    @Test func `More of a task, a type or a block than a process can have is refused`() {
        func file(
            frames: Int = 64, name: Int = 256, locals: Int = 64, fields: Int = 1000, bytes: UInt64 = 240
        ) -> [UInt8] {
            var builder = SnapshotBuilder()
            builder.flags = 3
            let type = builder.type("Swift.Task", .task)
            let field = (name: "a", type: "Swift.Int", offset: UInt32(16), strength: UInt32(0))
            builder.type("App.Wide", fields: Array(repeating: field, count: fields))
            builder.node(0x1000, bytes: bytes, type: type)
            builder.task(0, frames: Array(repeating: 0x1500, count: frames))
            builder.taskDetails(
                0x1000, name: String(repeating: "n", count: name), locals: Array(repeating: type, count: locals))
            return builder.file
        }
        #expect(offset(of: file()) == nil)
        for file in [file(frames: 65), file(name: 257), file(locals: 65), file(fields: 1001), file(bytes: 1 << 48)] {
            #expect(offset(of: file) != nil)
        }
    }

    @Test func `A missing or unreadable file is named`() throws {
        try withFolder { folder in
            let missing = #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(path: folder.path + "/none") }
            #expect(missing?.offset == nil)
            #expect(missing?.message.contains(folder.path + "/none") == true)
            let directory = #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(path: folder.path) }
            #expect(directory?.description.contains("is not a file") == true)
            #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(path: "/dev/zero") }
            #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
            #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(path: folder.path + "/pipe") }
        }
    }

    @Test func `Empty, huge and foreign files are refused at once`() throws {
        try withFolder { folder in
            let file = folder.appending(path: "a.olheap")
            try Data().write(to: file)
            let empty = #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(path: file.path) }
            #expect(empty?.description == "at byte 0: the file is empty")
            try Data(SnapshotBuilder.example().file).write(to: file)
            // With a hole, so that it takes no room.
            #expect(truncate(file.path, 1 << 31) == 0)
            let long = #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(path: file.path) }
            #expect(long?.offset == SnapshotBuilder.example().file.count)
            #expect(truncate(file.path, 1 << 40) == 0)
            #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(path: file.path) }
        }
    }
}
