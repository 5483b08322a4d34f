public import OutliveModel

/// Why bytes could not be read as a report.
public enum ReportFormatError: Error, Hashable, CustomStringConvertible {
    /// The report is of a later format than this code knows.
    case newer(format: Int)
    /// It is no report, or one that was damaged.
    case malformed(String)

    /// What happened and what to do: one line.
    public var description: String {
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
    /// Reads a report in JSON.
    ///
    /// Keys that are not known are passed over, so that a reader survives additions.
    ///
    /// - Parameter json: UTF-8, as `JSONReporter` writes it.
    /// - Throws: `ReportFormatError` for a later format, and for what is no report.
    public init(json: [UInt8]) throws(ReportFormatError) {
        do throws(ReportFormatError) {
            self = try decoded(Self.self, from: json, currentFormat: Self.currentFormat)
        } catch {
            guard case .malformed = error, let keys = try? CheckedJSON(json).decode(TopKeys.self).keys,
                let kind = StoredKind(keys: keys)
            else { throw error }
            throw .malformed("it is \(kind.words), and what bench, soak and merge write is wanted")
        }
        if let flaw { throw .malformed(flaw) }
    }
}

extension CensusReport {
    /// Reads a report of a census in JSON.
    ///
    /// Keys that are not known are passed over, so that a reader survives additions.
    ///
    /// - Parameter json: UTF-8, as `CensusFormat.json` writes it.
    /// - Throws: `ReportFormatError` for a later format, and for what is no such report.
    public init(json: [UInt8]) throws(ReportFormatError) {
        self = try decoded(Self.self, from: json, currentFormat: Self.currentFormat)
        for census in processes.map(\.census) {
            guard census.rows.allSatisfy({ $0.stack.map(census.stacks.indices.contains) ?? true }) else {
                throw .malformed("a row of process \(census.processID) has a stack that is not there")
            }
        }
    }
}

extension SnapshotReport {
    /// Reads a report of a snapshot in JSON.
    ///
    /// Keys that are not known are passed over, so that a reader survives additions.
    ///
    /// - Parameter json: UTF-8, as `CensusFormat.json` writes it.
    /// - Throws: `ReportFormatError` for a later format, and for what is no such report.
    public init(json: [UInt8]) throws(ReportFormatError) {
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
        return try json.decode(type, nonFinite: NonFinite.self)
    } catch let error as ReportFormatError {
        throw error
    } catch let error as DecodingError {
        throw .malformed(error.reason)
    } catch {
        throw .malformed("\(error)")
    }
}

/// The keys of an object, whatever they stand for.
private struct TopKeys: Decodable {
    let keys: Set<String>

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        keys = Set(try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue))
    }
}

private struct Version: Decodable {
    var format: Int
}

extension DecodingError {
    /// Where decoding failed and why.
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) is null"
        case .typeMismatch(_, let context): "\(Self.path(context.codingPath)) has the wrong type"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is no valid JSON"
        case .dataCorrupted(let context) where context.underlyingError is NumberOutOfRange:
            "\(Self.path(context.codingPath)) is a number that no run can have counted"
        case .dataCorrupted(let context): "\(Self.path(context.codingPath)) has a value that is not known"
        @unknown default: "it cannot be decoded"
        }
    }

    /// A path as `jq` spells it: `.samples[3].seconds`.
    private static func path(_ keys: [any CodingKey]) -> String {
        let path = keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return path.isEmpty ? "the report" : path
    }
}
