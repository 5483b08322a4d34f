import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The flame graph of what changed between two snapshots.
@Suite struct ChangeFlameGraphTests {
    private static let facts = SnapshotFacts(file: "now", processID: 12, executable: "/srv/App", time: 60)
    private static let before = SnapshotFacts(file: "then", processID: 12, executable: "/srv/App", time: 0)

    /// The calls of a picture: name, class and width in per cent.
    private func calls(_ measure: ChangeMeasure, _ picture: HeapPicture = .stores) throws -> [String] {
        let graph = FlameGraph(
            try #require(picture.calls), from: Self.before, to: Self.facts, measure: measure)
        let document = try XMLDocument(data: Data(graph.text.utf8))
        let root = try #require(document.rootElement())
        return try root.elements(forName: "svg").map { call in
            func text(_ name: String) -> String? { call.attributes?.first { $0.name == name }?.stringValue }
            let title = try #require(call.elements(forName: "title").first?.stringValue)
            let percent = try #require(text("width"))
            let width = try #require(Double(percent.dropLast()))
            let kind = try #require(text("class")?.split(separator: " ").last)
            return "\(title.components(separatedBy: "\n")[0]) \(kind) \(Int(width.rounded()))"
        }
    }

    @Test func `The net change is as wide as what grew and shrank together, in two colours`() throws {
        #expect(
            try calls(.net) == [
                "all grown 100", "main() grown 100", "Load.all() grown 75", "Render.all() shrunk 25",
                "Load.part() grown 75",
            ])
    }

    @Test func `New and gone blocks have pictures of their own, in the colours of origins`() throws {
        #expect(
            try calls(.new) == [
                "all unknown 100", "main() program 100", "Load.all() program 100", "Load.part() program 100",
            ])
        #expect(try calls(.gone) == ["all unknown 100", "main() program 100", "Render.all() program 100"])
    }

    @Test func `Changed blocks without a stack are drawn beside the calls`() throws {
        let main = Frame.named(1, "App.main() -> ()", line: 1)
        let tree = CallTree.ofStacks(
            [LiveStack(Backtrace(frames: [main]), objects: 1, bytes: 8), LiveStack(Backtrace(), objects: 1, bytes: 8)])
        var picture = HeapPicture.stores
        picture.calls = PicturedCalls(
            tree: tree, new: tree.totals(ofStacks: [HeapAmount(objects: 1, bytes: 30), HeapAmount()]),
            gone: tree.totals(ofStacks: [HeapAmount(), HeapAmount(objects: 1, bytes: 10)]))
        #expect(try calls(.net, picture) == ["all grown 100", "main() grown 75", "(stack not captured) shrunk 25"])
    }

    @Test func `The head and the titles state what is new, gone and left`() throws {
        let text = FlameGraph(
            try #require(HeapPicture.stores.calls), from: Self.before, to: Self.facts, measure: .net
        ).text
        #expect(
            text.contains(
                "net change of live bytes by allocation stack, callers above callees: net +200 B; new 300 B in 1 block, gone 100 B in 1 block<"
            ))
        #expect(text.contains("App (process 12) at 1970-01-01 00:01:00 UTC, since 1970-01-01 00:00:00 UTC"))
        #expect(text.contains("net -100 B; new 0 B in 0 blocks, gone 100 B in 1 block (25.00%)"))
        #expect(text.contains("net change: more than then"))
    }
}
