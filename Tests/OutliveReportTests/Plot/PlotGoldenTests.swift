import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

/// The plots, byte by byte: the files in `Golden/Plot`; with `OUTLIVE_RECORD_GOLDEN=1` they are written anew.
@Suite struct PlotGoldenTests {
    @Test(arguments: [
        "measured.distribution", "summary.distribution", "measured.soak", "measured.heat", "merged.shards",
    ])
    func `A plot equals its golden file`(name: String) throws {
        let figure =
            switch name {
            case "measured.distribution": DistributionPlot(.measured)?.figure
            case "summary.distribution": DistributionPlot(.differing)?.figure
            case "measured.soak": SoakPlot(.measured)?.figure
            case "measured.heat": SurvivorHeatMap(.measured)?.figure
            default: ShardPlot(.ranOnFiveMachines)?.figure
            }
        let text = try #require(figure).html
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/Plot/\(name).html")
        if ProcessInfo.processInfo.environment["OUTLIVE_RECORD_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        // The first line that differs says more than two whole texts.
        for (line, expected) in zip(text.split(separator: "\n"), golden.split(separator: "\n")) {
            #expect(line == expected)
        }
        #expect(text == golden)
    }
}
