package import OutliveModel

/// An error in reading a report.
package enum ReportFormatError: Error, Hashable, CustomStringConvertible {
    /// The report has a later format than this version supports.
    case newer(format: Int)
    /// The data is not a report, or is damaged.
    case malformed(String)

    /// The problem and the remedy in one line.
    package var description: String {
        switch self {
        case .newer(let format):
            "the report has format \(format), and this version of outlive reads up to \(Report.currentFormat):"
                + " read it with the version that made it, or a later one"
        case .malformed(let reason):
            "this is not a JSON report of outlive: \(reason)"
        }
    }
}

extension Report {
    /// Reads a report from JSON.
    ///
    /// Unknown keys are ignored, so that later versions can add keys.
    ///
    /// - Throws: `ReportFormatError` if the format is later or the data is not a report.
    package init(json: [UInt8]) throws(ReportFormatError) {
        do throws(ReportFormatError) {
            self = try decoded(Self.self, from: json, currentFormat: Self.currentFormat)
        } catch {
            guard case .malformed = error, let document = try? CheckedJSON(json).decode([String: Unread].self),
                let other = OtherDocument.all.first(where: { $0.keys.isSubset(of: document.keys) })
            else { throw error }
            throw .malformed("it is \(other.name), not the report of a run: \(other.remedy)")
        }
        if let flaw { throw .malformed(flaw) }
    }
}

extension CensusReport {
    /// Reads the report of a census from JSON, as `Report.init(json:)` does.
    package init(json: [UInt8]) throws(ReportFormatError) {
        self = try decoded(Self.self, from: json, currentFormat: Self.currentFormat)
        for census in processes.map(\.census) {
            guard census.rows.allSatisfy({ $0.stack.map(census.stacks.indices.contains) ?? true }) else {
                throw .malformed("a row of process \(census.processID) refers to a stack that is missing")
            }
        }
    }
}

extension SnapshotReport {
    /// Reads the report of a snapshot from JSON, as `Report.init(json:)` does.
    package init(json: [UInt8]) throws(ReportFormatError) {
        self = try decoded(Self.self, from: json, currentFormat: Self.currentFormat)
    }
}

private func decoded<Value: Decodable>(
    _ type: Value.Type, from json: [UInt8], currentFormat: Int
) throws(ReportFormatError) -> Value {
    do {
        let json = try CheckedJSON(json)
        // The version alone comes first: the rest of a later format may not decode at all.
        let version = try json.decode(Version.self)
        if version.format > currentFormat { throw ReportFormatError.newer(format: version.format) }
        return try json.decode(type, acceptsNonFinite: true)
    } catch let error as ReportFormatError {
        throw error
    } catch let error as DecodingError {
        throw .malformed(error.reason)
    } catch {
        throw .malformed("\(error)")
    }
}

/// A value of any kind.
private struct Unread: Decodable {
    init(from decoder: any Decoder) {}
}

private struct Version: Decodable {
    var format: Int
}

extension DecodingError {
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) is null"
        case .typeMismatch(_, let context): "\(Self.path(context.codingPath)) has the wrong type"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not valid JSON"
        case .dataCorrupted(let context) where context.underlyingError is NumberOutOfRange:
            "\(Self.path(context.codingPath)) is not a possible count"
        case .dataCorrupted(let context): "\(Self.path(context.codingPath)) has a value that is not known"
        @unknown default: "it cannot be decoded"
        }
    }

    /// Returns a path in the syntax of `jq`: `.samples[3].seconds`.
    private static func path(_ keys: [any CodingKey]) -> String {
        let path = keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return path.isEmpty ? "the report" : path
    }
}

extension Report {
    /// The first inconsistency that no run or merge could have written, or `nil` if there is none.
    var flaw: String? {
        let ids = Set(shards.map(\.id))
        if ids.count < shards.count { return "two of its shards have one id" }
        for shard in shards where min(shard.fallbacks, shard.soakCycles, shard.heapCycles ?? 0) < 0 {
            return "a count of the shard \(oneLine(shard.id)) is negative"
        }
        if fallbacks < 0 { return ".fallbacks is negative" }
        for finding in findings {
            if finding.hasNegativeCount { return "a count of the finding \(oneLine(finding.key.name)) is negative" }
            if let stray = finding.occurrences.first(where: { !ids.contains($0.shard) }) {
                let name = oneLine(finding.key.name)
                return "the finding \(name) occurs in the shard \(oneLine(stray.shard)), which is missing"
            }
        }
        return nil
    }
}

extension Finding {
    fileprivate var hasNegativeCount: Bool {
        births.contains { $0.count < 0 } || live.contains { $0 < 0 } || warmup < 0 || (bytes ?? 0) < 0
            || (retainedBytes ?? 0) < 0
            || occurrences.contains { $0.objects < 0 || ($0.bytes ?? 0) < 0 || ($0.retainedBytes ?? 0) < 0 }
    }
}

/// Another JSON document of Outlive.
private struct OtherDocument {
    let name: String
    /// Keys that it alone has together.
    let keys: Set<String>
    /// The input that has a run or more than this document.
    let remedy: String

    init(_ name: String, _ keys: Set<String>, give remedy: String = ofSnapshot) {
        (self.name, self.keys, self.remedy) = (name, keys, "give \(remedy)")
    }

    static let ofRun = "the JSON of bench, soak, watch, test or merge"
    private static let ofSnapshot = "\(ofRun), or a snapshot of census --graph to heap and explain"

    static let all = [
        OtherDocument("a census", ["processes", "machine"]),
        OtherDocument("the report of one object", ["snapshot", "object"]),
        OtherDocument("the report of a snapshot", ["snapshot", "types"]),
        OtherDocument("a report of outlive tasks", ["groups", "actors", "executable"]),
        OtherDocument("a report of outlive memory", ["looks", "verdict", "target"]),
        OtherDocument("a report of outlive state", ["variables", "baselines", "target"]),
        OtherDocument(
            "a comparison of outlive compare", ["old", "new", "policy"], give: "one of the two reports it compares"),
        OtherDocument("a diagnosis of outlive doctor", ["checks", "executable"], give: ofRun),
        OtherDocument("an audit", ["audits"], give: ofRun),
    ]
}
