/// An error of a library call.
struct ATSPICallError: Error {
    let message: String
    /// `true` if the call exceeded its time limit.
    let isLate: Bool
}

extension ATSPILibrary {
    /// Calls a function that reports errors, and frees the error.
    ///
    /// - Parameters:
    ///   - function: The call.
    ///   - discard: Frees a result that comes with an error or too late.
    /// - Throws: `ATSPICallError`.
    func call<Result>(_ function: (ErrorSlot) -> Result, discard: (Result) -> Void = { _ in }) throws -> Result {
        var error: OpaquePointer?
        let start = ContinuousClock.now
        let result = function(&error)
        // Some functions report no error on a timeout, and others identify it only by their message.
        let isLate = start.duration(to: .now) >= .milliseconds(ATSPIConnection.answerLimit)
        guard error != nil || isLate else { return result }
        discard(result)
        defer { if let error { freeError(error) } }
        throw ATSPICallError(message: error.flatMap(message) ?? "no reason was told", isLate: isLate)
    }

    private func message(of error: OpaquePointer) -> String? {
        // The message is the third field of a `GError`, after two 32-bit numbers.
        let message = UnsafeRawPointer(error).load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
        return message.map { String(cString: $0) }
    }

    /// Takes ownership of a C string and converts it.
    func string(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
        defer { free(characters) }
        return characters.map { String(cString: $0) }
    }
}
