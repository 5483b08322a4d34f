internal import OutliveModel
internal import OutliveSupport

extension HeapExplorer {
    /// The allocation stacks as a flame graph, with the functions as a table for readers without the script.
    var calls: PageSection {
        PageSection("calls", "Allocations", heading: "Allocations") {
            if let calls = picture.calls {
                let pruned = PrunedCalls(calls).folded
                HTMLNode.paragraph(
                    "The width of a call is what it and its callees allocated and is still alive. Calls of less than 0.1 % "
                        + "of both objects and bytes are left out. A call into a package stands for what that calls in "
                        + "turn; functions of the toolchain and thunks belong to their callers, and recursion is one "
                        + "call.", class: "note")
                if pruned.functions.contains(where: { $0.name == Frame.cut.symbols[0].function }) {
                    HTMLNode.paragraph(
                        "(cut) stands for the callers beyond the frames that were captured of a stack; outlive run "
                            + "--frames 64 captures more.", class: "note")
                }
                if pruned.totals[0].bytes > 0, calls.tree.calls[0].bytes > 0 {
                    HTMLNode.paragraph(
                        "\(counted(calls.tree.calls[0].objects, "block")), \(bytesText(calls.tree.calls[0].bytes)), have no"
                            + " stack.", class: "note")
                }
                HTMLNode.tag("div", ["id": "calls-view", "hidden": ""])
                HTMLNode.folded("The functions as a table", class: "group") { functionTable(pruned) }
            } else {
                HTMLNode.paragraph(
                    "The snapshot has no allocation stacks: it was taken from outside. Start the program with "
                        + "'outlive run --census signal -- CMD' and take the snapshot with 'outlive census --graph'.")
            }
        }
    }

    private func functionTable(_ calls: PrunedCalls) -> HTMLNode {
        HTMLTable(
            label: "Functions by live memory",
            columns: [.text("Function"), .number("Objects"), .number("Bytes"), .number("Share")],
            limit: PageLimits.explorerGroups, noun: "function", isWide: true
        ).node(calls.functions) { function in
            [
                .code(function.name, limit: PageLimits.explorerText), .text(grouped(function.total.objects)),
                .text(bytesText(function.total.bytes)),
                .text(shareText(function.total.bytes, of: calls.totals[0].bytes)),
            ]
        }
    }
}
