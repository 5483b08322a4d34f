package import OutliveModel
internal import OutliveSupport
internal import OutliveWire

/// Returns the figures in payloads of MetricKit: one as `jsonRepresentation()` gives it, or an array of them.
///
/// Fields that are missing are left out; the documentation of `MXMetricPayload` and `MXDiagnosticPayload` has them all.
///
/// - Throws: An error if the JSON is not valid, or is no payload.
package func fleetFigures(json: [UInt8]) throws -> [FleetFigures] {
    let checked = try CheckedJSON(json)
    let isArray = json.first { !$0.isBlank && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "[")
    let payloads = isArray ? try checked.decode([MetricPayload].self) : [try checked.decode(MetricPayload.self)]
    return try payloads.flatMap { payload in
        guard payload.isKnown else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "it has no field of a payload of MetricKit"))
        }
        return payload.figures
    }
}

/// A payload of metrics or of diagnostics.
private struct MetricPayload: Decodable {
    struct MetaData: Decodable {
        var osVersion: String?
        var appVersion: String?
        var hangDuration: Quantity?
    }

    struct Memory: Decodable {
        struct Average: Decodable {
            var averageValue: Quantity?
            var sampleCount: Int?
        }
        var peakMemoryUsage: Quantity?
        var averageSuspendedMemory: Average?
    }

    struct Exits: Decodable {
        var foregroundExitData: [String: Int]?
        var backgroundExitData: [String: Int]?
    }

    struct Responsiveness: Decodable {
        struct Histogram: Decodable { var histogramValue: [String: Bucket]? }
        struct Bucket: Decodable {
            var bucketCount: Int?
            var bucketEnd: Quantity?
        }
        var histogrammedAppHangTime: Histogram?
    }

    struct Diagnostic: Decodable { var diagnosticMetaData: MetaData? }

    var appVersion: String?
    var metaData: MetaData?
    var memoryMetrics: Memory?
    var applicationExitMetrics: Exits?
    var applicationResponsivenessMetrics: Responsiveness?
    var hangDiagnostics: [Diagnostic]?

    /// `true` if it has a field of a payload, whatever it reports.
    var isKnown: Bool {
        appVersion != nil || metaData != nil || memoryMetrics != nil || applicationExitMetrics != nil
            || applicationResponsivenessMetrics != nil || hangDiagnostics != nil
    }

    var figures: [FleetFigures] {
        var found = (hangDiagnostics ?? []).map { diagnostic in
            var figures = FleetFigures(version(diagnostic.diagnosticMetaData))
            figures.hangReports = 1
            figures.longestHang = diagnostic.diagnosticMetaData?.hangDuration?.seconds
            return figures
        }
        if memoryMetrics != nil || applicationExitMetrics != nil || applicationResponsivenessMetrics != nil
            || hangDiagnostics == nil
        {
            found.append(metrics)
        }
        return found
    }

    private func version(_ data: MetaData?) -> FleetFigures.Version {
        FleetFigures.Version(
            app: data?.appVersion ?? appVersion ?? "unknown",
            system: data?.osVersion ?? metaData?.osVersion ?? "unknown")
    }

    private var metrics: FleetFigures {
        var figures = FleetFigures(version(metaData))
        figures.payloads = 1
        figures.foreground = Self.exits(applicationExitMetrics?.foregroundExitData)
        figures.background = Self.exits(applicationExitMetrics?.backgroundExitData)
        figures.peakMemory = memoryMetrics?.peakMemoryUsage?.bytes
        if let average = memoryMetrics?.averageSuspendedMemory, let bytes = average.averageValue?.bytes {
            figures.addSuspended(bytes: bytes, samples: average.sampleCount ?? 1)
        }
        let buckets = (applicationResponsivenessMetrics?.histogrammedAppHangTime?.histogramValue ?? [:]).values
        for bucket in buckets where bucket.bucketCount ?? 0 > 0 {
            figures.hangs = min(figures.hangs, Int.max / 2) + min(bucket.bucketCount ?? 0, Int.max / 2)
            figures.longestHang = [figures.longestHang, bucket.bucketEnd?.seconds].compactMap(\.self).max()
        }
        return figures
    }

    private static func exits(_ counts: [String: Int]?) -> FleetFigures.Exits {
        (counts ?? [:]).reduce(into: FleetFigures.Exits()) { exits, count in
            let number = min(max(count.value, 0), 1 << 40)
            exits.all = boundedSum(exits.all, number)
            if count.key.contains("Memory") { exits.ofMemory = boundedSum(exits.ofMemory, number) }
        }
    }
}

/// A measurement as MetricKit writes it: `200,000 kB`, `20 sec`, or a number in bytes or seconds.
private struct Quantity: Decodable {
    private var value: Double
    private var unit: Substring

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            (value, unit) = (number, "")
            return
        }
        let text = try container.decode(String.self)
        let digits = text.prefix { $0.isNumber || $0 == "," || $0 == "." || $0 == " " || $0 == "\u{A0}" }
        guard let number = Double(digits.filter { $0.isNumber || $0 == "." }), number.isFinite else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a number with a unit, such as '200,000 kB'")
        }
        (value, unit) = (number, text[digits.endIndex...])
    }

    /// The value in bytes; units are decimal, as MetricKit's are.
    var bytes: Int? { scaled(["": 1, "B": 1, "bytes": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9]).map { Int($0) } }

    var seconds: Double? { scaled(["": 1, "sec": 1, "s": 1, "ms": 1e-3, "min": 60, "hr": 3600]) }

    private func scaled(_ units: [Substring: Double]) -> Double? {
        units[unit].map { value * $0 }.flatMap { (0..<1e15).contains($0) ? $0 : nil }
    }
}
