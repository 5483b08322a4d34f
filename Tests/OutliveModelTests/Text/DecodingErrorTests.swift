import Foundation
import OutliveModel
internal import OutliveSupport
import Testing

struct DecodingErrorTests {
    private struct Shop: Decodable {
        struct Shelf: Decodable {
            var width: Double
        }
        var name: String?
        var count: UInt8?
        var isOpen: Bool?
        var shelves: [Shelf]?
        var prices: [String: Int]?
        var day: Weekday?
    }
    private enum Weekday: String, Decodable {
        case monday
    }

    @Test(arguments: [
        (#"{"name":1}"#, "'name' is not a text"), (#"{"count":"1"}"#, "'count' is not a whole number"),
        (#"{"isOpen":1}"#, "'isOpen' is not true or false"), (#"{"shelves":{}}"#, "'shelves' is not a list"),
        (#"{"shelves":[{"width":1},[]]}"#, "'shelves[1]' is not an object"),
        (#"{"shelves":[{"width":"1"}]}"#, "'shelves[0].width' is not a number"),
        (#"{"shelves":[{}]}"#, "'shelves[0].width' is missing"),
        (#"{"shelves":[null]}"#, "'shelves[0]' is null, not an object"),
        (#"{"prices":[]}"#, "'prices' is not an object"),
        (#"{"prices":{"a\nb":""}}"#, "'prices.a b' is not a whole number"),
        ("[]", "it is not an object"), ("null", "it is null, not an object"),
    ])
    func `A wrong field is reported by its path, on one line`(text: String, words: String) throws {
        #expect(try self.words(of: text) == words)
    }

    @Test func `A message is short`() throws {
        let long = String(repeating: "x\u{301}", count: 100_000)
        #expect(try words(of: #"{"prices":{"\#(long)":""}}"#).unicodeScalars.count < 120)
        #expect(try words(of: #"{"day":"\#(long)"}"#).unicodeScalars.count < 400)
        #expect(try words(of: #"{"day":"a\nb"}"#).isOnOneLine)
        #expect(try words(of: "{").isOnOneLine)
    }

    private func words(of text: String) throws -> String {
        try #require(throws: DecodingError.self) { try JSONDecoder().decode(Shop.self, from: Data(text.utf8)) }.words
    }
}
