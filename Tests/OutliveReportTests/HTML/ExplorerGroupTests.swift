import OutliveModel
import Testing

@testable import OutliveReport

/// The groups on the page to explore a heap.
@Suite struct ExplorerGroupTests {
    @Test func `Modules, packages and generic types are tables with objects, sizes and shares`() throws {
        var picture = HeapPicture.stores
        picture.groups = [
            .module: [
                SnapshotGroup(name: "App", types: 3, objects: 12_000, bytes: 600, retainedBytes: 800),
                SnapshotGroup(name: "<b>", types: 1, objects: 1, bytes: 100, retainedBytes: 100),
            ],
            .package: [SnapshotGroup(name: "the program", types: 4, objects: 5, bytes: 700, retainedBytes: 1_000)],
        ]
        let page = String(decoding: HeapExplorer(picture).bytes, as: UTF8.self)
        let section = try #require(page.firstMatch(of: #/<section id="groups"[\s\S]*?<\/section>/#)).output
        #expect(section.contains("By module: 2 groups"))
        #expect(section.contains(">12,000<") && section.contains(">800 B<") && section.contains(">80 %<"))
        #expect(section.contains("&lt;b&gt;") && !section.contains("<b>"))
        // A single group says nothing.
        #expect(!section.contains("By package"))
        #expect(!String(decoding: HeapExplorer(.stores).bytes, as: UTF8.self).contains("id=\"groups\""))
    }
}
