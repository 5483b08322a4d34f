import OutliveHeap
import OutliveModel
import Testing

/// The frames of the program and of the platform's libraries on allocation stacks.
@Suite struct ProgramFramesTests {
    private func backtrace(_ frames: (module: String, function: String)...) -> Backtrace {
        Backtrace(
            frames: frames.map { module, function in
                var frame = Frame(module: module, buildID: nil, offset: 16)
                var symbol = Symbol(function: function)
                if module == "/app" { (symbol.file, symbol.line) = ("Shop.swift", 7) }
                frame.symbols = [symbol]
                return frame
            })
    }

    private let dictionary = HeapType(described: "Foundation._NSCFDictionary")

    @Test func `A C function of Foundation that the program calls allocates for Foundation`() {
        let stack = backtrace(
            ("/usr/lib/swift/linux/libFoundation.so", "CFDictionaryCreateMutableCopy"),
            ("/usr/lib/swift/linux/libFoundation.so", "CFAttributedStringReplaceAttributedString"),
            ("/app", "Shop.title() -> ()"))
        #expect(stack.ownerInPlatform(of: dictionary) == "Foundation")
    }

    @Test func `The program allocates what it creates by an initializer`() {
        let stack = backtrace(
            ("/usr/lib/swift/linux/libFoundation.so", "Foundation.NSCache.init() -> Foundation.NSCache"),
            ("/app", "Shop.title() -> ()"))
        #expect(stack.ownerInPlatform(of: HeapType(described: "Foundation.NSCache")) == nil)
    }

    @Test func `A function of the C library has no owner`() {
        let stack = backtrace(("/lib/libc.so.6", "fopen"), ("/app", "Shop.title() -> ()"))
        #expect(stack.ownerInPlatform(of: dictionary) == nil)
    }

    @Test func `An instance of a class of tests is XCTest's, and what its properties begin with is the program's`() {
        let made = (
            "/app",
            "ShopTests.CartTests.__allocating_init(name: Swift.String, testClosure: (XCTest.XCTestCase) throws -> ()) "
                + "-> ShopTests.CartTests"
        )
        let main = ("/usr/lib/swift/linux/libXCTest.so", "XCTest.XCTMainMisc(_: Swift.Array<()>) -> Swift.Int32")
        #expect(!backtrace(made, main).isOfProgram)
        let property = ("/app", "variable initialization expression of ShopTests.CartTests.cart : Shop.Cart")
        #expect(backtrace(("/app", "Shop.Cart.__allocating_init() -> Shop.Cart"), property, made, main).isOfProgram)
    }
}
