package import OutliveModel

/// The sign that an application is ready after its launch.
package enum ReadyCheck: TemplateValue {
    /// The application sends `READY=1` to `NOTIFY_SOCKET`, as services do for systemd.
    case notify
    /// The application answers an HTTP request with a status of 200 ... 399.
    case http(HTTPRequest)
    /// The application accepts connections.
    case connect(Endpoint)
    /// The application prints a line on standard output or standard error.
    case line(LinePattern)
    /// The application ends with status 0.
    case exit

    /// Parses `notify`, `http:URL`, `tcp:HOST:PORT`, `unix:PATH`, `line:REGEX` or `exit`.
    package static func parse(_ text: String) throws(UsageError) -> @Sendable (Placeholders) -> ReadyCheck {
        switch optionParts(text) {
        case ("notify", nil): return { _ in .notify }
        case ("exit", nil): return { _ in .exit }
        case ("http", let url?):
            let request = try HTTPRequest.parse(url, method: "GET")
            return { .http(request($0)) }
        case ("tcp", let address?):
            let endpoint = try Endpoint.parse(hostAndPort: address)
            return { .connect(endpoint($0)) }
        case ("unix", let path?):
            let endpoint = try Endpoint.parse(path: path)
            return { .connect(endpoint($0)) }
        case ("line", let pattern?):
            let filled = try LinePattern.parse(pattern)
            return { .line(filled($0)) }
        default:
            throw UsageError(
                "'\(text)' is not a ready check: use notify, http:URL, tcp:HOST:PORT, unix:PATH, line:REGEX or exit")
        }
    }

    /// The endpoint at which the application will answer, and at which no server may answer before the launch.
    var endpoint: Endpoint? {
        switch self {
        case .http(let request): request.endpoint
        case .connect(let endpoint): endpoint
        case .notify, .line, .exit: nil
        }
    }
}

/// The trigger of a reset.
package enum ResetTrigger: TemplateValue {
    case signal(SignalNumber)
    /// A command that runs beside the process.
    case exec(Command)
    /// An HTTP request, by default a POST, because a reset has effects.
    case http(HTTPRequest)
    /// An HTTP request to the address that the application announces with `X_OUTLIVE_HTTP`.
    case announced

    /// Parses `signal:NAME`, `exec:CMD`, `http:[METHOD ]URL`, or `http` alone for the announced URL.
    package static func parse(_ text: String) throws(UsageError) -> @Sendable (Placeholders) -> ResetTrigger {
        switch optionParts(text) {
        case ("http", nil): return { _ in .announced }
        case ("http", let url?):
            let request = try HTTPRequest.parse(url, method: "POST")
            return { .http(request($0)) }
        case ("exec", let command?):
            let filled = try Command.parse(command)
            return { .exec(filled($0)) }
        case ("signal", let name?):
            let signal = try SignalNumber(parsing: name)
            guard signal.isCatchable else {
                throw UsageError(
                    "no program can answer the signal '\(name)' with a reset: use one such as HUP, USR1 or RTMIN+1")
            }
            return { _ in .signal(signal) }
        default:
            throw UsageError(
                "'\(text)' is not a reset trigger: use signal:NAME, exec:CMD, http:[METHOD ]URL, or "
                    + "http alone for the URL that the application announces")
        }
    }
}

