internal import OutliveWire

/// An error of a host, step or notifier.
public struct ResetError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// A step threw an error, and the application could not be started.
        public static let stepFailed = Code(name: "stepFailed")
        /// The value of a step was read while the step was not built.
        public static let notBuilt = Code(name: "notBuilt")
        /// The host has already been started.
        public static let refused = Code(name: "refused")
        /// The host has not been started, or was stopped.
        public static let notRunning = Code(name: "notRunning")
        /// The request comes from inside a running step, and would wait for itself.
        public static let inside = Code(name: "inside")
        /// The deadline passed while another request was being executed, or too many requests are queued.
        public static let busy = Code(name: "busy")
        /// A request file cannot be read.
        public static let unreadableRequest = Code(name: "unreadableRequest")
        /// The signal does not exist or cannot be caught.
        public static let unknownSignal = Code(name: "unknownSignal")
        /// A notifier cannot listen.
        public static let cannotListen = Code(name: "cannotListen")
    }

    /// The kind of the error.
    public let code: Code
    /// A one-line description: what happened, to what, and what to do.
    public let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static let busy = ResetError(
        .busy, "another request was being carried out until the deadline; ask again, or give a longer one")

    /// The refusal in the reply, or `nil` if this error does not refuse a request.
    var refusal: ResetReply.Refusal? {
        switch code {
        case .busy: .busy
        case .inside: .inside
        case .notRunning: .notRunning
        default: nil
        }
    }
}
