import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveReport

@Suite struct LabelledRowsTests {
    private static let rows = ["Warehouse.Record<Warehouse.Order, Warehouse.Aisle>", "Warehouse.Node"].map {
        AllocationRow(amounts: "1  ", name: $0, place: "Store.swift:88", isOfType: true)
    }

    private static func lines(width: Int) -> [String] {
        var page = TextPage(style: TextStyle(width: width))
        page.write(rows, heads: "n  ", names: ("type", "at"))
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

    @Test(arguments: [(0, "0"), (9_999, "9999"), (10_000, "10,000"), (-1_063_561, "-1,063,561"), (999_999, "999,999")])
    func `Thousands are set apart from five digits on`(number: Int, text: String) {
        #expect(grouped(number) == text)
    }
}
