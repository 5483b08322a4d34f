import FoundationEssentials
import OutliveModel
import Testing

@testable import OutliveDriver

/// The ways of loading the heap tier into a program, as detected from its file.
@Suite struct HeapTargetTests {
    private let directory: PrivateDirectory

    init() throws { directory = try PrivateDirectory() }

    @Test func `The tier targets a Swift executable`() throws {
        let path = String(fixture.dropFirst().dropLast())
        let target = try HeapTarget(path)
        #expect(target == HeapTarget(executable: path, hasTier: false))
    }

    @Test func `A shell, a script and any other file may start any program`() throws {
        let script = directory.path + "/script"
        try "#!/bin/sh\nexec app\n".write(toFile: script, atomically: true, encoding: .utf8)
        for path in ["/bin/sh", script] {
            #expect(try HeapTarget(path) == HeapTarget(executable: nil, hasTier: false))
        }
    }

    @Test func `An executable for another machine, of 32 bits or cut short, is refused`() throws {
        var bytes = try Data(contentsOf: URL(filePath: "/bin/sh"))
        bytes[0x12] = 0xB7 ^ (bytes[0x12] == 0xB7 ? 0xFF : 0)
        #expect(try refusal(of: bytes).contains("another kind of machine"))
        bytes = try Data(contentsOf: URL(filePath: "/bin/sh"))
        bytes[4] = 1
        #expect(try refusal(of: bytes).contains("another kind of machine"))
        #expect(try refusal(of: Data([0x7F, 0x45, 0x4C, 0x46])).contains("another kind of machine"))
    }

    @Test func `A static Swift executable and one that uses musl are refused`() throws {
        let bytes = try Data(contentsOf: URL(filePath: String(fixture.dropFirst().dropLast())))
        let (header, interpreter) = try #require(loader(in: bytes))
        var other = bytes
        other.replaceSubrange(interpreter, with: padded("/lib/ld-musl-x86_64.so.1", to: interpreter.count))
        #expect(try refusal(of: other).contains("musl"))
        other = bytes
        other[header] = 0
        #expect(try refusal(of: other).contains("static executable"))
    }

    /// The place of the header that names the dynamic loader (PT_INTERP), and of the name.
    private func loader(in bytes: Data) -> (header: Int, name: Range<Int>)? {
        func number(_ offset: Int) -> Int {
            bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let table = number(0x20)
        for index in 0..<Int(bytes[0x38]) where bytes[table + index * 56] == 3 {
            let header = table + index * 56
            return (header, number(header + 8)..<(number(header + 8) + number(header + 0x20)))
        }
        return nil
    }

    private func padded(_ text: String, to count: Int) -> [UInt8] {
        Array(text.utf8) + Array(repeating: 0, count: count - text.utf8.count)
    }

    /// Returns the reason why a file of these bytes is refused, or an empty text if it is accepted.
    private func refusal(of bytes: Data) throws -> String {
        let path = directory.path + "/program"
        try bytes.write(to: URL(filePath: path))
        do throws(Failure) {
            _ = try HeapTarget(path)
            return ""
        } catch {
            #expect(error.code == .heapNotServed)
            #expect(error.message.contains(path))
            return error.message
        }
    }
}

/// The library, the request and the variables of the heap tier.
@Suite struct HeapSettingsTests {
    @Test func `A missing library, or a name that cannot be listed, is refused with a remedy`() throws {
        let directory = try PrivateDirectory()
        let missing = #expect(throws: Failure.self) { try HeapSettings.library(besideFolder: directory.path) }
        #expect(missing?.code == .noHeapLibrary)
        #expect(missing?.message.contains("scripts/heap-library") == true)
        let folder = try directory.makeEmptyDirectory("with blank")
        try "".write(toFile: folder + "/" + HeapSettings.libraryName, atomically: true, encoding: .utf8)
        #expect(throws: Failure.self) { try HeapSettings.library(besideFolder: folder) }
    }

    @Test func `The library beside the programs precedes the installed one`() throws {
        let directory = try PrivateDirectory()
        let programs = try directory.makeEmptyDirectory("bin")
        let libraries = try directory.makeEmptyDirectory("lib")
        try "".write(toFile: libraries + "/" + HeapSettings.libraryName, atomically: true, encoding: .utf8)
        #expect(try HeapSettings.library(besideFolder: programs) == "\(libraries)/\(HeapSettings.libraryName)")
        try "".write(toFile: programs + "/" + HeapSettings.libraryName, atomically: true, encoding: .utf8)
        #expect(try HeapSettings.library(besideFolder: programs) == "\(programs)/\(HeapSettings.libraryName)")
    }

    @Test func `The library precedes other preloaded ones, and a target is named only if there is one`() {
        let settings = HeapSettings(library: "/lib/heap.so", frames: 8, atExit: false)
        let swift = settings.environment(
            for: HeapTarget(executable: "/bin/app", hasTier: false), directory: "/heap", preloaded: "/lib/other.so")
        #expect(swift["LD_PRELOAD"] == "/lib/heap.so:/lib/other.so")
        #expect(swift["OUTLIVE_HEAP"] == "/heap")
        #expect(swift["OUTLIVE_HEAP_FRAMES"] == "8")
        #expect(swift["OUTLIVE_HEAP_EXIT"] == "0")
        #expect(swift["OUTLIVE_TARGET"] == "/bin/app")
        let script = settings.environment(
            for: HeapTarget(executable: nil, hasTier: false), directory: "/heap", preloaded: nil)
        #expect(script["LD_PRELOAD"] == "/lib/heap.so")
        #expect(script["OUTLIVE_TARGET"] == .some(nil))
        let linked = settings.environment(
            for: HeapTarget(executable: "/bin/app", hasTier: true), directory: "/heap", preloaded: nil)
        #expect(linked["LD_PRELOAD"] == nil)
    }

    @Test func `The number of a request encodes its sequence and its kind`() {
        #expect(HeapRequest(number: 5).value == 5)
        #expect(HeapRequest(number: 5, withGraph: true).value == 5 | 1 << 24)
        #expect(HeapRequest(number: 0xFF_FFFF, endsCycle: true).value == 0xFF_FFFF | 1 << 25)
    }

    @Test func `Of unrequested censuses the one at the exit counts, else the last by signal`() throws {
        let root = try PrivateDirectory()
        let directory = try HeapDirectory.make(in: root.path)
        func write(_ name: String) throws {
            try "x".write(toFile: directory.path + "/" + name, atomically: true, encoding: .utf8)
        }
        #expect(try directory.lastFile(of: 7) == nil)
        for number in [1, 9, 10] { try write("heap-7-signal-\(number).olheap") }
        try write("heap-71-signal-99.olheap")
        #expect(try directory.lastFile(of: 7)?.path.hasSuffix("heap-7-signal-10.olheap") == true)
        try write("heap-7-exit.error")
        let failure = #expect(throws: Failure.self) { try directory.lastFile(of: 7) }
        #expect(failure?.code == .noCensus)
        try write("heap-7-exit.olheap")
        #expect(try directory.lastFile(of: 7)?.path.hasSuffix("heap-7-exit.olheap") == true)
    }
}
