import OutliveModel
import Testing

@testable import OutliveReport

/// The plots, byte by byte: the files in `Golden/Plot`.
@Suite struct PlotGoldenTests {
    @Test(arguments: PlotGolden.all.map(\.name))
    func `A plot equals its golden file`(name: String) throws {
        let plot = try #require(PlotGolden.all.first { $0.name == name })
        try GoldenFile(path: "Plot/\(name).html").expect(#require(plot.text))
    }

    @Test func `A page with a plot that has a golden file has its name in its own`() throws {
        let page = HTMLGolden.essence(of: try Report.clean.page())
        #expect(page.contains("<figure>clean.soak</figure>"))
        #expect(!page.contains("plot-soak-resetSeconds-title"))
    }
}

/// A plot with a golden file of its own.
struct PlotGolden {
    var name: String
    /// The plot as pages show it, or `nil` if there is none.
    var text: String?

    static let all = [
        PlotGolden("measured.distribution", Presentation(.measured).distributionPlot),
        PlotGolden("summary.distribution", Presentation(.differing).distributionPlot),
        PlotGolden("clean.distribution", Presentation(.clean).distributionPlot),
        PlotGolden("measured.samples", Presentation(.measured).samplePlot),
        PlotGolden("arms.samples", Presentation(.arms).samplePlot),
        PlotGolden("fleet.history", FleetHistory.fleet.figure),
        PlotGolden("merged.history", FleetHistory(Presentation(.merged).causes, in: Report.merged.shards)?.figure),
        PlotGolden("measured.soak", Presentation(.measured).soakPlot),
        PlotGolden("clean.soak", Presentation(.clean).soakPlot),
        PlotGolden("measured.heat", SurvivorHeatMap(.measured)?.figure),
        PlotGolden("merged.shards", Presentation(.ranOnFiveMachines).shardPlot),
    ]

    private init(_ name: String, _ figure: HTMLNode?) {
        self.name = name
        text = figure?.html
    }
}
