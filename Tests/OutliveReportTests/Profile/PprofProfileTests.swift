import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct PprofProfileTests {
    @Test(
        arguments: [
            (0, []), (1, [0x08, 0x01]), (150, [0x08, 0x96, 0x01]),
            (-1, [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]),
        ] as [(Int, [UInt8])])
    func `Numbers are written as varints, and a zero is omitted`(number: Int, bytes: [UInt8]) {
        var writer = ProtobufWriter()
        writer.write(number, field: 1)
        #expect(writer.bytes == bytes)
    }

    @Test func `Repeated fields keep zeros and empty texts`() {
        var writer = ProtobufWriter()
        writer.write(packed: [0, 300], field: 4)
        writer.write(item: [], field: 6)
        writer.write(field: 2) { $0.write(7, field: 3) }
        #expect(writer.bytes == [0x22, 3, 0, 0xAC, 2, 0x32, 0, 0x12, 2, 0x18, 7])
    }

    @Test func `The checksum is that of the standard's example`() {
        #expect(crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    }

    /// Contents that compress in different ways: by their repetitions, by their frequent bytes, and not at all.
    private enum Content: CaseIterable {
        case repeated, zeros, skewed, random

        func bytes(_ count: Int) -> [UInt8] {
            var state: UInt64 = 1
            return (0..<count).map { index in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let random = UInt8(truncatingIfNeeded: state >> 56)
                switch self {
                case .repeated: return UInt8(truncatingIfNeeded: index &* 31)
                case .zeros: return 0
                // Each bit more is half as frequent, so that plain codes would get longer than the format allows.
                case .skewed: return UInt8((state >> 20).trailingZeroBitCount)
                case .random: return random
                }
            }
        }
    }

    @Test(arguments: Content.allCases, [0, 1, 2, 5, 258, 259, 65_536, 1_000_000])
    private func `A file in the format of gzip is read back by gzip`(content: Content, count: Int) throws {
        let bytes = content.bytes(count)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID()).gz")
        defer { try? FileManager.default.removeItem(at: file) }
        let compressed = gzipFile(compressing: bytes)
        // Random bytes cannot be compressed, and the codes of their blocks take little.
        #expect(compressed.count < count + count / 50 + 300)
        if content != .random, count > 60_000 { #expect(compressed.count < count / 2) }
        try Data(compressed).write(to: file)
        let gzip = Process()
        gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
        gzip.arguments = ["-dc", file.path]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let read = output.fileHandleForReading.readDataToEndOfFile()
        gzip.waitUntilExit()
        #expect(gzip.terminationStatus == 0)
        #expect(Array(read) == bytes)
    }

    @Test func `Samples, locations, functions and mappings refer to each other`() throws {
        let file = try PprofFile(AllocationProfile.small.pprofMessage)
        #expect(file.sampleTypes == ["inuse_objects/count", "inuse_space/bytes"])
        #expect(file.defaultType == "inuse_space")
        #expect(file.nanoseconds == 1_700_000_000_000_000_000)
        #expect(
            file.samples == [
                PprofFile.Sample(
                    calls: ["malloc", "Session.init(id:) App/A.swift:1", "main() App/A.swift:3"], values: [2, 100]),
                PprofFile.Sample(calls: ["Session.init(id:) App/A.swift:2", "main() App/A.swift:3"], values: [1, 20]),
                PprofFile.Sample(calls: ["app+0x1700", "main() App/A.swift:3"], values: [1, 3]),
                PprofFile.Sample(calls: ["(stack not captured)"], values: [4, 7]),
            ])
        #expect(file.mappings.map(\.path) == ["/opt/app/bin/app", "/lib/libc.so.6"])
        #expect(file.mappings.map(\.buildID) == ["abc123", "0f0f"])
        #expect(file.systemNames.contains("App.Session.init(id: Swift.Int) -> App.Session"))
    }

    @Test func `The allocated type is a label, and the innermost call apart from raw memory`() throws {
        let main = Backtrace(frames: [.named(0x1600, "App.main() -> ()", line: 3)])
        let session = HeapType(name: "App.Session", kind: .object)
        let profile = AllocationProfile(
            [
                LiveStack(main, type: session, objects: 2, bytes: 96),
                LiveStack(main, type: HeapType(name: "(App.Session)", kind: .closure), objects: 1, bytes: 32),
                LiveStack(main, type: .rawMemory, objects: 1, bytes: 7),
                LiveStack(Backtrace(), type: session, objects: 1, bytes: 48),
            ], title: "app")
        let file = try PprofFile(profile.pprofMessage)
        #expect(
            file.samples.map(\.calls) == [
                ["App.Session", "main() App/A.swift:3"], ["closure (App.Session)", "main() App/A.swift:3"],
                ["main() App/A.swift:3"], ["App.Session", "(stack not captured)"],
            ])
        #expect(
            file.samples.map(\.labels) == [
                ["type": "App.Session"], ["type": "closure (App.Session)"], ["type": "raw memory"],
                ["type": "App.Session"],
            ])
    }

    @Test func `Addresses lie in their mappings, which are apart`() throws {
        let file = try PprofFile(AllocationProfile.small.pprofMessage)
        #expect(!file.mappings[0].addresses.overlaps(file.mappings[1].addresses))
        for location in file.locations.values where location.mapping > 0 {
            #expect(file.mappings[location.mapping - 1].addresses.contains(location.address))
        }
        #expect(file.locations.values.count { $0.mapping == 0 } == 1)
    }

    @Test func `A profile of samples has the types of Go's heap profiles, and the rate as its period`() throws {
        let frame = Frame(module: "/app", buildID: nil, offset: 9)
        let stack = LiveStack(
            Backtrace(frames: [frame]), objects: 0, bytes: 0, allocated: HeapAmount(objects: 3, bytes: 96))
        let profile = AllocationProfile([stack], title: "app", sampleBytes: 512_000)
        let file = try PprofFile(profile.pprofMessage)
        #expect(
            file.sampleTypes == [
                "alloc_objects/count", "alloc_space/bytes", "inuse_objects/count", "inuse_space/bytes",
            ])
        #expect(file.samples.map(\.values) == [[3, 96, 0, 0]])
        #expect(file.period == "space/bytes 512000" && file.defaultType == "inuse_space")
    }

    @Test func `A profile without live blocks is valid`() throws {
        let file = try PprofFile(AllocationProfile([], title: "").pprofMessage)
        #expect(file.samples.isEmpty)
        #expect(file.mappings.isEmpty)
        #expect(file.sampleTypes.count == 2)
    }

    @Test func `Inlined functions are lines of one location, innermost first`() throws {
        let frame = Frame(
            module: "/app", buildID: nil, offset: 9,
            symbols: ["App.inner() -> ()", "App.outer() -> ()"].map { Symbol(function: $0) })
        let profile = AllocationProfile([LiveStack(Backtrace(frames: [frame]), objects: 1, bytes: 1)], title: "app")
        let file = try PprofFile(profile.pprofMessage)
        #expect(file.locations.count == 1)
        #expect(file.samples[0].calls == ["inner()", "outer()"])
        // A stripped file has functions, and no lines.
        #expect(file.mappings.map(\.has) == [[true, false, false, true]])
    }

    @Test func `A call has its line and its column`() throws {
        let symbol = Symbol(function: "App.f() -> ()", file: "App/A.swift", line: 12, column: 34)
        let frame = Frame(module: "/app", buildID: nil, offset: 9, symbols: [symbol])
        let profile = AllocationProfile([LiveStack(Backtrace(frames: [frame]), objects: 1, bytes: 1)], title: "app")
        let file = try PprofFile(profile.pprofMessage)
        let line = try #require(file.locations.values.first?.lines.first)
        #expect((line.line, line.column) == (12, 34))
        #expect(file.mappings.map(\.has) == [[true, true, true, true]])
    }
}
