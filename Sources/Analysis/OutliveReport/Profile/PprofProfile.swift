internal import OutliveModel
internal import OutliveSupport

extension AllocationProfile {
    /// The message of pprof, which `go tool pprof`, Parca and Pyroscope read from a file in the format of gzip.
    ///
    /// The allocated type is the label `type` of a sample, and the function of its first location apart from raw memory.
    /// The sample types have the names of Go's heap profiles, so that `-inuse_space` and `-inuse_objects` select them.
    /// Source: `proto/profile.proto` of github.com/google/pprof.
    var pprofMessage: [UInt8] {
        var tables = PprofTables(program: program)
        var file = ProtobufWriter()
        let kinds = kindsOfPprof
        let types = kinds.flatMap { [("\($0.name)_objects", "count"), ("\($0.name)_space", "bytes")] }
        for (type, unit) in types {
            let (type, unit) = (tables.strings.number(of: type), tables.strings.number(of: unit))
            file.write(field: 1) {
                $0.write(type, field: 1)
                $0.write(unit, field: 2)
            }
        }
        for stack in stacks {
            let locations = tables.locations(of: stack)
            let label = stack.type.map { tables.label(of: $0) }
            file.write(field: 2) {
                $0.write(packed: locations, field: 1)
                let amounts = kinds.map { $0.measure.amount(of: stack) }
                $0.write(packed: amounts.flatMap { [$0.objects, $0.bytes] }, field: 2)
                if let (key, text) = label {
                    $0.write(field: 3) {
                        $0.write(key, field: 1)
                        $0.write(text, field: 2)
                    }
                }
            }
        }
        tables.write(to: &file)
        file.write(nanoseconds, field: 9)
        if let rate = sampleBytes {
            let (space, bytes) = (tables.strings.number(of: "space"), tables.strings.number(of: "bytes"))
            file.write(field: 11) {
                $0.write(space, field: 1)
                $0.write(bytes, field: 2)
            }
            file.write(rate, field: 12)
        }
        let shown = kinds.first { $0.measure == measure }?.name ?? Self.liveOfPprof
        file.write(tables.strings.number(of: "\(shown)_space"), field: 14)
        for text in tables.strings.items { file.write(item: text.utf8, field: 6) }
        return file.bytes
    }
}

extension AllocationProfile {
    private static let liveOfPprof = "inuse"

    /// The known measures, with their names in Go's heap profiles; live blocks come last, as there.
    fileprivate var kindsOfPprof: [(measure: ProfileMeasure, name: String)] {
        let all: [(ProfileMeasure, String, Bool)] = [
            (.allocated, "alloc", stacks.contains { $0.allocated != nil }),
            (.temporary, "temporary", stacks.contains { $0.temporary != nil }),
            (.peak, "peak", stacks.contains { $0.peak != nil }), (.live, Self.liveOfPprof, true),
        ]
        return all.filter(\.2).map { ($0.0, $0.1) }
    }
}

/// The tables of a profile that samples refer to; identifiers count from 1.
private struct PprofTables {
    private struct Function: Hashable {
        var name: Int
        var systemName: Int
        var file: Int
    }

    private struct Mapping {
        /// The addresses of the file, apart from the addresses of other files.
        var start: UInt64
        var length: UInt64
        var path: Int
        var buildID: Int
        var hasFunctions = false
        var hasLines = false
    }

    /// The place of a sample: a frame, or the allocated type.
    private enum Place: Hashable {
        case frame(Frame)
        case type(String)
    }

    /// The distance of the made-up addresses of two files, above the size of any.
    private static let distance: UInt64 = 1 << 40

    /// The texts; the first is empty as the format demands.
    var strings = NumberTable<String>()
    private var functions = NumberTable<Function>()
    /// The modules, each as a frame at its beginning.
    private var modules = NumberTable<Frame>()
    private var mappings: [Mapping] = []
    private var locations = NumberTable<Place>()
    /// The locations and labels of types, whose texts take long to compare.
    private var locationsOfTypes: [HeapType: Int] = [:]
    private var labels: [HeapType: (key: Int, text: Int)] = [:]
    private let program: String?

    init(program: String?) {
        self.program = program
        _ = strings.number(of: "")
        // pprof takes the first mapping for the program.
        if let program { _ = mapping(of: Frame(module: program, buildID: nil, offset: 0)) }
    }

