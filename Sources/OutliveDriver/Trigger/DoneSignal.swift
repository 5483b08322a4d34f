/// How a reset is acknowledged.
public enum DoneSignal: TemplateValue {
    /// The application sends `READY=1` to `NOTIFY_SOCKET` again.
    case notify
    /// The application prints a line.
    case line(LinePattern)
    /// The application answers an HTTP request with a status of 200 ... 399.
    ///
    /// It has to say no until the reset is done, which `{reset}` in the URL makes easy; one that answers well before
    /// the reset was asked for is refused.
    case http(HTTPRequest)
    /// The command of an `exec:` trigger ends with status 0.
    case exit
    /// The request of an `http` trigger is answered with a status of 200 ... 399.
    case response

    /// Reads `notify`, `line:REGEX`, `http:URL`, `exit` or `response`.
    ///
    /// - Throws: `UsageError` when the text is none of these.
    public init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        if let simple = Self.simple[text] {
            self = simple
        } else if let pattern = text.after("line:") {
            self = .line(try LinePattern(parsing: pattern, filling: placeholders))
        } else if let request = HTTPRequest.text(inOption: text) {
            self = .http(try HTTPRequest(parsing: placeholders.fill(request), method: "GET"))
        } else {
            throw UsageError(
                "'\(text)' does not say how a reset is acknowledged: use notify, line:REGEX, http:URL or exit")
        }
    }

    private static let simple: [String: DoneSignal] = ["notify": .notify, "exit": .exit, "response": .response]

    /// The acknowledgement where none was chosen: the end of a command, the answer to a request, and for a signal
    /// the notification of an application that also notified that it was ready.
    ///
    /// - Throws: `UsageError` for a signal to an application that does not notify: it would answer nothing.
    public static func usual(ready: ReadyCheck, reset: ResetTrigger) throws(UsageError) -> Template<DoneSignal> {
        switch reset {
        case .exec: return try Template("exit")
        case .http, .announced: return try Template("response")
        case .signal where ready == .notify: return try Template("notify")
        case .signal(let signal):
            throw UsageError(
                "nothing acknowledges the reset 'signal:\(signal)': add --done notify, line:REGEX or http:URL"
            )
        }
    }
}
