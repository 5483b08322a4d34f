// Code that uses this module also uses the types that the tools exchange with an application.
@_exported public import OutliveWire

// The short names exist only in the tools, because an application may have types with the same names.
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
