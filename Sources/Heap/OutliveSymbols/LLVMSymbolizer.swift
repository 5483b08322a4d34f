internal import FoundationEssentials
internal import OutliveModel

// Requests to `llvm-symbolizer` and answers are lines: `CODE "PATH" 0xOFFSET`, and a JSON object that repeats both. See
// <https://llvm.org/docs/CommandGuide/llvm-symbolizer.html>.
extension Symbolicator {
    /// Returns the functions, lines and inlined frames at the addresses.
    ///
    /// - Parameter tool: The path of `llvm-symbolizer`.
    func symbols(of addresses: [Address], by tool: String) throws(ToolFailure) -> [Address: [Symbol]] {
        try answers(about: addresses, by: tool).mapValues { $0.symbols.compactMap(\.symbol) }
            .filter { !$0.value.isEmpty }
    }

    /// Returns the places where the functions that contain the addresses are declared.
    func declarations(of addresses: [Address], by tool: String) throws(ToolFailure) -> [Address: SourceLine] {
        try declaredFunctions(at: addresses, by: tool).compactMapValues(\.line)
    }

    /// Returns the functions that contain the addresses, by their names as known to the linker, with their declarations.
    func declaredFunctions(at addresses: [Address], by tool: String) throws(ToolFailure) -> [Address: DeclaredFunction]
    {
        try answers(about: addresses, by: tool).compactMapValues { answer in
            answer.symbols.last.map { DeclaredFunction(name: $0.function, line: $0.declaration) }
        }
    }

    /// Returns the places where the variables at the addresses are declared, as far as the tool reads them.
    func declarations(
        ofVariablesAt addresses: [Address], by tool: String
    ) throws(ToolFailure) -> [Address: SourceLine] {
        let asked = addresses.compactMap { address in
            Self.question(address, .data).map { (address: address, question: $0) }
        }
        guard !asked.isEmpty else { return [:] }
        // In JSON, an answer has no line.
        let output = try runTool(
            tool, arguments: ["--output-style=LLVM"], environment: toolEnvironment,
            input: Array(asked.map(\.question).joined().utf8), outputLimit: (1 << 20) + asked.count << 14,
            deadline: deadline)
        let answers = String(decoding: output, as: UTF8.self).split(separator: "\n\n")
        // Without one answer each, it is unknown which is whose.
        guard answers.count == asked.count else { throw ToolFailure(message: "printed no readable output") }
        var found: [Address: SourceLine] = [:]
        for (place, answer) in zip(asked, answers) { found[place.address] = SourceLine(answer: answer) }
        return found
    }

    private func answers(about addresses: [Address], by tool: String) throws(ToolFailure) -> [Address: Answer] {
        let asked = addresses.compactMap { address in Self.question(address).map { (address, $0) } }
        guard !asked.isEmpty else { return [:] }
        let output = try answers(to: asked.map(\.1), by: tool, environment: toolEnvironment)
        let answers = output.split(separator: UInt8(ascii: "\n")).compactMap { line in
            try? CheckedJSON(line).decode(Answer.self)
        }
        guard !answers.isEmpty else { throw ToolFailure(message: "printed no readable output") }
        let known = Set(addresses)
        var found: [Address: Answer] = [:]
        for answer in answers {
            guard let address = answer.address, known.contains(address) else { continue }
            found[address] = answer
        }
        return found
    }

    /// The environment without what the results must not depend on: a server, and options of the user's shell.
    var toolEnvironment: [String: String] {
        environment.filter { $0.key != "DEBUGINFOD_URLS" && $0.key != "LLVM_SYMBOLIZER_OPTS" }
    }

    private static let maximumCrashes = 16

