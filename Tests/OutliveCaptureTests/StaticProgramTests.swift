#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// Programs that contain the Swift runtime and do not export it: objects are recognised, and types named, by content.
struct StaticProgramTests {
    private static let source = """
        import Glibc
        final class Session {
            let number: Int
            weak var peer: Session?
            var names = ["a"]
            init(_ number: Int) { self.number = number }
        }
        struct Pair<T> { var first: T; var second: T? }
        final class Box<T> { var value: Pair<T>; init(_ value: T) { self.value = Pair(first: value, second: nil) } }
        struct Broken: Error { var session: Session }
        @main struct Main {
            nonisolated(unsafe) static var boxes: [Any] = []
            nonisolated(unsafe) static var handlers: [() -> Int] = []
            nonisolated(unsafe) static var errors: [any Error] = []
            static func main() async {
                for number in 0..<100 {
                    let session = Session(number)
                    boxes.append(Box(session))
                    handlers.append { session.number }
                    errors.append(Broken(session: session))
                }
                let sleeper = Task { try? await Task.sleep(for: .seconds(1000)) }
                print("ready")
                fflush(nil)
                _ = readLine()
                sleeper.cancel()
                print(boxes.count + handlers.count + errors.count)
            }
        }
        """

    @Test
    func `A static executable with the tier linked in takes a census at its end`() async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            final class Session { var names = ["a", "b"] }
            @main struct Main {
                nonisolated(unsafe) static var sessions: [Session] = []
                static func main() { for _ in 0..<1000 { sessions.append(Session()) } }
            }
            """, as: "static.swift")
        let objects = try ["COutliveHeap", "COutliveObjects", "COutlive"].flatMap { module in
            let folder = WatchedProgram.built.appendingPathComponent("\(module).build")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return try #require(files?.allObjects as? [URL]).filter { $0.pathExtension == "o" }.map(\.path)
        }
        // The C library's part that defines `__libc_malloc` defines malloc, too.
        let linking = ["-static-executable", "-Xlinker", "--allow-multiple-definition"]
        let path = try await Toolchain.buildSwift(source, in: folder.url, options: linking + objects)
        let program = try WatchedProgram(arguments: [], executable: path, environment: ["LD_PRELOAD": ""])
        let ending = await program.end()
        #expect(ending.status == 0 && ending.errors == "")
        #expect(try program.hello().controls == SelfCheck(leakFound: true, falseAlarm: false))
        let rows = HeapCensus(try program.finishedSnapshot("exit")).rows
        let sessions = rows.filter { $0.type.description.hasSuffix(".Session") }
        #expect(sessions.reduce(0) { $0 + $1.count } == 1000)
    }

    private struct Inventory: Equatable {
        /// The number of objects by type.
        var objects: [String: Int] = [:]
        /// The properties of types by type.
        var fields: [String: [String]] = [:]

        init(_ snapshot: HeapSnapshot) {
            for node in snapshot.nodes {
                guard let type = snapshot.types[Int(node.type)].type, type.name.contains("program.") else { continue }
                objects[type.name, default: 0] += 1
                fields[type.name] = snapshot.fields(ofType: Int(node.type))
                    .map { "\($0.name) at \($0.offset): \($0.strength) \($0.type)" }
            }
        }
    }

    private static func inventory(of program: String) async throws -> Inventory {
        let program = try WatchedProgram(arguments: [], executable: program, environment: ["OUTLIVE_HEAP_EXIT": "0"])
        await program.isReady()
        let inventory = Inventory(try await program.request(1, graph: true))
        program.endInput()
        let ending = await program.end()
        #expect(ending.output == "ready\n300\n")
        #expect(ending.errors == "")
        return inventory
    }

    @Test
    func `A static standard library, also stripped, makes no difference to objects, types and fields`() async throws {
        let folder = try Folder()
        let file = try folder.write(Self.source, as: "program.swift")
        let name = ["-module-name", "program"]
        let dynamic = try await Self.inventory(of: try await Toolchain.buildSwift(file, in: folder.url, options: name))
        #expect(dynamic.objects["program.Session"] == 100)
        #expect(dynamic.objects["program.Box<program.Session>"] == 100)
        #expect(dynamic.objects["program.Broken"] == 100)
        #expect(
            dynamic.fields["program.Session"] == [
                "number at 16: strong Swift.Int", "peer at 24: weak Swift.Optional<program.Session>",
                "names at 32: strong Swift.Array<Swift.String>",
            ])
        for options in [["-static-stdlib"], ["-static-stdlib", "-Xlinker", "-s"]] {
            let program = try await Toolchain.buildSwift(file, in: folder.url, options: name + options)
            #expect(try await Self.inventory(of: program) == dynamic)
        }
    }
}
#endif
