internal import OutliveModel

extension HeapExplorer {
    /// The inspector of single objects, which the script fills from the command that serves the page.
    var inspector: PageSection {
        PageSection("inspector", "Objects", heading: "Objects") {
            HTMLNode.tag("form", ["class": "tools", "id": "object-form"]) {
                HTMLNode.tag("label") {
                    HTMLNode.tag("span") { "Address" }
                    HTMLNode.tag(
                        "input",
                        [
                            "type": "search", "id": "object-address", "autocomplete": "off", "spellcheck": "false",
                            "placeholder": "0x7f12a0",
                        ])
                }
                HTMLNode.tag("button", ["type": "submit"]) { "Show" }
                HTMLNode.tag("p", ["class": "note", "id": "object-status", "role": "status"]) {}
            }
            HTMLNode.paragraph(
                "Type the address of an object, or open a type and press \"List its objects\".", class: "note")
            HTMLNode.tag("div", ["id": "object-view"])
        }
    }
}
