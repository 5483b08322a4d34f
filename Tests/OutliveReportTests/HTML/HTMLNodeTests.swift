import Testing

@testable import OutliveReport

@Suite struct HTMLNodeTests {
    @Test func `Text is plain text in any position`() {
        let node = HTMLNode.tag("p", ["title": #"a"b'c<d>&"#]) { #"<img src=x onerror="alert(1)"> & 'so'"# }
        #expect(
            node.html
                == #"<p title="a&quot;b&#39;c&lt;d&gt;&amp;">&lt;img src=x onerror="alert(1)"&gt; &amp; 'so'</p>"#
                + "\n")
    }

    @Test func `A mark that combines with a sign does not hide the sign`() {
        #expect(HTMLNode.text("<\u{301}b>").html == "&lt;\u{301}b&gt;")
    }

    @Test func `Invisible characters and bidirectional controls are spelled out`() throws {
        #expect(
            HTMLNode.text("a\u{202E}b\u{0}c\u{1B}[31m\u{200B}\u{85}").html
                == "a\\u{202e}b\\u{0}c\\u{1b}[31m\\u{200b}\\u{85}")
        for value in [0xFFFE, 0xFDD0, 0x10_FFFF] as [UInt32] {
            let scalar = try #require(Unicode.Scalar(value))
            #expect(HTMLNode.text(String(Character(scalar))).html == "\\u{\(String(value, radix: 16))}")
        }
        // Joined emoji stay whole.
        #expect(HTMLNode.text("👩\u{200D}🔧 é 漢").html == "👩\u{200D}🔧 é 漢")
    }

    @Test func `Line ends and tabs stay in text, and are references in attributes`() {
        #expect(
            HTMLNode.tag("pre", ["title": "a\n\tb"]) { "a\n\tb" }.html == "<pre title=\"a&#10;&#9;b\">a\n\tb</pre>\n")
    }

    @Test func `Elements without content end as HTML and SVG require`() {
        #expect(HTMLNode.tag("br").html == "<br>\n")
        #expect(HTMLNode.tag("p").html == "<p></p>\n")
        #expect(HTMLNode.tag("span") { HTMLNode.tag("wbr") }.html == "<span><wbr></span>")
        #expect(
            HTMLNode.tag("svg", ["viewBox": "0 0 1 1"]) {
                HTMLNode.tag("path", ["d": "M0,0L1,1"])
                HTMLNode.tag("text", ["x": "1"]) {
                    HTMLNode.tag("tspan") { "a" }
                    "b"
                }
            }.html
                == "<svg viewBox=\"0 0 1 1\">\n<path d=\"M0,0L1,1\"/>\n<text x=\"1\"><tspan>a</tspan>b</text>\n</svg>\n"
        )
    }

    @Test func `No blanks are added between adjacent words`() {
        let node = HTMLNode.tag("p") {
            "a"
            HTMLNode.tag("b") { "b" }
            HTMLNode.group([.text("c"), .tag("code") { "d" }])
        }
        #expect(node.html == "<p>a<b>b</b>c<code>d</code></p>\n")
    }

    @Test func `Attributes that are nil are left out, and Boolean ones have no value`() {
        #expect(
            HTMLNode.tag("details", ["open": "", "class": nil, "id": ""]) { HTMLNode.none }.html
                == "<details open id=\"\">\n</details>\n")
    }

    @Test func `Only its end tag ends a style or a script`() {
        #expect(
            HTMLNode.tag("script") { HTMLNode.verbatim("a = '</script><!--'") }.html
                == "<script>a = '<\\/script><\\!--'</script>\n")
        #expect(HTMLNode.tag("style") { "</style><b>" }.html == "<style><\\/style><b></style>\n")
    }

    @Test func `A node without output is empty`() {
        #expect(HTMLNode.none.isEmpty)
        #expect(HTMLNode.group([.text(""), .group([])]).isEmpty)
        #expect(!HTMLNode.tag("p").isEmpty)
    }

    @Test(arguments: [
        ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
        ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="),
        (String(repeating: "a", count: 64), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
    ])
    func `The hash of text is that of FIPS 180-4`(text: String, hash: String) {
        #expect(base64(sha256(Array(text.utf8))) == hash)
    }
}