    /// Returns the locations of a stack, the allocated type first.
    mutating func locations(of stack: LiveStack) -> [Int] {
        let frames = stack.backtrace.frames
        var found: [Int] = []
        found.reserveCapacity(frames.count + 1)
        if let type = stack.type, type.kind != .raw {
            found.append(
                locationsOfTypes.value(of: type) { locations.number(of: .type(type.description)) + 1 })
        }
        for frame in frames.isEmpty ? [AllocationProfile.frameOfNoStack] : frames {
            found.append(locations.number(of: .frame(frame)) + 1)
        }
        return found
    }

    /// Returns the texts of the label of a type.
    mutating func label(of type: HeapType) -> (key: Int, text: Int) {
        labels.value(of: type) { (strings.number(of: "type"), strings.number(of: type.description)) }
    }

    /// Returns the identifier of the mapping of a frame, or 0 if its module is unknown.
    private mutating func mapping(of frame: Frame) -> Int {
        guard !frame.module.isEmpty else { return 0 }
        // The program's own build ID is known by its first frame only.
        let isProgram = frame.module == program
        let number = modules.number(
            of: Frame(module: frame.module, buildID: isProgram ? nil : frame.buildID, offset: 0))
        if number == mappings.count {
            mappings.append(
                Mapping(
                    start: UInt64(number + 1) * Self.distance, length: 0, path: strings.number(of: frame.module),
                    buildID: 0))
        }
        if let buildID = frame.buildID { mappings[number].buildID = strings.number(of: buildID) }
        let offset = min(frame.offset, Self.distance - 1)
        mappings[number].length = max(mappings[number].length, offset + 1)
        if !frame.symbols.isEmpty { mappings[number].hasFunctions = true }
        if frame.symbols.contains(where: { $0.line != nil }) { mappings[number].hasLines = true }
        return number + 1
    }

    private mutating func function(_ name: String, systemName: String, file: String) -> Int {
        1
            + functions.number(
                of: Function(
                    name: strings.number(of: name), systemName: strings.number(of: systemName),
                    file: strings.number(of: file)))
    }

    /// Writes everything but the strings.
    mutating func write(to file: inout ProtobufWriter) {
        for (index, place) in locations.items.enumerated() {
            guard case .frame(let frame) = place else {
                guard case .type(let name) = place else { continue }
                let function = function(name, systemName: name, file: "")
                file.write(field: 4) {
                    $0.write(index + 1, field: 1)
                    $0.write(field: 4) { $0.write(function, field: 1) }
                }
                continue
            }
            let mapping = mapping(of: frame)
            let start = mapping == 0 ? 0 : mappings[mapping - 1].start
            // Innermost inlined function first, as in the frame.
            let lines = CallTree.Function.functions(of: frame).reversed().enumerated().map { index, known in
                let systemName = index < frame.symbols.count ? frame.symbols[index].function : known.name
                return (function(known.name, systemName: systemName, file: known.file), known.line, known.column)
            }
            file.write(field: 4) {
                $0.write(index + 1, field: 1)
                $0.write(mapping, field: 2)
                $0.write(start + (mapping == 0 ? frame.offset : min(frame.offset, Self.distance - 1)), field: 3)
                for (function, line, column) in lines {
                    $0.write(field: 4) {
                        $0.write(function, field: 1)
                        $0.write(line, field: 2)
                        $0.write(column, field: 3)
                    }
                }
            }
        }
        for (index, mapping) in mappings.enumerated() {
            file.write(field: 3) {
                $0.write(index + 1, field: 1)
                $0.write(mapping.start, field: 2)
                $0.write(mapping.start + max(mapping.length, 1), field: 3)
                $0.write(mapping.path, field: 5)
                $0.write(mapping.buildID, field: 6)
                $0.write(mapping.hasFunctions, field: 7)
                $0.write(mapping.hasLines, field: 8)
                $0.write(mapping.hasLines, field: 9)
                $0.write(mapping.hasFunctions, field: 10)
            }
        }
        for (index, function) in functions.items.enumerated() {
            file.write(field: 5) {
                $0.write(index + 1, field: 1)
                $0.write(function.name, field: 2)
                $0.write(function.systemName, field: 3)
                $0.write(function.file, field: 4)
            }
        }
    }
}
