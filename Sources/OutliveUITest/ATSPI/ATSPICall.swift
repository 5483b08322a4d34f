/// What went wrong in a call of the library.
struct ATSPICallError: Error {
    let message: String
    /// Whether the time was up.
    let isLate: Bool
}

extension ATSPILibrary {
    /// Calls a function that reports errors, and frees the error.
    ///
    /// - Parameters:
    ///   - function: the call.
    ///   - discard: frees a result that comes with an error, or too late.
    /// - Throws: `ATSPICallError`.
    func call<Result>(_ function: (ErrorSlot) -> Result, discard: (Result) -> Void = { _ in }) throws -> Result {
        var error: OpaquePointer?
        let start = ContinuousClock.now
        let result = function(&error)
        // Some functions report no error when the time is up, and none tells it other than by words.
        let isLate = start.duration(to: .now) >= .milliseconds(ATSPIConnection.answerLimit)
        guard error != nil || isLate else { return result }
        discard(result)
        defer { if let error { freeError(error) } }
        throw ATSPICallError(message: error.flatMap(message) ?? "no reason was told", isLate: isLate)
    }

    private func message(of error: OpaquePointer) -> String? {
        // The third field of a GError, after two numbers of 32 bits.
        let message = UnsafeRawPointer(error).load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
        return message.map { String(cString: $0) }
    }

    /// Takes over a string.
    func string(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
        defer { free(characters) }
        return characters.map { String(cString: $0) }
    }
}
