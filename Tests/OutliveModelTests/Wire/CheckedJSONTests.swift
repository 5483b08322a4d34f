import Foundation
import OutliveModel
import Testing

struct CheckedJSONTests {
    @Test func `JSON is decoded after its check, in one place`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let sources = folder.appending(path: "../../../Sources").standardized
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let decoding = try files.compactMap { $0 as? URL }.filter { file in
            guard file.pathExtension == "swift" else { return false }
            let text = try String(contentsOf: file, encoding: .utf8)
            return text.contains("JSONDecoder(") || text.contains("JSONSerialization.jsonObject")
        }
        #expect(decoding.map(\.lastPathComponent) == ["CheckedJSON.swift"])
    }

    @Test func `A name or a text with a long run of combining marks is refused`() throws {
        let marks = String(repeating: #"\u0301\u0316"#, count: 15)
        #expect(try CheckedJSON("{\"\(marks)\":1}".utf8).decode([String: Int].self).count == 1)
        for text in ["{\"\(marks)\u{301}\":1}", "[\"\(marks)\u{20DD}\"]"] {
            let flaw = #expect(throws: StrictJSON.Flaw.self) { try CheckedJSON(text.utf8) }
            #expect(flaw?.description == "it has a text with more than 30 combining marks in a row")
        }
    }

    @Test func `A text may be as long as its reader allows`() throws {
        let text = "[\"\(String(repeating: "a", count: 9))\"]"
        #expect(try CheckedJSON(text.utf8, longestText: 9).decode([String].self) == ["aaaaaaaaa"])
        #expect(throws: StrictJSON.Flaw.self) { try CheckedJSON(text.utf8, longestText: 8) }
    }
}
