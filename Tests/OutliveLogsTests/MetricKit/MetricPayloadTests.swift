import OutliveLogs
import OutliveModel
import Testing

/// The payloads of MetricKit.
struct MetricPayloadTests {
    private static let metrics = """
        {
          "appVersion": "2.3", "timeStampBegin": "2026-01-01 00:00:00 +0000",
          "metaData": {"appBuildVersion": "12", "osVersion": "iPhone OS 18.1 (22B83)", "deviceType": "iPhone16,1"},
          "memoryMetrics": {
            "peakMemoryUsage": "200,000 kB",
            "averageSuspendedMemory": {"averageValue": "100,000 kB", "standardDeviation": 0, "sampleCount": 500}
          },
          "applicationExitMetrics": {
            "foregroundExitData": {"cumulativeNormalAppExitCount": 5, "cumulativeMemoryResourceLimitExitCount": 2},
            "backgroundExitData": {"cumulativeMemoryPressureExitCount": 3, "cumulativeAppWatchdogExitCount": 1}
          },
          "applicationResponsivenessMetrics": {
            "histogrammedAppHangTime": {
              "histogramNumBuckets": 2,
              "histogramValue": {
                "0": {"bucketCount": 50, "bucketStart": "0 ms", "bucketEnd": "100 ms"},
                "1": {"bucketCount": 1, "bucketStart": "100 ms", "bucketEnd": "1,500 ms"}
              }
            }
          }
        }
        """

    private func figures(_ text: String) throws -> [FleetFigures] { try fleetFigures(json: Array(text.utf8)) }

    @Test func `A payload has exits, memory and hangs of its versions`() throws {
        let found = try #require(try figures(Self.metrics).first)
        #expect(found.version == FleetFigures.Version(app: "2.3", system: "iPhone OS 18.1 (22B83)"))
        #expect(found.foreground == FleetFigures.Exits(ofMemory: 2, all: 7))
        #expect(found.background == FleetFigures.Exits(ofMemory: 3, all: 4))
        #expect(found.peakMemory == 200_000_000 && found.suspendedMemory == 100_000_000)
        #expect(found.hangs == 51 && found.longestHang == 1.5)
    }

    @Test func `Figures of several payloads are added, the largest taken, means weighted`() throws {
        let other = Self.metrics.replacing("200,000 kB", with: "0.3 GB").replacing("100,000 kB", with: "40 MB")
            .replacing("\"sampleCount\": 500", with: "\"sampleCount\": 1500")
        let all = try figures("[\(Self.metrics), \(other)]")
        let sum = all.reduce(into: FleetFigures(all[0].version)) { $0.add($1) }
        #expect(sum.payloads == 2 && sum.background.ofMemory == 6)
        #expect(sum.peakMemory == 300_000_000 && sum.suspendedMemory == 55_000_000)
    }

    @Test func `Diagnostics count hangs, by their own versions`() throws {
        let found = try figures(
            """
            {"hangDiagnostics": [{"diagnosticMetaData": {"appVersion": "2.4", "osVersion": "iPhone OS 26.3", "hangDuration": "20 sec"},
              "callStackTree": {}}]}
            """)
        #expect(found.map(\.version) == [FleetFigures.Version(app: "2.4", system: "iPhone OS 26.3")])
        #expect(
            found.first?.hangReports == 1 && found.first?.hangs == 0 && found.first?.longestHang == 20
                && found.first?.payloads == 0)
    }

    @Test func `Values beyond any memory are left out`() throws {
        for value in ["-1e300", "1e300", "\"-5 kB\""] {
            let found = try? figures("{\"memoryMetrics\": {\"peakMemoryUsage\": \(value)}}")
            #expect(found?.first?.peakMemory == nil)
        }
    }

    @Test(arguments: ["", "7", "[7]", "{", "{}", "{\"memoryMetrics\": {\"peakMemoryUsage\": \"much\"}}"])
    func `What is no payload is refused`(text: String) {
        #expect(throws: (any Error).self) { try figures(text) }
    }
}
