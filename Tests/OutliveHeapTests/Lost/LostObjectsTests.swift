import OutliveModel
import Testing

@testable import OutliveHeap

/// The objects of a heap that nothing can reach.
@Suite struct LostObjectsTests {
    private func lost(_ text: String) throws -> LostObjects {
        let sketch = HeapSketch(text)
        return LostObjects(in: AnalysedSnapshot(try sketch.snapshot, names: sketch))
    }

    private func types(_ text: String) throws -> [String] { try lost(text).findings.map(\.key.type).sorted() }

    @Test func `A cycle and an object without a holder are lost, and what something keeps is not`() throws {
        let found = try types(
            """
            global static App.Store.shared : App.Store => store
            store = App.Store
              note: App.Note => note
            note = App.Note
            one = App.Session
              other: App.Owner => two
            two = App.Owner
              session: App.Session => one
            alone = App.Image
            """)
        #expect(found == ["App.Image", "App.Owner", "App.Session"])
    }

    @Test func `What a lost object of a test framework keeps is not lost, but a cycle in it is`() throws {
        let found = try types(
            """
            run = XCTest.XCTestCaseRun
              test: App.CartTests => test
            test = App.CartTests
              run: XCTest.XCTestCaseRun => run
              cart: App.Cart => cart
              screen: App.Screen => screen
            cart = App.Cart
            screen = App.Screen
              row: App.Row => row
            row = App.Row
              screen: App.Screen => screen
            """)
        #expect(found == ["App.Row", "App.Screen"])
    }

    @Test func `Objects of two lines are two findings, each with the nodes of its line`() throws {
        let found = try lost(
            """
            a = App.Note in App.Tests.one() -> () at Tests.swift:7
              self: App.Note => a
            b = App.Note in App.Tests.one() -> () at Tests.swift:7
              self: App.Note => b
            c = App.Note in App.Tests.two() -> () at Tests.swift:9
              self: App.Note => c
            """)
        #expect(found.findings.map(\.key.site.line) == [7, 9])
        #expect(found.findings.map(\.count) == [2, 1])
        #expect(found.snapshot.nodes.map(\.birth).sorted() == [1, 1, 2])
    }

    @Test func `Raw memory and what it keeps are not lost for sure, as a library may have a hidden pointer`() throws {
        let found = try types(
            """
            mine = raw in App.Tests.one() -> () at Tests.swift:7
              word => note
            note = App.Note
            """)
        #expect(found.isEmpty)
    }
}
