internal import OutliveModel

/// The state of a reader of the output of `leaks` between its lines.
struct LeaksParser {
    private var log = LeaksLog()
    private var output = LeakedBlocks()
    /// The header of the next process, which precedes its first line.
    private var header: [String: String] = [:]
    private var isBegun = false
    /// What is kept so far, of all processes.
    private var (blocks, references, textBytes, frames) = (0, 0, 0, 0)
    private var texts: [[UInt8]: Int32] = [:]
    private var numbers: [UInt64: Int32] = [:]
    /// A line above, with the block that it stands for, or -1, and the words of the reference to it.
    private struct Parent {
        var indent: Int
        var block: Int32
        var step = ""
    }
    /// The lines that lead to the next one, outermost first.
    private var parents: [Parent] = []
    private var stack: [Frame]?
    /// The stack to which the next roots belong, or -1.
    private var current: Int32 = -1
    private var isHexDump = false
    private var isTable = false
    /// `true` if a table of this process exists, to which the rows of other zones are added.
    private var hasTable = false

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
        if isBegun, let indent = LeakLine.indentOfCounted(line) { skip(to: indent) }
        log.addOther(line)
    }

    mutating func finish() -> LeaksLog {
        end()
        return log
    }

    private mutating func end() {
        endStack()
        isTable = false
        if isBegun, log.processes.count < LeaksLog.Limits.processes { log.processes.append(output) }
        (output, numbers, texts, parents, isBegun, current) = (LeakedBlocks(), [:], [:], [], false, -1)
    }

    // MARK: Other programs

    /// Takes an allocation of `malloc_history`, which adds its stack to a leak above.
    private mutating func takeAllocation(_ line: Bytes) -> Bool {
        guard let allocation = AllocationLine(line) else { return false }
        if let block = numbers[allocation.address], let stack = add(allocation.stack) {
            output.blocks[Int(block)].stack = stack
        }
        return true
    }

    /// Takes the heading or a row of a table of `heap`.
    private mutating func takeTable(_ line: Bytes) -> Bool {
        if HeapListingLine.isHeading(line) {
            isTable = true
            if !hasTable, log.tables.count < LeaksLog.Limits.processes {
                log.tables.append(HeapTable(process: output.process.isEmpty ? headerName : output.process))
            }
            hasTable = true
            return true
        }
        guard isTable else { return false }
        if line.withoutLeadingBlanks.has("====") { return true }
        guard let row = HeapListingLine(line) else {
            isTable = false
            return false
        }
        if blocks < LeaksLog.Limits.blocks, !log.tables.isEmpty {
            blocks += 1
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
                // The same process again, at another time.
                if isBegun, output.stated != nil { end() }
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
            (header, hasTable, isTable) = ([:], false, false)
        }
        header[name] = String(value.prefix(1000))
        if name == "Process", log.programs.count < LeaksLog.Limits.processes { log.programs.insert(headerName) }
        return true
    }

    private static let fields: Set<String> = [
        "Process", "Path", "Load Address", "Identifier", "Version", "Code Type", "Platform", "Parent Process",
        "Target Type", "Date/Time", "Launch Time", "OS Version", "Report Version", "Analysis Tool",
        "Analysis Tool Version", "Physical footprint", "Physical footprint (peak)", "Idle exit", "Hardware Model",
    ]

    private mutating func begin(_ process: Int?) {
        if isBegun, let process, let known = output.processID, known != process { end() }
        if isBegun { output.processID = output.processID ?? process }
        guard !isBegun else { return }
        isBegun = true
        output.processID = process
        output.process = headerName
        output.system = header["OS Version"] ?? ""
        header = [:]
    }

    private mutating func add(_ line: LeakLine, _ text: Bytes) {
        begin(nil)
        endStack()
        isHexDump = text.has("Leak: ")
        while let last = parents.last, last.indent >= line.indent { parents.removeLast() }
        let source = parents.last?.block ?? -1
        if line.isBack {
            guard source >= 0 else { return log.addOther(text) }
            if let depth = depth(ofTargetOf: line) {
                noteCycle(through: depth, line)
                refer(from: source, to: parents[depth].block, line)
            } else if let target = line.address.flatMap({ numbers[$0] }) {
                refer(from: source, to: target, line)
            } else {
                log.addOther(text)
            }
            return
        }
        var parent = Parent(indent: line.indent, block: -1)
        defer { parents.append(parent) }
        if let known = line.address.flatMap({ numbers[$0] }) {
            parent.block = known
            return refer(from: source, to: known, line)
        }
        guard blocks < LeaksLog.Limits.blocks else { return log.omitted += 1 }
        blocks += 1
        let block = Int32(output.blocks.count)
        let isRoot = parents.isEmpty
        (parent.block, parent.step) = (block, step(of: line))
        output.blocks.append(
            LeakedBlocks.Block(
                type: number(of: line.type), stack: isRoot ? current : -1, count: Int32(clamping: line.count),
                isRoot: isRoot, bytes: line.bytes))
        if let address = line.address {
            numbers[address] = block
        } else if source >= 0 {
            // The number of a group includes those below it.
            let above = Int(output.blocks[Int(source)].count)
            output.blocks[Int(source)].count = Int32(clamping: max(above - line.count, 1))
        }
        refer(from: source, to: block, line)
    }

    /// Returns the line above to which a reference leads back, by its address or, in a group, by its type.
    private func depth(ofTargetOf line: LeakLine) -> Int? {
        if let address = line.address {
            guard let target = numbers[address] else { return nil }
            return parents.lastIndex { $0.block == target }
        }
        let type = String(decoding: line.type, as: UTF8.self)
        return parents.lastIndex { $0.block >= 0 && output.texts[Int(output.blocks[Int($0.block)].type)] == type }
    }

    /// Gives a root the words of the first cycle through it, by which it differs from other roots of its type.
    private mutating func noteCycle(through depth: Int, _ line: LeakLine) {
        guard depth == 0, output.blocks[Int(parents[0].block)].cycle == 0 else { return }
        var words = parents.dropFirst().map(\.step).joined(separator: ">") + ">"
        words += String(decoding: line.name.prefix(200), as: UTF8.self)
        output.blocks[Int(parents[0].block)].cycle = words.withUTF8 { number(of: Bytes($0)) }
    }

    private func step(of line: LeakLine) -> String {
        let (name, type) = (line.name.prefix(200), line.type.prefix(200))
        return "\(String(decoding: name, as: UTF8.self)) \(String(decoding: type, as: UTF8.self))"
    }

    /// Keeps the place of a line that was not understood, so that the lines below it get no other parent.
    private mutating func skip(to indent: Int) {
        while let last = parents.last, last.indent >= indent { parents.removeLast() }
        if !parents.isEmpty { parents.append(Parent(indent: indent, block: -1)) }
    }

    private mutating func refer(from source: Int32, to target: Int32, _ line: LeakLine) {
        guard line.isStrong, source >= 0 else { return }
        guard references < LeaksLog.Limits.references else { return log.omitted += 1 }
        references += 1
        output.references.append(
            LeakedBlocks.Reference(source: source, target: target, name: number(of: line.name)))
    }

    /// Returns the number of a text; beyond the limit, of the empty one.
    private mutating func number(of text: Bytes) -> Int32 {
        guard text.count > 0 else { return 0 }
        let bytes = Array(text.prefix(LeaksLog.Limits.name))
        if let known = texts[bytes] { return known }
        guard textBytes + bytes.count <= LeaksLog.Limits.text else { return 0 }
        textBytes += bytes.count
        let number = Int32(output.texts.count)
        texts[bytes] = number
        output.texts.append(String(decoding: bytes, as: UTF8.self))
        return number
    }

    // MARK: Stacks

    /// Takes a frame of `STACK OF`: `3   dyld     0x1aea9be50 start + 2544`, the innermost last.
    private mutating func takeFrame(_ line: Bytes) -> Bool {
        guard let known = stack, let frame = Frame(leaks: line) else { return false }
        // A longer stack is none.
        if known.count < 512 { stack?.append(frame) }
        return true
    }

    /// Takes the functions of `Call stack: [thread 0x1]: | start | main | malloc`, the innermost last.
    private mutating func takeCallStack(_ line: Bytes) {
        let functions = String(decoding: line, as: UTF8.self).split(separator: " | ").dropFirst()
        let frames = functions.reversed().map { name in
            Frame(module: "", buildID: nil, offset: 0, symbols: [Symbol(function: String(name).trimmed)])
        }
        if let block = parents.last?.block, block >= 0, let stack = add(frames) {
            output.blocks[Int(block)].stack = stack
        }
    }

    private mutating func endStack() {
        guard let frames = stack else { return }
        stack = nil
        current = frames.isEmpty ? -1 : add(frames.reversed()) ?? -1
        parents = []
    }

    /// Returns the number of a new stack, or `nil` beyond the limit.
    private mutating func add(_ stack: [Frame]) -> Int32? {
        guard frames + stack.count <= LeaksLog.Limits.frames else {
            log.omitted += 1
            return nil
        }
        frames += stack.count
        output.stacks.append(stack)
        return Int32(output.stacks.count - 1)
    }
}
