internal import Foundation
internal import FoundationNetworking
internal import Outlive
internal import OutliveTestSupport
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

/// `GET /metrics`, read by Prometheus itself.
@Suite(.timeLimit(.minutes(5)))
struct PrometheusTests {
    private static let prometheus = ["/usr/bin/prometheus", "/usr/local/bin/prometheus"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: prometheus != nil, "prometheus is not installed (apt-get install prometheus)"))
    func `Prometheus scrapes the figures with the token of the launch, and nothing without it`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "outlive-prometheus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await Service.run { service in
            let target = try #require(URL(string: service.url)?.port)
            let settings = folder.appending(path: "prometheus.yml")
            try """
            global: {scrape_interval: 500ms}
            scrape_configs:
            - job_name: app
              authorization: {credentials: \(Service.token)}
              static_configs: [{targets: ['127.0.0.1:\(target)']}]
            - job_name: stranger
              static_configs: [{targets: ['127.0.0.1:\(target)']}]
            """.write(to: settings, atomically: true, encoding: .utf8)
            // The server finds a free port itself and prints it.
            let log = folder.appending(path: "log")
            _ = FileManager.default.createFile(atPath: log.path, contents: nil)
            let server = Process()
            server.executableURL = URL(filePath: try #require(Self.prometheus))
            server.arguments = [
                "--config.file=\(settings.path)", "--storage.tsdb.path=\(folder.path)/data",
                "--web.listen-address=127.0.0.1:0",
            ]
            server.standardError = try FileHandle(forWritingTo: log)
            server.standardOutput = FileHandle.nullDevice
            try server.run()
            defer {
                server.terminate()
                server.waitUntilExit()
            }
            var address = ""
            try await eventually("prometheus does not listen") {
                let text = try String(contentsOf: log, encoding: .utf8)
                let listening = text.split(separator: "\n").first { $0.contains("Listening on") }
                address = listening?.firstMatch(of: #/address=\W*(127\.0\.0\.1:\d+)/#).map { String($0.output.1) } ?? ""
                return !address.isEmpty
            }
            func query(_ expression: String) throws -> String {
                var parts = try #require(URLComponents(string: "http://\(address)/api/v1/query"))
                parts.queryItems = [URLQueryItem(name: "query", value: expression)]
                return try String(contentsOf: try #require(parts.url), encoding: .utf8)
            }
            try await eventually("prometheus has not scraped") {
                let figures = (try? query("outlive_usable{job=\"app\"}")) ?? ""
                let refused = (try? query("up{job=\"stranger\"}")) ?? ""
                return figures.contains(#/"value":\[[0-9.]+,"1"\]/#) && refused.contains(#/"value":\[[0-9.]+,"0"\]/#)
            }
            // The format is read to its end, and no sample is refused.
            let samples = try query("scrape_samples_scraped{job=\"app\"} == scrape_samples_post_metric_relabeling")
            #expect(samples.contains("\"job\":\"app\""), "\(samples)")
            #expect(!(try query("outlive_usable{job=\"stranger\"}").contains("\"value\"")))
        }
    }
}
