// The parser that Yams wraps, for its events.
internal import CYaml
internal import Foundation
internal import OutliveModel
internal import OutliveSupport
package import Yams

/// A YAML file written by people, which is read strictly: errors have line numbers.
package struct YAMLFile {
    package let path: String
    package let text: String

    /// The maximum size of a file, in bytes.
    private static let limit = 1 << 20

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// The error of a file that cannot be read or used.
package struct YAMLError: Error, CustomStringConvertible {
    /// What is wrong, where, and what to do, in one line.
    package let description: String
}

extension YAMLFile {
    /// Reads a file, or what is written to a pipe, such as `<(command)`.
    ///
    /// A pipe without a writer is empty, after a moment in which one may open it.
    ///
    /// - Parameter kind: The kind of file for messages: `file of options`.
    /// - Throws: `YAMLError` if the file cannot be read, is too long or not UTF-8.
    package init(reading path: String, kind: String) throws(YAMLError) {
        let shown = path.onOneLine()
        // Without `O_NONBLOCK`, opening a pipe waits for its writer, perhaps for ever.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw YAMLError(description: "cannot read '\(shown)': \(systemError()); name a \(kind)")
        }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, Self.patience)
        // From here on a pipe ends with its last writer, or at once if it has none.
        _ = fcntl(descriptor, F_SETFL, 0)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let data: Data
        do {
            // The limit also ends an endless device such as `/dev/zero`.
            data = try handle.read(upToCount: Self.limit + 1) ?? Data()
        } catch {
            throw YAMLError(description: "cannot read '\(shown)': it is a folder; name a \(kind)")
        }
        guard data.count <= Self.limit else {
            throw YAMLError(description: "\(shown) has more than \(Self.limit) bytes: name a \(kind)")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw YAMLError(
                description:
                    "\(shown):\(Self.lineOfFirstError(data)): this is not UTF-8 text: save the file as UTF-8")
        }
        self.init(path: path, text: text)
    }

    /// Returns `true` if there is no file, as opposed to one that cannot be read.
    static func isMissing(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && errno == ENOENT
    }

    /// The wait for the writer of a pipe, in milliseconds; files need none.
    private static let patience: Int32 = 1000

    private static func lineOfFirstError(_ data: Data) -> Int {
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
    }

    /// Returns the root node, or `nil` if the file is empty.
    ///
    /// - Throws: `YAMLError` with the place, if the file is not YAML.
    package func root() throws(YAMLError) -> Node? {
        guard text.unicodeScalars.first != "\u{FEFF}" else {
            throw error(1, "the file begins with a byte order mark: save it as UTF-8 without one")
        }
        try refuseCostlyNodes()
        return try composed()
    }

    /// Returns the text of a scalar of any YAML type, or `nil` for any other node.
    ///
    /// In `leaks: off`, the value is text and not a Boolean.
    ///
    /// - Throws: `YAMLError` if the value is null.
    package func text(_ node: Node) throws(YAMLError) -> String? {
        guard let scalar = node.scalar else { return nil }
        guard scalar.style != .plain || !["~", "null", "Null", "NULL"].contains(scalar.string) else {
            throw error(at: node, "there is no value: write one, or remove the line")
        }
        return scalar.string
    }

    /// The maximum length of a key or value, in bytes.
    ///
    /// Comparing and hashing a key by characters takes quadratic time for a run of combining marks.
    private static let textLimit = 1 << 14

    /// The maximum nesting; a list of known leaks has three levels.
    private static let nestingLimit = 16

    /// Refuses aliases, long texts and deep nesting at the parser's events, because they are costly to compose.
    ///
    /// Mappings hash their keys, and with them everything that an alias or a nested key expands to. Text that is not
    /// YAML is left to the composer.
    private func refuseCostlyNodes() throws(YAMLError) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw error(1, "there is not enough memory to read this") }
        defer { yaml_parser_delete(&parser) }
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBufferPointer { bytes throws(YAMLError) in
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            var event = yaml_event_t()
            var nesting = 0
            while yaml_parser_parse(&parser, &event) == 1, event.type != YAML_STREAM_END_EVENT {
                defer { yaml_event_delete(&event) }
                let line = event.start_mark.line + 1
                switch event.type {
                case YAML_ALIAS_EVENT:
                    let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
                    let remedy = "write the value in full, or put the text in quotes"
                    throw error(line, "'*\(name)' is a YAML alias, which is refused: \(remedy)")
                case YAML_SCALAR_EVENT where event.data.scalar.length > Self.textLimit:
                    throw error(line, "a text has more than \(Self.textLimit) bytes: shorten it")
                case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
                    nesting += 1
                    guard nesting <= Self.nestingLimit else {
                        throw error(line, "the nesting level exceeds \(Self.nestingLimit): write fewer levels")
                    }
                case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: nesting -= 1
                default: break
                }
            }
        }
    }

    private func composed() throws(YAMLError) -> Node? {
        do {
            return try compose(yaml: text)
        } catch {
            throw complaint(error as? YamlError)
        }
    }

    private func complaint(_ yaml: YamlError?) -> YAMLError {
        switch yaml {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let words = [context?.text, problem].compactMap(\.self).joined(separator: " ")
            return error(mark.line, "this is not YAML: \(words)\(hint(mark.line))")
        case .duplicatedKeysInMapping(let keys, let context):
            return error(context.mark.line, "'\(keys.joined(separator: "', '"))' is given more than once: keep one")
        case .reader(let problem, _, _, _):
            return error(1, "this is not YAML: \(problem)")
        default:
            return error(1, "this cannot be read as YAML")
        }
    }

    /// Returns a remedy for a pattern that was parsed as YAML syntax.
    private func hint(_ line: Int) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(line - 1) else { return "" }
        guard !lines[line - 1].prefix(while: \.isWhitespace).contains("\t") else {
            return "; indent with spaces in place of tabs"
        }
        guard lines[line - 1].contains(/[:\-\[{,][ \t]+[*&!%@`]/) else { return "" }
        return "; write a text that begins with such a sign in quotes"
    }

    /// Returns the first line of a node, from 1.
    package func line(of node: Node) -> Int { node.mark?.line ?? 1 }

    package func error(at node: Node, _ reason: String) -> YAMLError { error(line(of: node), reason) }

    package func error(_ line: Int, _ reason: String) -> YAMLError {
        YAMLError(description: "\(path):\(line): \(reason)".onOneLine())
    }
}
