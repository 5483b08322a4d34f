import OutliveLogs
import OutliveModel
import Testing

/// The output of Apple's `leaks`, in its forms.
struct LeaksReaderTests {
    static let tree = """
        Process:         Shop [77]
        Path:            /x/Shop.app/Shop
        OS Version:      iPhone OS 18.1 (22B83)
        ----

        leaks Report Version: 4.0
        Process 77: 2000 nodes malloced for 120 KB
        Process 77: 4 leaks for 256 total leaked bytes.

            4 (256 bytes) << TOTAL >>

              2 (96 bytes) ROOT CYCLE: <Cart 0x600002332540> [64]
                 1 (32 bytes) __strong owner + 8 --> ROOT CYCLE: <Owner 0x600002332660> [32]
                    .cart --> CYCLE BACK TO <Cart 0x600002332540> [64]
                    __weak shop --> CYCLE BACK TO <Cart 0x600002332540> [64]
              2 (160 bytes) ROOT LEAK: <Swift.Array<Shop.Item> 0x600002d16940> [96]  item 0
                 1 (64 bytes)  + 8 --> 0x600002d55d70 [64]

        """

    private func read(_ text: String, pieces: Int? = nil) -> LeaksLog {
        var reader = LeaksReader()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces ?? max(bytes.count, 1)) {
            let end = min(start + (pieces ?? bytes.count), bytes.count)
            bytes[start..<end].withUnsafeBytes { reader.read($0) }
        }
        return reader.finish()
    }

    private func words(_ leaked: LeakedBlocks) -> [String] {
        leaked.references.map { reference in
            func type(_ block: Int32) -> String {
                let text = leaked.texts[Int(leaked.blocks[Int(block)].type)]
                return text.isEmpty ? "memory" : text
            }
            return "\(type(reference.source)).\(leaked.texts[Int(reference.name)]) \(type(reference.target))"
        }
    }

    @Test(arguments: [nil, 1, 7, 64])
    func `A tree has blocks, references with names, and totals, in pieces of any size`(pieces: Int?) throws {
        let log = read(Self.tree, pieces: pieces)
        #expect(log.otherLines == 0, "\(log.examples)")
        let leaked = try #require(log.processes.first)
        #expect(log.processes.count == 1 && leaked.process == "Shop" && leaked.processID == 77)
        #expect(leaked.system == "iPhone OS 18.1 (22B83)")
        #expect(leaked.stated?.leaks == 4 && leaked.stated?.bytes == 256 && leaked.count == 4 && leaked.bytes == 256)
        #expect(leaked.blocks.map(\.isRoot) == [true, false, true, false])
        // A weak reference keeps nothing alive.
        #expect(words(leaked) == ["Cart.owner Owner", "Owner.cart Cart", "Swift.Array<Shop.Item>. memory"])
        #expect(!leaked.isPartial)
    }

    @Test func `Times before the lines, colours and lines of other programs do not disturb`() throws {
        let lines = Self.tree.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.flatMap { line in
            ["2026-01-01T17:11:50.1234567Z \u{1B}[0m\(line)\r", "ld: warning: no rpath <here 0x12>"]
        }.joined(separator: "\n")
        let (log, plain) = (read(text), read(Self.tree))
        #expect(log.processes == plain.processes)
        #expect(log.otherLines == lines.count && log.examples.first == "ld: warning: no rpath <here 0x12>")
    }

    @Test func `Each process of a file has its own blocks`() throws {
        let log = read(Self.tree + Self.tree.replacing("77", with: "78").replacing("Shop", with: "Till"))
        #expect(log.processes.map(\.process) == ["Shop", "Till"])
        #expect(log.processes.map(\.count) == [4, 4])
        // The same process again, at another time.
        #expect(read(Self.tree + Self.tree).processes.map(\.count) == [4, 4])
    }

    @Test func `Stacks belong to the roots below them, innermost frame first`() throws {
        let log = read(
            """
            main.exe(14) MallocStackLogging: recording malloc and VM allocation stacks using lite mode
            leaks Report Version: 4.0, multi-line stacks
            Process 14: 226 nodes malloced for 17 KB
            Process 14: 2 leaks for 32 total leaked bytes.

            STACK OF 2 INSTANCES OF 'ROOT LEAK: <malloc in main>':
            2   main.exe                              0x1001bf220 Shop.load(from:) + 16  Load.swift:12
            1   libc++abi.dylib                       0x1aed808b0 operator new(unsigned long) + 32
            0   libsystem_malloc.dylib                0x1aec2ec20 _malloc_zone_malloc + 128
            ====
                1 (16 bytes) ROOT LEAK: <malloc in main 0x12e7040f0> [16]
                1 (16 bytes) ROOT LEAK: <malloc in main 0x12e704100> [16]
            """)
        let leaked = try #require(log.processes.first)
        #expect(log.otherLines == 0, "\(log.examples)")
        #expect(leaked.process == "main.exe" && leaked.blocks.map(\.stack) == [0, 0])
        let symbols = try #require(leaked.stacks.first).flatMap(\.symbols)
        #expect(symbols.map(\.function) == ["_malloc_zone_malloc", "operator new(unsigned long)", "Shop.load(from:)"])
        #expect(symbols.last?.file == "Load.swift" && symbols.last?.line == 12)
    }

    @Test func `The older list has types, sizes and the functions of its stacks`() throws {
        let log = read(
            """
            Process 4:  3 leaks for 80 total leaked bytes.
            Leak: 0x600000010000  size=48  zone: DefaultMallocZone_0x10b7f4000   Cart  ObjC  Shop
            \t0x0ba3a0c8 0x00000001 0x00000000 0x00000000 \t................
            \tCall stack: [thread 0x7fff]: | start | main | Cart.make | malloc
            Leak: 0x600000020000  size=32  zone: DefaultMallocZone_0x10b7f4000
            """)
        let leaked = try #require(log.processes.first)
        #expect(leaked.blocks.map(\.bytes) == [48, 32] && leaked.blocks.allSatisfy(\.isRoot))
        #expect(leaked.texts[Int(leaked.blocks[0].type)] == "Cart" && leaked.blocks[1].type == 0)
        #expect(leaked.stacks.first?.compactMap(\.symbols.first?.function) == ["malloc", "Cart.make", "main", "start"])
        #expect(leaked.isPartial)
    }

    @Test func `Groups count their own blocks, and have cycles by type`() throws {
        let log = read(
            """
            Process 4: 10 leaks for 320 total leaked bytes.
                10 (320 bytes) << TOTAL >>
                  6 (192 bytes) ROOT CYCLE: <Cart> [32]
                     2 (64 bytes) owner --> ROOT CYCLE: <Owner> [32]
                        cart --> CYCLE BACK TO <Cart> [32]
                  4 (128 bytes) ROOT LEAK: <Owner> [32]
            """)
        let leaked = try #require(log.processes.first)
        #expect(leaked.blocks.map(\.count) == [4, 2, 4] && !leaked.isPartial && log.otherLines == 0)
        #expect(words(leaked) == ["Cart.owner Owner", "Owner.cart Cart"])
    }

    @Test func `Roots in other cycles differ, and a line that is not understood has no children`() throws {
        let log = read(
            """
            Process 4: 5 leaks for 160 total leaked bytes.
                  2 (64 bytes) ROOT CYCLE: <Cart 0x1000> [32]
                     1 (32 bytes) _map<Int>.x --> <Owner 0x1040> [32]
                        cart --> CYCLE BACK TO <Cart 0x1000> [32]
                  2 (64 bytes) ROOT CYCLE: <Cart 0x2000> [32]
                     1 (32 bytes) what is this
                        1 (32 bytes) session --> <Session 0x2040> [32]
                  1 (1.00G) ROOT LEAK: <Cart 0x3000> [1073741824]
            """)
        let leaked = try #require(log.processes.first)
        #expect(words(leaked) == ["Cart._map<Int>.x Owner", "Owner.cart Cart"])
        #expect(leaked.blocks.filter { $0.cycle > 0 }.count == 1 && leaked.blocks.last?.bytes == 1_073_741_824)
        #expect(log.otherLines == 1)
    }

    @Test func `Numbers beyond any memory are bounded`() throws {
        let lines = (0..<12).map { "    999999999999999999999 (1 bytes) ROOT LEAK: <T\($0)> [999999999999999999999]" }
        let leaked = try #require(read("Process 4: 1 leak\n" + lines.joined(separator: "\n")).processes.first)
        #expect(leaked.bytes > 1 << 50 && leaked.count > 0)
        let rows = ["9223372036854775807 1 1.0 Cart", "-3 -4 1.0 Cart", "1125899906842624 1 1.0 Cart"]
        let table = read("COUNT BYTES AVG CLASS_NAME\n" + rows[2] + "\n" + rows[2] + "\n" + rows[0]).tables.first
        #expect(table?.rows["Cart"]?.count == 2_251_799_813_685_248)
    }

    @Test func `Allocations of malloc_history add their stacks to the leaks above`() throws {
        let log = read(
            Self.tree + """
                ALLOC 0x600002332540-0x60000233257f [size=64]: thread_1f4a8 |0x1 (dyld) start |0x2 (Shop) Cart.make(for:)  Cart.swift:9 |0x3 (libsystem_malloc.dylib) malloc
                FREE  0x600002332540-0x60000233257f [size=64]: thread_1f4a8 | start
                """)
        let leaked = try #require(log.processes.first)
        let stack = try #require(leaked.stacks.first)
        #expect(leaked.blocks[0].stack == 0 && stack.map(\.module) == ["libsystem_malloc.dylib", "Shop", "dyld"])
        #expect(stack[1].symbols.first?.function == "Cart.make(for:)" && stack[1].symbols.first?.line == 9)
    }

    @Test func `A call tree has the functions of an image that allocate most`() {
        let log = read(
            """
            Call graph:
                120 (9.60K) << TOTAL >>
                + 120 (9.60K) start  (in dyld) + 2544  [0x1aea9be50]
                + ! 100 (8.00K) Cart.make(for:)  (in Shop) + 20  [0x1001bf220]
                + ! : 20 (1.60K) Cart.add(_:)  (in Shop) + 8  [0x1001bf240]
            """)
        #expect(log.otherLines == 0, "\(log.examples)")
        let functions = log.callers.largest(in: "Shop", 5)
        #expect(functions.map(\.name) == ["Cart.make(for:)", "Cart.add(_:)"])
        #expect(functions.map(\.count) == [100, 20] && functions.map(\.bytes) == [8192, 1638])
    }

    @Test func `A table of heap has the objects of each class`() throws {
        let log = read(
            """
            Process:         Shop [12]
            Process 12: 2 zones
            All zones: 41926 nodes malloced - 6668 KB

               COUNT      BYTES       AVG   CLASS_NAME                    TYPE    BINARY
               =====      =====       ===   ==========                    ====    ======
                1234     567890     460.2   non-object
                 100       4.8K      48.0   HomeViewModel                 Swift   Shop
            """)
        #expect(log.otherLines == 0, "\(log.examples)")
        let table = try #require(log.tables.first)
        #expect(table.process == "Shop" && table.rows["HomeViewModel"]?.count == 100)
        #expect(table.rows["HomeViewModel"]?.bytes == 4915 && table.rows["HomeViewModel"]?.binary == "Shop")
    }

    @Test func `Output that was cut is partial`() throws {
        let cut = Self.tree.prefix { $0 != "S" } + Self.tree.components(before: "2 (160 bytes)")
        let log = read(String(cut))
        #expect(log.processes.first?.isPartial == true && log.processes.first?.count == 2)
    }

    @Test func `Text that is no output of leaks has no process`() {
        for text in ["", "\n\n", "Process 12 exited", "{\"a\": 1}", "Test Case '-[A b]' started."] {
            #expect(read(text).processes.isEmpty, "\(text)")
        }
    }

    @Test func `Changed and cut output is read without a fault`() {
        var generator = Seeded(state: 7)
        let bytes = Array(Self.tree.utf8)
        for round in 0..<2_050 {
            var changed = bytes
            if round < 2_000 {
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    let place = Int.random(in: 0..<changed.count, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: changed[place] = UInt8.random(in: 0...255, using: &generator)
                    case 1: changed.remove(at: place)
                    case 2: changed.insert(contentsOf: Array("0xffffffffffffffffff 999999999999 ".utf8), at: place)
                    default: changed.swapAt(place, Int.random(in: 0..<changed.count, using: &generator))
                    }
                }
            } else {
                changed.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
            }
            let log = read(String(decoding: changed, as: UTF8.self))
            for leaked in log.processes {
                let indices = 0..<Int32(leaked.blocks.count)
                #expect(leaked.references.allSatisfy { indices.contains($0.source) && indices.contains($0.target) })
            }
        }
    }
}

private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension String {
    fileprivate func components(before text: String) -> Substring {
        firstRange(of: text).map { self[..<$0.lowerBound] } ?? self[...]
    }
}