/// The acknowledgement of a reset.
package enum DoneSignal: TemplateValue {
    /// The application sends `READY=1` to `NOTIFY_SOCKET` again.
    case notify
    case line(LinePattern)
    /// The application answers an HTTP request with a status of 200 ... 399.
    ///
    /// It must answer with an error until the reset is done, which `{reset}` in the URL makes easy. A success before
    /// the reset is refused as a false acknowledgement.
    case http(HTTPRequest)
    /// The command of an `exec:` trigger ends with status 0.
    case exit
    /// The request of an `http` trigger gets a response with a status of 200 ... 399.
    case response

    /// Parses `notify`, `line:REGEX`, `http:URL`, `exit` or `response`.
    package static func parse(_ text: String) throws(UsageError) -> @Sendable (Placeholders) -> DoneSignal {
        switch optionParts(text) {
        case ("notify", nil): return { _ in .notify }
        case ("exit", nil): return { _ in .exit }
        case ("response", nil): return { _ in .response }
        case ("line", let pattern?):
            let filled = try LinePattern.parse(pattern)
            return { .line(filled($0)) }
        case ("http", let url?):
            let request = try HTTPRequest.parse(url, method: "GET")
            return { .http(request($0)) }
        default:
            throw UsageError("'\(text)' is not an acknowledgement of a reset: use notify, line:REGEX, http:URL or exit")
        }
    }

    /// Returns the default acknowledgement of a trigger.
    ///
    /// For a command this is its exit, for a request the response, and for a signal the notification, if the
    /// application also notifies that it is ready.
    package static func usual(ready: ReadyCheck, reset: ResetTrigger) throws(UsageError) -> Template<DoneSignal> {
        switch reset {
        case .exec: return try Template("exit")
        case .http, .announced: return try Template("response")
        case .signal where ready == .notify: return try Template("notify")
        case .signal(let signal):
            throw UsageError(
                "nothing acknowledges the reset 'signal:\(signal)': add --done notify, line:REGEX or http:URL")
        }
    }
}

/// An operation on a running application: its work or its probe.
package enum Action: TemplateValue, CustomStringConvertible {
    case exec(Command)
    /// An HTTP request, by default a GET.
    case http(HTTPRequest)

    /// Parses `exec:CMD` or `http:[METHOD ]URL`.
    package static func parse(_ text: String) throws(UsageError) -> @Sendable (Placeholders) -> Action {
        switch optionParts(text) {
        case ("exec", let command?):
            let filled = try Command.parse(command)
            return { .exec(filled($0)) }
        case ("http", let url?):
            let request = try HTTPRequest.parse(url, method: "GET")
            return { .http(request($0)) }
        default: throw UsageError("'\(text)' is not an action: use exec:CMD or http:URL")
        }
    }

    package var description: String {
        switch self {
        case .exec(let command): command.description
        case .http(let request): request.description
        }
    }

    /// Performs the action and waits for its end.
    ///
    /// - Returns: the standard output of the command, or the body of the response.
    func perform(_ role: HelperCommand) async throws -> [UInt8] {
        switch self {
        case .exec(let command):
            let output = try await command.runExpectingSuccess(
                for: role, failingWith: .command, outputLimit: longestResponse)
            guard output.received <= longestResponse else {
                throw Failure(
                    .command, "\(role.purpose) '\(command)' printed more than \(longestResponse) bytes: print less")
            }
            return output.tail
        case .http(let request):
            return try await request.sendExpectingSuccess(purpose: role.purpose, failingWith: .command).body
        }
    }
}

/// A regular expression to search for in lines of output.
package struct LinePattern: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    /// `Regex` is not sendable because it can have transformations; one parsed from text has none.
    private nonisolated(unsafe) let regex: Regex<AnyRegexOutput>

    /// Parses an expression; the value of a placeholder is matched literally.
    static func parse(_ text: String) throws(UsageError) -> @Sendable (Placeholders) -> LinePattern {
        let template = PlaceholderText(text)
        guard let sample = LinePattern(template, filledWith: .sample) else {
            throw UsageError("'\(text)' is not a regular expression: escape literal characters with a backslash")
        }
        // A value has no syntax, so every other one makes a regular expression, too.
        return { template.isConstant ? sample : LinePattern(template, filledWith: $0) ?? sample }
    }

    private init?(_ template: PlaceholderText, filledWith placeholders: Placeholders) {
        text = template.filled(with: placeholders) { value in
            value.reduce(into: "") { literal, character in
                if !character.isLetter && !character.isNumber { literal.append("\\") }
                literal.append(character)
            }
        }
        guard !text.isEmpty, let regex = try? Regex(text) else { return nil }
        self.regex = regex
    }

    func occurs(in line: String) -> Bool { line.contains(regex) }
    package var description: String { text }
    package static func == (one: LinePattern, other: LinePattern) -> Bool { one.text == other.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
