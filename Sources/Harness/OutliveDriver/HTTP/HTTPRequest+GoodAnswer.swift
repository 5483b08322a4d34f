internal import OutliveModel

extension HTTPRequest {
    /// Sends the request once.
    ///
    /// - Parameters:
    ///   - purpose: the subject of an error message.
    ///   - code: the code of the thrown failure.
    /// - Throws: `Failure` if there is no response with a status of 200 ... 399.
    func sendExpectingSuccess(purpose: String, failingWith code: Failure.Code) async throws -> HTTPResponse {
        do {
            let response = try await send()
            guard !response.isGood else { return response }
            throw Failure(
                code,
                "\(purpose) '\(self)' was answered with status \(response.status), not 200 ... 399: "
                    + "check method and URL",
                output: response.body.isEmpty ? nil : String(decoding: response.body.suffix(4096), as: UTF8.self))
        } catch let error as ConnectionError {
            throw Failure(code, "\(purpose) '\(self)' was not answered: \(error); check the URL")
        } catch is HTTPSyntaxError {
            throw Failure(code, "\(purpose) '\(self)' was answered with something other than HTTP: check the URL")
        }
    }
}
