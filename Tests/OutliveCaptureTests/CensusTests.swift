#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// The census of a program that makes ten objects of each kind.
struct CensusTests {
    private static func kinds() async throws -> HeapCensus {
        let program = try WatchedProgram("kinds")
        let ending = await program.end()
        #expect(ending.status == 0)
        #expect(ending.output == "true\n")
        return HeapCensus(try program.finishedSnapshot("request-1"))
    }

    @Test
    func `Objects of every kind are counted under the name of their type`() async throws {
        let census = try await Self.kinds()
        let counts = Dictionary(
            census.rows.filter { $0.state == .alive }.map { ($0.type.description, $0.count) }, uniquingKeysWith: +)
        for name in [
            "heap_fixture.Plain", "heap_fixture.Generic<Swift.Int>", "heap_fixture.Generic<Swift.String>",
            "heap_fixture.Outer.Nested", "heap_fixture.Hidden", "heap_fixture.Worker",
            "closure (Swift.String, heap_fixture.Plain)", "closure (Swift.Float)", "box of heap_fixture.Wide",
            "Swift._ContiguousArrayStorage<Swift.AnyObject>", "Swift._ContiguousArrayStorage<heap_fixture.Part>",
            "Swift._DictionaryStorage<Swift.Int, Swift.Float>",
            "Swift._SetStorage<Swift.UInt8>", "error heap_fixture.Failure", "heap_fixture.Follower",
        ] {
            #expect(counts[name] == 10, "\(name)")
        }
        // Some are the runtime's own.
        #expect(counts["Swift.__StringStorage", default: 0] >= 10)
        #expect(counts["Swift.Task", default: 0] >= 10)
        #expect(!census.isIncomplete)
        #expect(census.rawBlocks > 0)
    }

    @Test
    func `Deinitialised objects that unowned references keep are counted apart`() async throws {
        let census = try await Self.kinds()
        let rows = census.rows.filter { $0.type.name == "heap_fixture.Followed" }
        #expect(rows.map(\.count) == [10])
        #expect(rows.map(\.state) == [.deinitialised])
        // Of the runtime's own there may be more for a moment.
        #expect(census.deinitialised == census.rows.filter { $0.state == .deinitialised }.map(\.count).reduce(0, +))
    }

    @Test
    func `Rows have the stack that their objects were allocated on`() async throws {
        let census = try await Self.kinds()
        let row = try #require(census.rows.first { $0.type.name == "heap_fixture.Plain" })
        let stack = census.stacks[try #require(row.stack)]
        #expect(stack.frames.first?.module.hasSuffix("/heap-fixture") == true)
        #expect(stack.frames.count <= 16)
    }

    @Test
    func `Without frames there are objects and no stacks`() async throws {
        let program = try WatchedProgram("kinds", environment: ["OUTLIVE_HEAP_FRAMES": "0"])
        #expect(await program.end().status == 0)
        let census = HeapCensus(try program.finishedSnapshot("request-1"))
        #expect(census.stacks.isEmpty)
        #expect(census.rows.first { $0.type.name == "heap_fixture.Plain" }?.count == 10)
    }

    @Test
    func `A census that ends a cycle belongs to it, and has nothing of the next one`() async throws {
        let program = try WatchedProgram("cycles")
        #expect(await program.end().output == "done\n")
        let censuses = try (1...4).map { HeapCensus(try program.finishedSnapshot("request-\($0)")) }
        #expect(censuses.map(\.cycle) == [0, 1, 2, 3])
        for (number, census) in censuses.enumerated() {
            #expect(census.rows.allSatisfy { $0.birth <= number })
            let births = census.rows.filter { $0.type.name == "heap_fixture.Generic<Swift.Int>" }.map(\.birth)
            #expect(births.sorted() == Array([1, 2].prefix(number)))
            #expect(census.rows.filter { $0.type.name == "heap_fixture.Plain" }.map(\.birth) == [0])
        }
    }

    @Test
    func `A name that is too long is cut between characters`() async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            struct 日本語<A, B> { var a: A }
            typealias A = 日本語<Int, Int>; typealias B = 日本語<A, A>; typealias C = 日本語<B, B>
            typealias D = 日本語<C, C>; typealias E = 日本語<D, D>; typealias F = 日本語<E, E>
            typealias G = 日本語<F, F>; typealias H = 日本語<G, G>; typealias I = 日本語<H, H>
            final class Box<T> { var value: T?; init() {} }
            @main struct Main {
                static let boxes: [AnyObject] = [Box<I>(), Box<(UInt8, I)>(), Box<[I]>(), Box<(Int, I)>()]
                static func main() { print(boxes.count) }
            }
            """, as: "names.swift")
        let program = try WatchedProgram(
            arguments: [], executable: try await Toolchain.buildSwift(source, in: folder.url))
        #expect(await program.end().output == "4\n")
        let names = HeapCensus(try program.finishedSnapshot("exit")).rows.map(\.type.name)
            .filter { $0.contains("Box<") && $0.utf8.count > 8000 }
        #expect(names.count == 4)
        #expect(names.allSatisfy { $0.hasSuffix("...") && !$0.contains("?") && $0.utf8.count <= 8192 })
    }
}
#endif
