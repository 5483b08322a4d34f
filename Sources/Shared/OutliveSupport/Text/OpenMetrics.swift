/// Figures in the text format of OpenMetrics 1.0, which Prometheus reads.
package struct OpenMetrics: Sendable {
    /// The media type of the text.
    package static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

    package enum Kind: String, Sendable {
        /// A figure that may fall.
        case gauge
        /// A figure that only rises while the process runs. Its samples end in `_total`.
        case counter
    }

    /// A figure with its labels.
    package struct Sample: Sendable {
        package var labels: [(name: String, value: String)]
        package var value: Double

        package init(_ value: Double, labels: KeyValuePairs<String, String> = [:]) {
            self.value = value
            self.labels = labels.map { (name: $0.key, value: $0.value) }
        }
    }

    private var lines: [String] = []

    package init() {}

    /// Adds a family of figures. One without samples is left out.
    ///
    /// - Parameters:
    ///   - name: The name in letters, digits and underscores, with the unit last, and unique.
    ///   - samples: The figures; each has other values of the labels. Equal labels are added up.
    package mutating func add(_ name: String, _ kind: Kind = .gauge, help: String, _ samples: [Sample]) {
        let sums = samples.combined(by: { $0.labels.flatMap { [$0.name, $0.value] } }) { $0.value += $1.value }
        guard !sums.isEmpty else { return }
        lines += ["# TYPE \(name) \(kind.rawValue)", "# HELP \(name) \(Self.escaped(help))"]
        let suffix = kind == .counter ? "_total" : ""
        lines += sums.map { sample in
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            let braces = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
            return "\(name)\(suffix)\(braces) \(Self.number(sample.value))"
        }
    }

    /// Adds a single figure.
    package mutating func add(_ name: String, _ kind: Kind = .gauge, help: String, _ value: Double) {
        add(name, kind, help: help, [Sample(value)])
    }

    /// The text in UTF-8, which ends with `# EOF`.
    package var bytes: [UInt8] { Array(text.utf8) }

    package var text: String { lines.map { $0 + "\n" }.joined() + "# EOF\n" }

    private static func escaped(_ text: String) -> String {
        var result = ""
        // Scalars, because a carriage return and a line feed are one character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
