/// The acknowledgement of a reset.
package enum DoneSignal: TemplateValue {
    /// The application sends `READY=1` to `NOTIFY_SOCKET` again.
    case notify
    /// The application prints a line.
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
    ///
    /// - Throws: `UsageError` if the text is none of these.
    package init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        if let simple = Self.simple[text] {
            self = simple
        } else if let pattern = text.after("line:") {
            self = .line(try LinePattern(parsing: pattern, filling: placeholders))
        } else if let request = HTTPRequest.text(inOption: text) {
            self = .http(try HTTPRequest(parsing: placeholders.fill(request), method: "GET"))
        } else {
            throw UsageError(
                "'\(text)' is not an acknowledgement of a reset: use notify, line:REGEX, http:URL or exit")
        }
    }

    private static let simple: [String: DoneSignal] = ["notify": .notify, "exit": .exit, "response": .response]

    /// Returns the default acknowledgement of a trigger.
    ///
    /// For a command this is its exit, for a request the response, and for a signal the notification, if the
    /// application also notifies that it is ready.
    ///
    /// - Throws: `UsageError` for a signal to an application that does not notify, because nothing would acknowledge
    ///   it.
    package static func usual(ready: ReadyCheck, reset: ResetTrigger) throws(UsageError) -> Template<DoneSignal> {
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
