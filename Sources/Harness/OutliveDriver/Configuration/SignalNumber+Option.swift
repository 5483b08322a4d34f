package import OutliveModel

extension SignalNumber {
    /// Parses `HUP`, `SIGHUP`, `RTMIN+1`, `RTMAX-2` or a number, in any letter case.
    ///
    /// - Throws: `UsageError` if there is no such signal.
    package init(parsing text: String) throws(UsageError) {
        guard let signal = SignalNumber(text) else {
            throw UsageError("there is no signal '\(text)': write a name such as HUP, USR1 or RTMIN+1, or a number")
        }
        self = signal
    }
}
