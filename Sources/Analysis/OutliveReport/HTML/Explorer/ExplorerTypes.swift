internal import OutliveModel
internal import OutliveSupport

extension HeapExplorer {
    /// The types of the live objects. The script replaces the table by one that sorts, filters and opens.
    var types: PageSection {
        PageSection("types", "Types", heading: "Types") {
            HTMLNode.tag("div", ["class": "tools", "id": "type-tools", "hidden": ""]) {
                HTMLNode.tag("label") {
                    HTMLNode.tag("span") { "Search" }
                    HTMLNode.tag(
                        "input", ["type": "search", "id": "type-search", "autocomplete": "off", "spellcheck": "false"])
                }
                HTMLNode.tag("label") {
                    HTMLNode.tag("span") { "Show" }
                    HTMLNode.tag("select", ["id": "type-filter"]) {
                        HTMLNode.tag("option", ["value": "all"]) { "all types" }
                        for origin in TypeOrigin.allCases where origin != .raw {
                            HTMLNode.tag("option", ["value": origin.rawValue]) { origin.words }
                        }
                        if report.growth != nil { HTMLNode.tag("option", ["value": "new"]) { "with new objects" } }
                    }
                }
                // Narrow screens have no heads to sort by.
                HTMLNode.tag("label", ["class": "narrow"]) {
                    HTMLNode.tag("span") { "Sort by" }
                    HTMLNode.tag("select", ["id": "type-order"]) {}
                }
                HTMLNode.tag("p", ["class": "note", "id": "type-count", "role": "status"]) {}
            }
            HTMLNode.tag("div", ["id": "type-table"]) { typeTable }
        }
    }

    private var typeTable: HTMLNode {
        HTMLTable(
            label: "Types",
            columns: [
                .text("Type"), .number("Objects"), .number("Bytes"), .number("Retained"), .place("Most allocated at"),
            ],
            limit: PageLimits.explorerTypes, noun: "type", isWide: true
        ).node(report.types) { type in
            [
                .code(type.type.description, limit: PageLimits.explorerText), .text(grouped(type.objects)),
                .text(bytesText(type.bytes)), .text(bytesText(type.retainedBytes ?? type.bytes)),
                .place(type.site.place),
            ]
        }
    }

    /// The retained sizes as a map, with the largest groups as a table for readers without the script.
    var map: PageSection {
        let root = picture.retained
        return PageSection("map", "Retained memory", heading: "Retained memory") {
            HTMLNode.paragraph(
                "Each box is the memory that would be released with blocks of one type: \(bytesText(root.retainedBytes)) "
                    + "in \(counted(root.blocks, "block")). Boxes within a box are what only those blocks hold.",
                class: "note")
            HTMLNode.tag("div", ["id": "map-view", "hidden": ""])
            HTMLNode.folded("The largest groups as a table", class: "group") {
                HTMLTable(
                    label: "The largest groups",
                    columns: [
                        .text("Blocks of"), .number("Blocks"), .number("Bytes"), .number("Retained"), .number("Share"),
                    ], limit: PageLimits.explorerGroups, noun: "group", isWide: true
                ).node(root.children) { group in
                    [
                        .code(group.name, limit: PageLimits.explorerText), .text(grouped(group.blocks)),
                        .text(bytesText(group.bytes)), .text(bytesText(group.retainedBytes)),
                        .text(shareText(group.retainedBytes, of: root.retainedBytes)),
                    ]
                }
            }
        }
    }
}
