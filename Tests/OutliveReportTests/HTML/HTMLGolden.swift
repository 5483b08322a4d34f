import OutliveModel
import OutliveReport
import Testing

/// Pages in the form of golden files.
enum HTMLGolden {
    /// A page without the parts that other tests check or that always change: plots, style, script and downloads.
    static func essence(of page: String) -> String {
        let shell = page.replacing(#/<(style|script)>[^<]*</(?:style|script)>/#) {
            "<\($0.output.1)></\($0.output.1)>"
        }
        .replacing(#/base64,[A-Za-z0-9+\/=]*/#, with: "base64,")
        .replacing(#/sha256-[A-Za-z0-9+\/=]*/#, with: "sha256-")
        // The sizes of the data.
        .replacing(#/\(outlive\.(json|csv), [^)]*\)/#) { "(outlive.\($0.output.1))" }
        return PlotGolden.all.reduce(shell) { page, plot in
            plot.text.map { page.replacing($0, with: "<figure>\(plot.name)</figure>\n") } ?? page
        }
    }
}

extension Report {
    /// The page of the report.
    func page(
        root: String = "", source: SourceReader? = nil, sourceURL: SourceURL? = nil,
        comparison: ReportComparison? = nil
    ) throws -> String {
        let options = PresentationOptions(root: root, source: source, sourceURL: sourceURL, comparison: comparison)
        let bytes = try ReportFormat.html.bytes(for: self, options)
        return String(decoding: bytes, as: UTF8.self)
    }
}
