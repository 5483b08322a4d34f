internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Functions, lines and inlined frames, from one run of `llvm-symbolizer`.
///
/// Questions and answers are lines: `CODE "PATH" 0xOFFSET`, and a JSON object that names both again. See
/// <https://llvm.org/docs/CommandGuide/llvm-symbolizer.html>.
struct LLVMSymbolizer: SymbolSource {
    /// The tool.
    let path: String
    /// The environment it runs in.
    let environment: [String: String]
    /// The longest it may take.
    let deadline: Duration

    var name: String { path }

    func symbols(of addresses: [Address]) throws(ToolFailure) -> [Address: [Symbol]] {
        let asked = addresses.compactMap { address in question(address).map { (address, $0) } }
        guard !asked.isEmpty else { return [:] }
        var environment = environment
        // The figures must not depend on a server's answers or on options of somebody's shell.
        environment["DEBUGINFOD_URLS"] = nil
        environment["LLVM_SYMBOLIZER_OPTS"] = nil
        let output = try answers(to: asked.map(\.1), environment: environment)
        let answers = output.split(separator: UInt8(ascii: "\n")).compactMap { line in
            try? CheckedJSON(line).decode(Answer.self)
        }
        guard !answers.isEmpty else { throw ToolFailure(message: "printed nothing that could be read") }
        let known = Set(addresses)
        var found: [Address: [Symbol]] = [:]
        for answer in answers {
            guard let address = answer.address, known.contains(address) else { continue }
            let symbols = answer.symbols.compactMap(\.symbol)
            if !symbols.isEmpty { found[address] = symbols }
        }
        return found
    }

    /// How often the tool is started again after it crashed.
    private static let mostCrashes = 16

    /// Runs the tool; one that knows how to finds the nearest line where the compiler gave a call none of its own.
    ///
    /// It may crash over a place that no line comes before. The others are asked for again from there on, as most reports
    /// have such a place among hundreds; that one, and all of them where the tool does not know how, without the nearest line.
    private func answers(to questions: [String], environment: [String: String]) throws(ToolFailure) -> [UInt8] {
        func answers(_ questions: ArraySlice<String>, _ options: String...) throws(ToolFailure) -> [UInt8] {
            try run(
                path, arguments: ["--output-style=JSON", "--inlines"] + options, environment: environment,
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
                // Tools before LLVM 21 do not know the option, and end at once.
                guard error.code != nil || error.signal != nil else { throw error }
                let end = error.output.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                let printed = error.output[..<end]
                output += printed
                rest = rest.dropFirst(printed.count { $0 == UInt8(ascii: "\n") })
                crashes += 1
                guard error.signal != nil, crashes <= Self.mostCrashes else {
                    lineless += rest
                    break
                }
                if let place = rest.popFirst() { lineless.append(place) }
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

    /// A line of input; nil for a path that the tool's syntax cannot express.
    private func question(_ address: Address) -> String? {
        guard !address.module.contains(where: { $0 == "\"" || $0.isNewline }) else { return nil }
        return "CODE \"\(address.module)\" 0x\(String(address.offset, radix: 16))\n"
    }
}

/// A line of output.
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

    /// One function of an answer; what is unknown is empty or 0.
    struct Line: Decodable {
        var function: String
        var file: String
        var line: Int
        var column: Int
        /// Whether the line is the nearest one before, as the place has none.
        var isApproximate: Bool?
        /// Where the function is declared.
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

        /// Whether the line can be in the function: what the compiler made up is nowhere declared, and the nearest line
        /// may be another function's.
        private var isInFunction: Bool {
            guard isApproximate == true else { return true }
            guard let declaredLine, declaredLine > 0 else { return false }
            // What has no column is no statement: another function's declaration, or that of a type.
            return file == declaredFile && (column > 0 ? line >= declaredLine : line == declaredLine)
        }

        private static func isSource(_ file: String?, _ line: Int?) -> Bool {
            guard let file, let line else { return false }
            return line > 0 && !file.isEmpty && file != "<compiler-generated>"
        }

        /// The function and its line; where the code was made up by the compiler, the line where the function is declared.
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
