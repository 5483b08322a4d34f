struct TestCaseName {
    /// The class with its module, if the log contains it: `Module.Class`.
    let suite: Bytes
    /// The name of the test case without the class.
    let test: Bytes

    /// Parses `-[Module.Class test]`, `Class.test()` or `Module.Class/test()`; any other name is a test without a
    /// suite.
    init(_ name: Bytes) {
        var (start, end) = (0, name.count)
        var cut: Int?
        if name.has("-[") || name.has("+[") {
            start = 2
            if end > start, name[end - 1] == UInt8(ascii: "]") { end -= 1 }
            cut = name.part(0, end).firstIndex(of: UInt8(ascii: " "), from: start)
        } else {
            // Arguments may have dots.
            let arguments = name.firstIndex(of: UInt8(ascii: "(")) ?? end
            cut = name[..<arguments].lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
        }
        suite = name.part(start, cut ?? start)
        test = name.part(cut.map { $0 + 1 } ?? start, end)
    }
}
