import Foundation

/// An error that ends the program: a one-line message, and an exit code of `sysexits.h` or of Outlive's.
struct ServiceFailure: Error, CustomStringConvertible {
    var description: String
    var exitCode: Int32

    static func usage(_ message: String) -> ServiceFailure {
        ServiceFailure(description: message, exitCode: 64)
    }

    static func unreadableData(path: String, reason: String) -> ServiceFailure {
        ServiceFailure(description: "cannot read the data file \(path): \(reason)", exitCode: 66)
    }

    static func failed(_ message: String) -> ServiceFailure {
        ServiceFailure(description: message, exitCode: 3)
    }

    /// Returns the system's description of an error, on one line.
    static func reason(of error: any Error) -> String {
        if let code = error.underlyingPOSIXCode { return String(cString: strerror(code)) }
        return error.localizedDescription
    }
}

extension Error {
    fileprivate var underlyingPOSIXCode: Int32? {
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.underlyingPOSIXCode
    }
}
