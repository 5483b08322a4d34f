internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The allocations of a unit of work, by site, and what was alive at the peak.
    var allocations: PageSection? {
        guard let all = report.allocations, let first = all.first else { return nil }
        let heading =
            all.count > 1 ? "Allocations" : "Allocations: \(first.blocks.text) per \(first.unit.rawValue)"
        return PageSection("allocations", "Allocations", heading: heading) {
            if report.isOfTests {
                testTable(all)
            } else {
                for figures in all {
                    if let arm = figures.arm { HTMLNode.tag("h3") { arm.rawValue } }
                    for line in figures.lines { HTMLNode.tag("p") { line } }
                    siteTable(figures)
                    peakTable(figures)
                }
                for comparison in report.allocationsBetweenArms { comparison.node() }
            }
        }
    }

    private func testTable(_ all: [AllocationFigures]) -> HTMLNode {
        HTMLTable(
            label: "Allocations by test",
            columns: [.text("Test"), .number("Allocations"), .number("Bytes"), .number("Temporary")], noun: "test"
        ).node(all) { figures in
            [
                .text(figures.test?.name ?? AllocationFigures.besideTests), .text(figures.blocks.text),
                .text(bytesText(figures.bytes.median)), .text(figures.temporary.text),
            ]
        }
    }

    private func siteTable(_ figures: AllocationFigures) -> HTMLNode {
        HTMLTable(
            label: "Allocations by site",
            columns: [
                .text("Allocated at"), .prose("Type and function"), .number("Allocations"), .number("Bytes"),
                .number("Temporary"),
            ], noun: "site"
        ).node(figures.sites.merged) { site in
            [
                .code(site.stack.place, class: "place"), .prose(site.stack.function(allocating: site.type), limit: 400),
                .text(site.blocks.text), .text(bytesText(site.bytes.median)), .text(site.temporary.text),
            ]
        }
    }

    @HTMLBuilder private func peakTable(_ figures: AllocationFigures) -> [HTMLNode] {
        if !figures.peak.isEmpty {
            HTMLNode.tag("h3") { "At the peak: \(bytesText(figures.peakBytes))" }
            HTMLTable(
                label: "Alive at the peak",
                columns: [.text("Allocated at"), .prose("Type and function"), .number("Blocks"), .number("Bytes")],
                noun: "site"
            ).node(figures.peak.merged) { site in
                [
                    .code(site.stack.place, class: "place"),
                    .prose(site.stack.function(allocating: site.type), limit: 400),
                    .text(grouped(site.amount.objects)), .text(bytesText(site.amount.bytes)),
                ]
            }
        }
    }
}
