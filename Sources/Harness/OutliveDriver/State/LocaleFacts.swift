/// Returns the visible parts of a process's locale: variables, and mapped files with locales.
///
/// - Parameters:
///   - environment: the variables, or `nil` if they could not be read.
///   - files: the paths of the mapped files, or `nil` if they could not be read.
func localeFacts(environment: [String: String]?, files: [String]?) -> Facts? {
    guard environment != nil || files != nil else { return nil }
    let variables = environment?.filter { name, _ in
        name == "LANG" || name == "LANGUAGE" || name.hasPrefix("LC_")
    }
    let archives = files?.filter { $0.contains("/locale/") }.map { "file \($0)" }
    return Facts(settings: variables ?? [:]).merging(Facts(present: archives ?? [])) { first, _ in first }
}
