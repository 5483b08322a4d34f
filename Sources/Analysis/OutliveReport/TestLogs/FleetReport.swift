package import OutliveModel
internal import OutliveSupport

/// An output format of `outlive metric-kit`, by its name on the command line.
package enum FleetFormat: String, CaseIterable, Sendable {
    case text
    /// A JSON object for each version.
    case ndjson
    case openmetrics

    /// Returns the figures in this format, in the order of the versions.
    package func bytes(for all: [FleetFigures], style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        case .text: TextPage.bytes(style) { $0.write(all) }
        case .ndjson: try jsonLines(all.map(FleetRow.init))
        case .openmetrics: OpenMetrics(all).bytes
        }
    }
}

/// A line of NDJSON.
private struct FleetRow: Encodable {
    var appVersion, osVersion: String
    var payloads, foregroundMemoryExits, foregroundExits, backgroundMemoryExits, backgroundExits: Int
    var peakMemoryBytes, suspendedMemoryBytes: Int?
    var hangs, hangReports: Int
    var longestHangSeconds: Double?

    init(_ figures: FleetFigures) {
        (appVersion, osVersion) = (figures.version.app, figures.version.system)
        payloads = figures.payloads
        (foregroundMemoryExits, foregroundExits) = (figures.foreground.ofMemory, figures.foreground.all)
        (backgroundMemoryExits, backgroundExits) = (figures.background.ofMemory, figures.background.all)
        (peakMemoryBytes, suspendedMemoryBytes) = (figures.peakMemory, figures.suspendedMemory)
        (hangs, hangReports, longestHangSeconds) = (figures.hangs, figures.hangReports, figures.longestHang)
    }
}

extension OpenMetrics {
    fileprivate init(_ all: [FleetFigures]) {
        self.init()
        func samples(_ value: (FleetFigures) -> Double?) -> [Sample] {
            all.compactMap { figures in
                value(figures).map { Sample($0, labels: ["app": figures.version.app, "os": figures.version.system]) }
            }
        }
        func exits(_ count: (FleetFigures.Exits) -> Int) -> [Sample] {
            all.flatMap { figures in
                [("foreground", figures.foreground), ("background", figures.background)].map { state, exits in
                    Sample(
                        Double(count(exits)),
                        labels: ["app": figures.version.app, "os": figures.version.system, "state": state])
                }
            }
        }
        add("outlive_app_payloads", help: "Payloads of MetricKit with metrics.", samples { Double($0.payloads) })
        add("outlive_app_memory_exits", help: "Exits because of memory.", exits(\.ofMemory))
        add("outlive_app_exits", help: "Exits of all kinds.", exits(\.all))
        add(
            "outlive_app_peak_memory_bytes", help: "The largest use of memory.",
            samples { $0.peakMemory.map(Double.init) })
        add(
            "outlive_app_suspended_memory_bytes", help: "The mean use of memory while suspended.",
            samples { $0.suspendedMemory.map(Double.init) })
        add("outlive_app_hangs", help: "Hangs in metrics.", samples { Double($0.hangs) })
        add("outlive_app_hang_reports", help: "Reports on single hangs.", samples { Double($0.hangReports) })
        add("outlive_app_longest_hang_seconds", help: "The longest hang.", samples(\.longestHang))
    }
}

extension TextPage {
    fileprivate mutating func write(_ all: [FleetFigures]) {
        for figures in all {
            paragraph("\(oneLine(figures.version.app)) on \(oneLine(figures.version.system))", indent: 0)
            func exits(_ exits: FleetFigures.Exits) -> String { "\(exits.ofMemory) of \(exits.all)" }
            field("payloads", "\(figures.payloads)")
            field(
                "for memory",
                "\(exits(figures.foreground)) exits in the foreground, \(exits(figures.background)) in the background")
            field("peak memory", figures.peakMemory.map { bytesText($0) } ?? "unknown")
            field("suspended", figures.suspendedMemory.map { bytesText($0) } ?? "unknown")
            let longest = figures.longestHang.map { ", the longest of \(fixed($0, digits: 1)) s" } ?? ""
            field("hangs", "\(figures.hangs), \(counted(figures.hangReports, "report"))\(longest)")
        }
    }
}
