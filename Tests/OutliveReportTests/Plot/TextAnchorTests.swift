import Testing

@testable import OutliveReport

struct TextAnchorTests {
    /// The horizontal extent of a text, in CSS pixels.
    private struct Extent {
        let text: String
        let start, end: Double

        init?(_ element: HTMLNode, in page: Page) {
            guard case .element("text", let attributes, let content) = element, case .text(let text)? = content.first
            else { return nil }
            let values = Dictionary(attributes.map { ($0.name, $0.value) }) { $1 }
            guard page.kinds.contains(values["class"] ?? ""), let share = Double(values["x"]?.dropLast() ?? ""),
                let anchor = values["text-anchor"].flatMap(TextAnchor.init)
            else { return nil }
            self.text = text
            start = share / 100 * page.plot - TextAnchor.width(of: text) * anchor.share
            end = start + TextAnchor.width(of: text)
        }

        static func all(in node: HTMLNode, on page: Page) -> [Extent] {
            switch node {
            case .element(_, _, let content):
                [Extent(node, in: page)].compactMap(\.self) + content.flatMap { all(in: $0, on: page) }
            case .group(let content): content.flatMap { all(in: $0, on: page) }
            default: []
            }
        }
    }

    /// The width of the plots of a page, and the texts shown in them.
    enum Page: CaseIterable {
        case narrow, wide

        var plot: Double { self == .narrow ? TextAnchor.narrowPlot : TextAnchor.widePlot }
        var kinds: [String] { ["plot-tick", self == .narrow ? "plot-tick plot-narrow" : "plot-tick plot-wide"] }
    }

    @Test(arguments: Page.allCases, 0..<4)
    func `The labels of an axis stay within it, and do not overlap`(on page: Page, seed: Int) {
        var random = Random(state: UInt64(seed))
        for _ in 0..<500 {
            let ratios = (0..<3).map { _ in Double.random(in: 0.01...1, using: &random) }
                .map { Bool.random(using: &random) ? 1 / $0 : $0 }
            let axis = PlotAxis(ratios: ratios)
            let node = axis.nodes(TickLabels(ratios: axis.ticks), title: "times", top: 0, bottom: 10)
            let labels = Extent.all(in: node, on: page)
            #expect(!labels.isEmpty, "\(ratios)")
            for label in labels {
                #expect(label.start >= -0.1 && label.end <= page.plot + 0.1, "\(label) of \(ratios)")
            }
            for (label, next) in zip(labels, labels.dropFirst()) {
                #expect(next.start > label.end, "\(label) and \(next) of \(ratios)")
            }
        }
    }
}
