package import OutliveModel

/// The trigger of a reset.
package enum ResetTrigger: TemplateValue {
    /// A signal to the process.
    case signal(SignalNumber)
    /// A command that runs beside the process.
    case exec(Command)
    /// An HTTP request, by default a POST, because a reset has effects.
    case http(HTTPRequest)
    /// An HTTP request to the address that the application announces with `X_OUTLIVE_HTTP`.
    case announced

    /// Parses `signal:NAME`, `exec:CMD`, `http:[METHOD ]URL`, or `http` alone for the announced URL.
    ///
    /// - Throws: `UsageError` if the text is none of these.
    package init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
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
                "'\(text)' is not a reset trigger: use signal:NAME, exec:CMD, http:[METHOD ]URL, or "
                    + "http alone for the URL that the application announces")
        }
    }
}
