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
    ///
    /// - Throws: `UsageError` if the text is none of these.
    package init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        if text == "notify" {
            self = .notify
        } else if text == "exit" {
            self = .exit
        } else if let request = HTTPRequest.text(inOption: text) {
            self = .http(try HTTPRequest(parsing: placeholders.fill(request), method: "GET"))
        } else if let address = text.after("tcp:") {
            self = .connect(try Endpoint(hostAndPort: placeholders.fill(address)))
        } else if let path = text.after("unix:") {
            self = .connect(try Endpoint(path: placeholders.fill(path)))
        } else if let pattern = text.after("line:") {
            self = .line(try LinePattern(parsing: pattern, filling: placeholders))
        } else {
            throw UsageError(
                "'\(text)' is not a ready check: use notify, http:URL, tcp:HOST:PORT, unix:PATH, line:REGEX or exit"
            )
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
