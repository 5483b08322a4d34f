internal import OutliveModel

/// A hash of what a trace is, which is the same on other machines, in other runs and when lines move.
enum Fingerprint {
    /// Sixteen hexadecimal digits.
    static func of(_ holders: [Holder], shape: LeakTrace.Shape, culprit: Culprit?) -> String {
        var hash = FNV1a()
        hash.add(shape.rawValue)
        hash.add(TypeNames.withoutContexts(holders.last?.typeName ?? ""))
        hash.add(culprit?.name ?? "")
        for holder in holders {
            hash.add(holder.kind.rawValue)
            hash.add(holder.hasVolatileName ? "" : name(of: holder))
            hash.add(holder.reference.shape)
        }
        let digits = String(hash.value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// A closure by its function: its name in a step may depend on whether its line is known.
    private static func name(of holder: Holder) -> String {
        if holder.kind == .closure, let code = holder.code { return code.function }
        return TypeNames.withoutContexts(holder.name)
    }
}

/// The hash of Fowler, Noll and Vo, 64 bits, with the end of each text hashed as well.
private struct FNV1a {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
