public import OutliveModel

/// Turns a report into bytes in one format; writes no file and knows no tool.
public protocol Reporter: Sendable {
    /// The report in this format.
    ///
    /// - Throws: an error of the encoder when a value cannot be expressed in the format.
    func bytes(for report: Report) throws -> [UInt8]
}
