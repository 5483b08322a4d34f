internal import OutliveModel
internal import OutliveSupport

extension Report {
    /// Fails a run by routes none of whose requests was answered with success, because their code has not run.
    mutating func refuseUnansweredRoutes() {
        guard let routes = routes?.routes, failures.isEmpty, !interrupted else { return }
        let answers = routes.flatMap(\.answers)
        guard !answers.isEmpty, !answers.contains(where: \.isSuccess) else { return }
        let counts = Dictionary(answers.map { ($0.status, $0.count) }, uniquingKeysWith: +)
        let parts = counts.sorted { ($1.value, $0.key ?? 0) < ($0.value, $1.key ?? 0) }.prefix(3).map { status, count in
            "\(grouped(count)) \(status.map { "with \($0)" } ?? "without an answer")"
        }
        failures.append(
            Failure(
                .command,
                "none of \(counted(counts.values.reduce(0, +), "request")) of --routes was answered with success "
                    + "(\(parts.joined(separator: ", "))), so nothing is known: check the paths of the file, --login and "
                    + "--header"))
    }
}
