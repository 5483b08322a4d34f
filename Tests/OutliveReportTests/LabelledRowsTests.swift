import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveReport

@Suite struct LabelledRowsTests {
    private static let rows = ["Warehouse.Record<Warehouse.Order, Warehouse.Aisle>", "Warehouse.Node"].map {
        AllocationRow(amounts: "1  ", name: $0, place: "Store.swift:88", isOfType: true)
    }

    private static func lines(
        width: Int, of rows: [AllocationRow] = rows, heads: String = "n  ", isScreen: Bool = false
    ) -> [String] {
        var page = TextPage(style: TextStyle(width: width))
        page.isScreen = isScreen
        page.write(rows, heads: heads, names: ("type", "at"))
        return page.lines
    }

    @Test func `Names of types are whole where all fit, and labels where one does not`() {
        #expect(
            Self.lines(width: 120) == [
                "  n  type                                                at",
                "  1  Warehouse.Record<Warehouse.Order, Warehouse.Aisle>  Store.swift:88",
                "  1  Warehouse.Node                                      Store.swift:88",
            ])
        #expect(
            Self.lines(width: 60) == [
                "  n  type                  at", "  1  Record<Order, Aisle>  Store.swift:88",
                "  1  Node                  Store.swift:88",
            ])
    }

    @Test func `On a narrow terminal a place has a line of its own, and without places names have the whole line`() {
        let heads = "a long head  "
        let lines = [
            "  a long head  type", "  1  Record<Order, Aisle>", "      Store.swift:88", "  1  Node",
            "      Store.swift:88",
        ]
        #expect(Self.lines(width: 40, heads: heads) == lines)
        #expect(
            Self.lines(width: 40, heads: heads, isScreen: true) == lines.filter { !$0.contains("Store.swift") })
        let groups = [AllocationRow(amounts: "1  ", name: "blocks that are not Swift objects")]
        #expect(Self.lines(width: 40, of: groups) == ["  n  type", "  1  blocks that are not Swift objects"])
    }

    @Test func `Two types of one name keep what distinguishes them`() {
        let types = ["NIOCore.ByteBuffer._Storage", "NIOHTTP1.HTTPRequestHead._Storage"]
        var page = TextPage(style: TextStyle(width: 50))
        page.writeBrief(
            types.map {
                TypeTraces(type: HeapType(name: $0, kind: .object), objects: 96, bytes: 960, traces: []).finding
            })
        #expect(Set(page.lines).count == 2, "\(page.lines)")
        #expect(page.lines.allSatisfy { $0.contains("NIO") }, "\(page.lines)")
    }

    @Test(arguments: [(0, "0"), (9_999, "9999"), (10_000, "10,000"), (-1_063_561, "-1,063,561"), (999_999, "999,999")])
    func `Thousands are set apart from five digits on`(number: Int, text: String) {
        #expect(grouped(number) == text)
    }
}
