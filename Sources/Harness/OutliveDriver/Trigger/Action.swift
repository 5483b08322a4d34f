internal import OutliveModel

/// An operation on a running application: its work or its probe.
package enum Action: TemplateValue, CustomStringConvertible {
    /// A command that runs beside the application.
    case exec(Command)
    /// An HTTP request, by default a GET.
    case http(HTTPRequest)

    /// Parses `exec:CMD` or `http:[METHOD ]URL`.
    ///
    /// - Throws: `UsageError` if the text is neither.
    package init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        if let command = text.after("exec:") {
            self = .exec(try Command(parsing: command, filling: placeholders))
        } else if let request = HTTPRequest.text(inOption: text) {
            self = .http(try HTTPRequest(parsing: placeholders.fill(request), method: "GET"))
        } else {
            throw UsageError("'\(text)' is not an action: use exec:CMD or http:URL")
        }
    }

    /// The command or the request.
    package var description: String {
        switch self {
        case .exec(let command): command.description
        case .http(let request): request.description
        }
    }

    /// Performs the action and waits for its end.
    ///
    /// - Parameter purpose: the role of the action.
    /// - Returns: the standard output of the command, or the body of the response.
    /// - Throws: `Failure` if the action fails or its output exceeds 16 MiB.
    func perform(_ purpose: HelperCommand) async throws -> [UInt8] {
        switch self {
        case .exec(let command):
            let result = try await command.runExpectingSuccess(
                for: purpose, failingWith: .command, outputLimit: longestResponse)
            guard result.output.received <= longestResponse else {
                throw Failure(
                    .command, "\(purpose.purpose) '\(command)' printed more than \(longestResponse) bytes: print less")
            }
            return result.output.tail
        case .http(let request):
            return try await request.sendExpectingSuccess(purpose: purpose.purpose, failingWith: .command).body
        }
    }
}
