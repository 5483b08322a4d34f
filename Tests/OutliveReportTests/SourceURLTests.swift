import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct SourceURLTests {
    private let place = CheckoutPlace(path: "Sources/App/Feed.swift", line: 42)

    @Test(arguments: [
        ("https://git.example/app/{file}#L{line}", "https://git.example/app/Sources/App/Feed.swift#L42"),
        ("http://localhost:8080/?f={file}&l={line}", "http://localhost:8080/?f=Sources/App/Feed.swift&l=42"),
        ("vscode://file/{file}:{line}", "vscode://file/home/me/app/Sources/App/Feed.swift:42"),
        ("idea://open?file={file}&line={line}", "idea://open?file=/home/me/app/Sources/App/Feed.swift&line=42"),
    ])
    func `A repository has the path in the checkout, and an editor the absolute path`(
        template: String, link: String
    ) throws {
        #expect(try SourceURL(template).link(to: place, in: "/home/me/app") == link)
        #expect(try SourceURL(template).link(to: place, in: "/home/me/app/") == link)
    }

    @Test(arguments: [
        ("javascript://x/{file}{line}", "must begin with http://"),
        ("data://text/html,{file}{line}", "must begin with"),
        ("javascript:alert('{file}{line}')", "must begin with"), ("file:///{file}:{line}", "must begin with"),
        ("JavaScript://%0aalert(1)//{file}{line}", "must begin with"), ("vscode:{file}:{line}", "must begin with"),
        ("{file}:{line}", "must begin with"), ("", "must begin with"), ("https:", "must begin with"),
        (" https://h/{file}#L{line}", "must begin with"), ("vbscript://h/{file}#L{line}", "must begin with"),
        ("https://h/{file}", "must contain {line} once"), ("https://h/#{line}", "must contain {file} once"),
        ("https://h/{file}/{file}#{line}", "must contain {file} once"),
        ("https://h/{file}#{line}{column}", "only the placeholders"),
        ("https://h/{file}#{line}}", "only the placeholders"),
        ("https://{file}/#{line}", "the host of the address must be fixed"),
        ("https:///{file}#{line}", "the host of the address must be fixed"),
        ("https://user@h/{file}#{line}", "without a user"),
        ("https://h/a b/{file}#{line}", "has no spaces"), ("https://h/\"onclick=x/{file}#{line}", "has no spaces"),
        ("https://h/\u{202E}/{file}#{line}", "has no spaces"), ("https://h/\n{file}#{line}", "has no spaces"),
    ])
    func `A template that is no safe address is refused with a valid form`(template: String, reason: String) {
        let error = #expect(throws: SourceURL.Invalid.self) { try SourceURL(template) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("\n") == false)
    }

    @Test func `A name of a file changes no other part of the address`() throws {
        let nasty = CheckoutPlace(path: "a/../?q=#x\"<é {line}&%.swift", line: 7)
        let link = try SourceURL("https://h/{file}#L{line}").link(to: nasty, in: "/r")
        #expect(link == "https://h/a/../%3Fq%3D%23x%22%3C%C3%A9%20%7Bline%7D%26%25.swift#L7")
    }

    @Test func `Without a checkout an editor has no link`() throws {
        #expect(try SourceURL("vscode://file/{file}:{line}").link(to: place, in: "") == nil)
    }

    @Test func `Every line of the checkout on the page is linked, and nothing is loaded`() throws {
        let url = try SourceURL("https://git.example/notes/blob/main/{file}#L{line}")
        let page = try Report.traced.page(
            root: "/home/user/projects/note-service", sourceURL: url)
        #expect(HTMLChecker(page, linking: ["https://git.example/notes/blob/main/Sources/"]).complaints == [])
        #expect(!HTMLChecker(page).complaints.isEmpty)
        let address = "https://git.example/notes/blob/main/Sources/NoteService/Session.swift#L42"
        let link = "<a class=\"open\" href=\"\(address)\" rel=\"noreferrer\">"
        // In the verdict, and in the trace.
        #expect(page.ranges(of: link + "<code class=\"place\">Session.swift:42</code></a>").count == 2)
        #expect(page.contains("#L31\" rel=\"noreferrer\"><code>NoteService/Session.swift:31</code></a>"))
        #expect(!(try Report.traced.page(root: "/home/user/projects/note-service").contains("class=\"open\"")))
        // Files outside of the checkout have no address in its repository.
        let other = try Report.traced.page(root: "/elsewhere", sourceURL: url)
        #expect(!other.contains("class=\"open\""))
    }
}
