/// A profile in the format of pprof, read strictly: an index out of range is an error.
struct PprofFile {
    struct Sample: Equatable {
        /// The functions with file and line, innermost first.
        var calls: [String]
        var values: [Int]
        var labels: [String: String] = [:]
    }

    struct Mapping {
        var addresses: Range<UInt64>
        var path: String
        var buildID: String
        /// `has_functions`, `has_filenames`, `has_line_numbers` and `has_inline_frames`.
        var has: [Bool]
    }

    struct Location {
        var mapping: Int
        var address: UInt64
        var lines: [(function: Int, line: Int, column: Int)]
    }

    struct Wrong: Error {}

    private(set) var sampleTypes: [String] = []
    private(set) var samples: [Sample] = []
    private(set) var mappings: [Mapping] = []
    private(set) var locations: [Int: Location] = [:]
    private(set) var systemNames: [String] = []
    private(set) var nanoseconds: UInt64 = 0
    private(set) var defaultType = ""
    /// The unit and number of a period: `space/bytes 512000`; empty if there is none.
    private(set) var period = ""

    init(_ bytes: [UInt8]) throws {
        let file = try Fields(bytes)
        let strings = try file.texts(6)
        func string(_ index: UInt64) throws -> String {
            guard index < strings.count else { throw Wrong() }
            return strings[Int(index)]
        }
        guard strings.first == "" else { throw Wrong() }
        nanoseconds = file.number(9)
        defaultType = try string(file.number(14))
        if let type = try file.messages(11).first {
            period = "\(try string(type.number(1)))/\(try string(type.number(2))) \(file.number(12))"
        }
        sampleTypes = try file.messages(1).map { "\(try string($0.number(1)))/\(try string($0.number(2)))" }
        var functions: [Int: (name: String, file: String)] = [:]
        for function in try file.messages(5) {
            functions[Int(function.number(1))] = (try string(function.number(2)), try string(function.number(4)))
            systemNames.append(try string(function.number(3)))
        }
        for (index, mapping) in try file.messages(3).enumerated() {
            guard mapping.number(1) == index + 1, mapping.number(2) < mapping.number(3) else { throw Wrong() }
            mappings.append(
                Mapping(
                    addresses: mapping.number(2)..<mapping.number(3), path: try string(mapping.number(5)),
                    buildID: try string(mapping.number(6)), has: (7...10).map { mapping.number($0) == 1 }))
        }
        for location in try file.messages(4) {
            let lines = try location.messages(4).map {
                (Int($0.number(1)), Int($0.number(2)), Int($0.number(3)))
            }
            guard location.number(2) <= mappings.count else { throw Wrong() }
            locations[Int(location.number(1))] = Location(
                mapping: Int(location.number(2)), address: location.number(3), lines: lines)
        }
        for sample in try file.messages(2) {
            let calls = try sample.packed(1).flatMap { id in
                guard let location = locations[id] else { throw Wrong() }
                return try location.lines.map { line in
                    guard let function = functions[line.function] else { throw Wrong() }
                    return function.file.isEmpty ? function.name : "\(function.name) \(function.file):\(line.line)"
                }
            }
            let labels = try sample.messages(3).map { (try string($0.number(1)), try string($0.number(2))) }
            samples.append(
                Sample(calls: calls, values: try sample.packed(2), labels: Dictionary(uniqueKeysWithValues: labels)))
        }
    }
}

/// The fields of a message by number.
private struct Fields {
    private var numbers: [Int: UInt64] = [:]
    private var items: [Int: [[UInt8]]] = [:]

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let key = try Self.varint(&rest)
            let field = Int(key >> 3)
            switch key & 7 {
            case 0: numbers[field] = try Self.varint(&rest)
            case 2:
                let count = Int(try Self.varint(&rest))
                guard count <= rest.count else { throw PprofFile.Wrong() }
                items[field, default: []].append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            default: throw PprofFile.Wrong()
            }
        }
    }

    func number(_ field: Int) -> UInt64 { numbers[field] ?? 0 }
    func messages(_ field: Int) throws -> [Fields] { try items[field, default: []].map(Fields.init) }
    func texts(_ field: Int) throws -> [String] {
        try items[field, default: []].map { bytes in
            guard let text = String(validating: bytes, as: UTF8.self) else { throw PprofFile.Wrong() }
            return text
        }
    }

    func packed(_ field: Int) throws -> [Int] {
        try items[field, default: []].flatMap { bytes in
            var (rest, numbers) = (bytes[...], [Int]())
            while !rest.isEmpty { numbers.append(Int(try Self.varint(&rest))) }
            return numbers
        }
    }

    private static func varint(_ bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while let byte = bytes.popFirst() {
            value |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return value }
        }
        throw PprofFile.Wrong()
    }
}
