public import OutliveModel

/// How a reset is triggered.
public enum ResetTrigger: TemplateValue {
    /// A signal to the process.
    case signal(SignalNumber)
    /// A command, run beside the process.
    case exec(Command)
    /// An HTTP request; POST where no method is named, as a reset changes things.
    case http(HTTPRequest)
    /// An HTTP request to where the application says, by `X_OUTLIVE_HTTP`, that it listens.
    case announced

    /// Reads `signal:NAME`, `exec:CMD`, `http:[METHOD ]URL`, or `http` alone for the URL that is announced.
    ///
    /// - Throws: `UsageError` when the text is none of these.
    public init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        if text == "http" {
            self = .announced
        } else if let name = text.after("signal:") {
            let signal = try SignalNumber(parsing: name)
            guard signal.isCatchable else {
                throw UsageError(
                    "no program can answer the signal '\(name)' with a reset: use one such as HUP, USR1 or RTMIN+1")
            }
            self = .signal(signal)
        } else if let command = text.after("exec:") {
            self = .exec(try Command(parsing: command, filling: placeholders))
        } else if let request = HTTPRequest.text(inOption: text) {
            self = .http(try HTTPRequest(parsing: placeholders.fill(request), method: "POST"))
        } else {
            throw UsageError(
                "'\(text)' does not say how a reset is triggered: use signal:NAME, exec:CMD, http:[METHOD ]URL, or "
                    + "http alone for the URL that the application announces")
        }
    }
}
