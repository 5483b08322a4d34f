import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct FlameGraphTests {
    /// The calls of a picture, in the order of the file.
    private func calls(_ profile: AllocationProfile) throws -> [(title: [String], x: Double, width: Double, y: Int)] {
        let document = try XMLDocument(data: Data(FlameGraph(profile).text.utf8))
        let root = try #require(document.rootElement())
        return try root.elements(forName: "svg").map { call in
            func number(_ name: String) throws -> Double {
                let text = try #require(call.attributes?.first { $0.name == name }?.stringValue)
                return try #require(Double(text.replacing("%", with: "")))
            }
            let title = try #require(call.elements(forName: "title").first?.stringValue)
            return (title.components(separatedBy: "\n"), try number("x"), try number("width"), Int(try number("y")))
        }
    }

    @Test func `A call is as wide as its share of the bytes and lies under its caller`() throws {
        let calls = try calls(.small)
        #expect(
            calls.map { $0.title[0] } == [
                "all", "main()", "(stack not captured)", "Session.init(id:)", "app+0x1700",
            ])
        #expect(calls[0].width == 100)
        #expect(abs(calls[1].width - 12_300.0 / 130) < 0.001)
        #expect(abs(calls[3].width - 12_000.0 / 130) < 0.001)
        #expect(calls[3].x == calls[1].x)
        #expect(calls[3].y > calls[1].y)
        #expect(abs(calls[4].x - calls[3].width) < 0.001)
        #expect(calls[3].title == ["Session.init(id:)", "App/A.swift", "120 B in 3 blocks (92.31%)"])
    }

    @Test func `Frames of libraries are drawn on request, and no name ends within a letter`() throws {
        var profile = AllocationProfile.small
        profile.hasAllFrames = true
        let calls = try calls(profile)
        #expect(calls.last?.title.prefix(2) == ["malloc", "/lib/libc.so.6"])
        let narrow = Frame.named(3, "App.aFunctionWithALongName() -> ()", line: 1)
        let main = Frame.named(4, "App.main() -> ()", line: 1)
        let stacks = [([narrow, main], 1), ([main], 19)].map {
            LiveStack(Backtrace(frames: $0.0), objects: 1, bytes: $0.1)
        }
        let text = FlameGraph(AllocationProfile(stacks, title: "app")).text
        #expect(text.contains(">aFuncti…</text>"))
    }

    @Test func `The legend has the words of the page to explore a heap`() {
        let text = FlameGraph(.small).text
        for words in ["the program", "packages", "standard libraries", "unknown"] {
            #expect(text.contains(" \(words) "))
        }
    }

    @Test func `Calls too narrow to see are left out and counted`() throws {
        let narrow = Frame.named(1, "App.narrow() -> ()", line: 1)
        let wide = Frame.named(2, "App.wide() -> ()", line: 1)
        let profile = AllocationProfile(
            [
                LiveStack(Backtrace(frames: [narrow]), objects: 1, bytes: 1),
                LiveStack(Backtrace(frames: [wide]), objects: 1, bytes: 1_000_000),
            ], title: "app")
        #expect(try calls(profile).map { $0.title[0] } == ["all", "wide()"])
        #expect(FlameGraph(profile).text.contains("; 1 call too narrow to draw"))
        // Blocks without a stack are drawn, and are no call.
        let others = AllocationProfile(
            profile.stacks + [LiveStack(Backtrace(), objects: 1, bytes: 1_000_000)], title: "app")
        #expect(try calls(others).count == 3)
        #expect(FlameGraph(others).text.contains("; 1 call too narrow to draw"))
    }

    @Test func `The picture is well-formed and loads nothing`() throws {
        for profile in [AllocationProfile.small, AllocationProfile([], title: "")] {
            let text = FlameGraph(profile).text
            #expect(throws: Never.self) { try XMLDocument(data: Data(text.utf8)) }
            #expect(!text.contains("href"))
            #expect(!text.contains("url("))
        }
    }
}
