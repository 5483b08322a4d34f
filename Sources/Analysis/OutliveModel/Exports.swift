// The tools name what they exchange with an application wherever they name what they make of it.
@_exported public import OutliveWire

// Short names, in the tools alone: an application may have types of these names.
package typealias Birth = Survivor.Birth
package typealias Frame = Backtrace.Frame
package typealias Symbol = Backtrace.Symbol

// Overloads for the synthesized decoders of the types in this module: see OutliveWire.
extension KeyedDecodingContainer {
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decodeWholeNumber(forKey: key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try decodeWholeNumberIfPresent(forKey: key)
    }
    func decode(_ type: [Int].Type, forKey key: Key) throws -> [Int] { try decodeWholeNumbers(forKey: key) }
}
