internal import ArgumentParser
internal import Foundation

struct ConfigOption: ParsableArguments {
    @Option(
        help: .init(
            "A YAML file with any of these options, 'name: value'; the command line takes precedence.",
            valueName: "file"))
    var config: String?

    /// The folder for `{here}`: the folder of the file, or the current one without a file.
    var folder: String {
        let folder = config.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return (folder ?? URL(fileURLWithPath: ".")).standardizedFileURL.path
    }
}