    /// Runs the tool, with the option to use the nearest line for calls without a line if the tool supports it.
    ///
    /// With that option the tool can crash at a place that no line precedes. The run continues after such a place, and
    /// the place is looked up again without the option. So are all remaining places if the tool does not support the
    /// option or crashes too often.
    private func answers(
        to questions: [String], by tool: String, environment: [String: String]
    ) throws(ToolFailure) -> [UInt8] {
        func answers(_ questions: ArraySlice<String>, _ options: String...) throws(ToolFailure) -> [UInt8] {
            try runTool(
                tool, arguments: ["--output-style=JSON", "--inlines"] + options, environment: environment,
                input: Array(questions.joined().utf8), outputLimit: (1 << 20) + questions.count << 16,
                deadline: deadline)
        }
        var output: [UInt8] = []
        var rest = questions[...]
        var lineless: [String] = []
        var crashes = 0
        while !rest.isEmpty {
            do {
                output += try answers(rest, "--skip-line-zero")
                break
            } catch {
                // Tools before LLVM 21 do not know the option and exit immediately.
                guard error.code != nil || error.signal != nil else { throw error }
                let end = error.output.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                let printed = error.output[..<end]
                output += printed
                rest = rest.dropFirst(printed.count { $0 == UInt8(ascii: "\n") })
                crashes += 1
                guard error.signal != nil, crashes <= Self.maximumCrashes else {
                    lineless += rest
                    break
                }
                if let frame = rest.popFirst() { lineless.append(frame) }
            }
        }
        guard !lineless.isEmpty else { return output }
        do {
            return output + (try answers(lineless[...]))
        } catch {
            guard !output.isEmpty else { throw error }
            return output
        }
    }

    /// What the tool is asked about.
    enum Subject: String {
        case code = "CODE"
        case data = "DATA"
    }

    /// Returns a line of input, or `nil` for a path that the tool's syntax cannot express.
    static func question(_ address: Address, _ subject: Subject = .code) -> String? {
        guard !address.module.contains(where: { $0 == "\"" || $0.isNewline }) else { return nil }
        return "\(subject.rawValue) \"\(address.module)\" 0x\(String(address.offset, radix: 16))\n"
    }
}

/// A function with its name as known to the linker, and the place of its declaration.
struct DeclaredFunction: Hashable {
    var name: String
    var line: SourceLine?
}

extension SourceLine {
    /// Reads the line in an answer about a variable: its name, its start and size, and `FILE:LINE`, which tools before
    /// LLVM 15 do not print.
    fileprivate init?(answer: Substring) {
        let lines = answer.split(separator: "\n")
        guard lines.count == 3, let colon = lines[2].lastIndex(of: ":") else { return nil }
        guard let line = Int(lines[2][lines[2].index(after: colon)...]), line > 0 else { return nil }
        self.init(file: String(lines[2][..<colon]), line: line)
    }
}

private struct Answer: Decodable {
    var module: String
    var offset: String
    var symbols: [Line]

    enum CodingKeys: String, CodingKey {
        case module = "ModuleName"
        case offset = "Address"
        case symbols = "Symbol"
    }

    var address: Address? {
        UInt64(offset.dropFirst(2), radix: 16).map { Address(module: module, offset: $0) }
    }

    /// A function of an answer; unknown values are empty or 0.
    struct Line: Decodable {
        var function: String
        var file: String
        var line: Int
        var column: Int
        /// `true` if the line is the nearest preceding one, as the place has none.
        var isApproximate: Bool?
        /// The file that declares the function.
        var declaredFile: String?
        var declaredLine: Int?

        enum CodingKeys: String, CodingKey {
            case function = "FunctionName"
            case file = "FileName"
            case line = "Line"
            case column = "Column"
            case isApproximate = "Approximate"
            case declaredFile = "StartFileName"
            case declaredLine = "StartLine"
        }

        /// `true` if the line can be in the function.
        ///
        /// Compiler-generated code has no declaration, and its nearest line can be in another function.
        private var isInFunction: Bool {
            guard isApproximate == true else { return true }
            guard let declaredLine, declaredLine > 0 else { return false }
            // A line without a column is the declaration of a function or type, not a statement.
            return file == declaredFile && (column > 0 ? line >= declaredLine : line == declaredLine)
        }

        private static func isSource(_ file: String?, _ line: Int?) -> Bool {
            guard let file, let line else { return false }
            return line > 0 && !file.isEmpty && file != "<compiler-generated>"
        }

        /// The place of the function's declaration; for a closure, its opening brace.
        var declaration: SourceLine? {
            guard let declaredFile, let declaredLine, Self.isSource(declaredFile, declaredLine) else { return nil }
            return SourceLine(file: declaredFile, line: declaredLine)
        }

        /// The function and its line; for compiler-generated code, the line of the function's declaration.
        var symbol: Symbol? {
            guard !function.isEmpty, function != "??" else { return nil }
            let name = functionName(function)
            if Self.isSource(file, line), isInFunction {
                return Symbol(function: name, file: file, line: line, column: column > 0 ? column : nil)
            }
            guard isApproximate != true, Self.isSource(declaredFile, declaredLine) else {
                return Symbol(function: name, file: nil, line: nil, column: nil)
            }
            return Symbol(function: name, file: declaredFile, line: declaredLine, column: nil)
        }
    }
}
