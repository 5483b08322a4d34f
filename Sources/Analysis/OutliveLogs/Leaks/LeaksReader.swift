package import OutliveModel

/// A reader of the output of Apple's `leaks`, in pieces of any size.
///
/// It reads trees, lists, output grouped by type and stacks, of several processes in one file. Lines of other programs
/// may lie between; they are counted, as is all that is not understood. Malformed lines never cause an error.
///
/// - Complexity: O(n) in the number of bytes; the memory is bounded by `maximumBlocks`.
package struct LeaksReader {
    /// The largest number of blocks that is kept of a file.
    package static let maximumBlocks = 1_000_000
    /// The longest name that is kept of a type or reference, in bytes.
    private static let longestName = 4096
    /// The number of lines that are kept as examples of what was not understood.
    private static let examples = 5

    private var decoder = TextDecoder()
    private var splitter = LineSplitter()
    private var cleaner = LineCleaner()
    private var parser = Parser()

    package init() {}

    /// Reads the next piece, which follows the one before it.
    package mutating func read(_ bytes: UnsafeRawBufferPointer) {
        Self.read(&decoder, &splitter, &cleaner, &parser) { $0.take(bytes, $1) }
    }

    /// Ends the file.
    package mutating func finish() -> LeaksLog {
        Self.read(&decoder, &splitter, &cleaner, &parser) { $0.finish($1) }
        splitter.finish { line in cleaner.clean(line) { parser.take($0) } }
        return parser.finish()
    }

    /// Takes the parts as separate parameters, because each is changed inside a call on the one before it.
    private static func read(
        _ decoder: inout TextDecoder, _ splitter: inout LineSplitter, _ cleaner: inout LineCleaner,
        _ parser: inout Parser, _ step: (inout TextDecoder, (Bytes) -> Void) -> Void
    ) {
        step(&decoder) { bytes in
            splitter.take(bytes) { line in cleaner.clean(line) { parser.take($0) } }
        }
    }

    /// The state between lines.
    private struct Parser {
        private var log = LeaksLog()
        private var output = LeakedBlocks()
        /// The header of the next process, which precedes its first line.
        private var header: [String: String] = [:]
        private var isBegun = false
        private var kept = 0
        private var texts: [[UInt8]: Int32] = [:]
        private var blocks: [UInt64: Int32] = [:]
        /// The blocks of the lines above, outermost first, with their indentation.
        private var parents: [(indent: Int, block: Int32)] = []
        private var stack: [Frame]?
        /// The stack to which the next roots belong, or -1.
        private var current: Int32 = -1
        private var isHexDump = false
        private var isTable = false

        mutating func take(_ whole: Bytes) {
            let line = whole.afterTimestamp.withoutTrailingBlanks
            guard line.count > 0 else { return }
            if takeFrame(line) || takeAllocation(line) || takeTable(line) { return }
            if let leak = LeakLine(line) { return add(leak, line) }
            if takeHeading(line) { return }
            if let call = CallTreeLine(line) { return log.callers.add(call) }
            // The contents of a listed leak.
            if isHexDump, line.isHexDump { return }
            isHexDump = false
            log.addOther(line)
        }

        mutating func finish() -> LeaksLog {
            end()
            return log
        }

        private mutating func end() {
            endStack()
            isTable = false
            if isBegun { log.processes.append(output) }
            (output, blocks, texts, parents, isBegun, current) = (LeakedBlocks(), [:], [:], [], false, -1)
        }

        // MARK: Other programs

        /// Takes an allocation of `malloc_history`, which adds its stack to a leak above.
        private mutating func takeAllocation(_ line: Bytes) -> Bool {
            guard let allocation = AllocationLine(line) else { return false }
            guard let block = blocks[allocation.address], output.stacks.count < LeaksReader.maximumBlocks else {
                return true
            }
            output.blocks[Int(block)].stack = Int32(output.stacks.count)
            output.stacks.append(allocation.stack)
            return true
        }

        /// Takes the heading or a row of a table of `heap`.
        private mutating func takeTable(_ line: Bytes) -> Bool {
            if HeapListingLine.isHeading(line) {
                isTable = true
                log.tables.append(HeapTable(process: output.process.isEmpty ? headerName : output.process))
                return true
            }
            guard isTable else { return false }
            if line.withoutLeadingBlanks.has("====") { return true }
            guard let row = HeapListingLine(line) else {
                isTable = false
                return false
            }
            if kept < LeaksReader.maximumBlocks {
                kept += 1
                log.tables[log.tables.count - 1].add(row.type, count: row.count, bytes: row.bytes, binary: row.binary)
            }
            return true
        }

        private var headerName: String { String((header["Process"] ?? "").prefix { $0 != "[" }).trimmed }

        // MARK: Lines

        private mutating func takeHeading(_ line: Bytes) -> Bool {
            if line.has("Process "), let (process, rest) = line.process {
                let text = String(decoding: rest, as: UTF8.self)
                if let stated = text.statedLeaks {
                    begin(process)
                    output.stated = stated
                    return true
                }
                if text.contains(" nodes malloced for ") {
                    begin(process)
                    return true
                }
                return text.contains("is not debuggable") || text.hasSuffix(" zones") || text.hasSuffix(" zone")
            }
            if line.has("All zones: ") || line.has("Zone ") || line.has("Call graph:") { return true }
            if line.has("leaks Report Version:") || line.has("----") || line.has("====")
                || line.firstIndex(of: "<< TOTAL >>") != nil
            {
                if line.has("====") { endStack() }
                if line.has("leaks Report Version:") { parents = [] }
                return true
            }
            if line.has("STACK OF ") || line.firstIndex(of: "Call stack: ") != nil && isBegun {
                endStack()
                if line.has("STACK OF ") { stack = [] } else { takeCallStack(line) }
                return true
            }
            if let mark = line.firstIndex(of: ") MallocStackLogging: "), takeLoggingProcess(line.part(0, mark)) {
                return true
            }
            return takeField(line)
        }

        /// Takes the process of `main(14025) MallocStackLogging: …`, which has a header only in newer versions.
        private mutating func takeLoggingProcess(_ text: Bytes) -> Bool {
            let words = String(decoding: text, as: UTF8.self).split(separator: "(")
            guard !isBegun, words.count == 2, Int(words[1]) != nil else { return false }
            if header["Process"] == nil { header["Process"] = String(words[0]) }
            return true
        }

        /// Takes a line of the header, such as `OS Version:      macOS 13.0 (22A380)`.
        private mutating func takeField(_ line: Bytes) -> Bool {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon < 32 else { return false }
            let name = String(decoding: line.part(0, colon), as: UTF8.self)
            guard Self.fields.contains(name) else { return false }
            let value = String(decoding: line.part(colon + 1, line.count).withoutLeadingBlanks, as: UTF8.self)
            // A header belongs to the process that follows.
            if name == "Process" || name == "Hardware Model" && isBegun {
                if isBegun { end() }
                header = [:]
            }
            header[name] = value
            return true
        }

        private static let fields: Set<String> = [
            "Process", "Path", "Load Address", "Identifier", "Version", "Code Type", "Platform", "Parent Process",
            "Target Type", "Date/Time", "Launch Time", "OS Version", "Report Version", "Analysis Tool",
            "Analysis Tool Version", "Physical footprint", "Physical footprint (peak)", "Idle exit", "Hardware Model",
        ]

        private mutating func begin(_ process: Int) {
            if isBegun, output.processID != process { end() }
            guard !isBegun else { return }
            isBegun = true
            output.processID = process
            output.process = headerName
            (output.path, output.system) = (header["Path"] ?? "", header["OS Version"] ?? "")
            header = [:]
        }

        private mutating func add(_ line: LeakLine, _ text: Bytes) {
            isBegun = true
            endStack()
            isHexDump = text.has("Leak: ")
            while let last = parents.last, last.indent >= line.indent { parents.removeLast() }
            let source = parents.last?.block
            if line.isBack {
                guard let source, let target = line.address.flatMap({ blocks[$0] }) else { return log.addOther(text) }
                refer(from: source, to: target, line)
                return
            }
            guard kept < LeaksReader.maximumBlocks else {
                log.omittedBlocks += 1
                return
            }
            let block = Int32(output.blocks.count)
            // A block has one line, but an object may show up again where several references lead to it.
            if let address = line.address, let known = blocks[address] {
                if let source { refer(from: source, to: known, line) }
                parents.append((line.indent, known))
                return
            }
            kept += 1
            output.blocks.append(
                LeakedBlocks.Block(
                    type: number(of: line.type), stack: source == nil ? current : -1, count: Int32(line.count),
                    isRoot: source == nil, bytes: line.bytes))
            if let address = line.address { blocks[address] = block }
            if let source { refer(from: source, to: block, line) }
            parents.append((line.indent, block))
        }

        private mutating func refer(from source: Int32, to target: Int32, _ line: LeakLine) {
            guard line.isStrong else { return }
            output.references.append(
                LeakedBlocks.Reference(source: source, target: target, name: number(of: line.name)))
        }

        private mutating func number(of text: Bytes) -> Int32 {
            guard text.count > 0 else { return 0 }
            let bytes = Array(text.prefix(LeaksReader.longestName))
            if let known = texts[bytes] { return known }
            let number = Int32(output.texts.count)
            texts[bytes] = number
            output.texts.append(String(decoding: bytes, as: UTF8.self))
            return number
        }

        // MARK: Stacks

        /// Takes a frame of `STACK OF`: `3   dyld     0x1aea9be50 start + 2544`, the innermost last.
        private mutating func takeFrame(_ line: Bytes) -> Bool {
            guard stack != nil, let frame = Frame(leaks: line) else { return false }
            stack?.append(frame)
            return true
        }

        /// Takes the functions of `Call stack: [thread 0x1]: | start | main | malloc`, the innermost last.
        private mutating func takeCallStack(_ line: Bytes) {
            let functions = String(decoding: line, as: UTF8.self).split(separator: " | ").dropFirst()
            let frames = functions.reversed().map { name in
                Frame(module: "", buildID: nil, offset: 0, symbols: [Symbol(function: String(name).trimmed)])
            }
            guard let block = parents.last?.block, output.stacks.count < LeaksReader.maximumBlocks else { return }
            output.blocks[Int(block)].stack = Int32(output.stacks.count)
            output.stacks.append(frames)
        }

        private mutating func endStack() {
            guard let frames = stack else { return }
            stack = nil
            guard !frames.isEmpty, output.stacks.count < LeaksReader.maximumBlocks else { return current = -1 }
            current = Int32(output.stacks.count)
            output.stacks.append(frames.reversed())
            parents = []
        }
    }
}

/// What a file with the output of Apple's `leaks` contains.
package struct LeaksLog: Sendable {
    /// The processes with output, in the order of the file.
    package internal(set) var processes: [LeakedBlocks] = []
    /// The tables of `heap`, in the order of the file.
    package internal(set) var tables: [HeapTable] = []
    /// The functions in call trees of `malloc_history`.
    package internal(set) var callers = AllocatingFunctions()
    /// The number of lines that are no output of `leaks`, or were not understood.
    package private(set) var otherLines = 0
    /// The first of these lines.
    package private(set) var examples: [String] = []
    /// The number of blocks beyond the limit.
    package internal(set) var omittedBlocks = 0

    mutating func addOther(_ line: UnsafeRawBufferPointer) {
        otherLines += 1
        if examples.count < 3 { examples.append(String(decoding: line.prefix(200), as: UTF8.self)) }
    }
}
