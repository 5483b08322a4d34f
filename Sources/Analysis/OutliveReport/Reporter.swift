package import OutliveModel

/// A type that encodes a report in one format, without writing files.
package protocol Reporter: Sendable {
    /// Returns the report in this format.
    ///
    /// - Throws: An error of the encoder if the format cannot express a value.
    func bytes(for report: Report) throws -> [UInt8]
}
