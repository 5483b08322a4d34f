internal import OutliveDriver
package import OutliveModel
internal import OutliveSupport

/// The commits of a repository.
package struct CommitHistory: BisectSubject {
    private static let manifests = ["Package.swift", "Package.resolved"]
    package let revisions: [Bisection.Revision]
    package let good: Bisection.Revision
    private let repository: GitRepository
    private let builds: RevisionBuilds

    /// Lists the commits after a good one, up to a bad one.
    ///
    /// - Throws: `Failure` if a revision is missing, or there are no commits between; `CancellationError`.
    package init(
        of repository: GitRepository, good: String, bad: String, builds: RevisionBuilds
    ) async throws {
        (self.repository, self.builds) = (repository, builds)
        let (first, last) = (try await repository.commit(good), try await repository.commit(bad))
        self.good = Bisection.Revision(name: first, subject: try await repository.subject(of: first))
        revisions = try await repository.commits(after: first, upTo: last)
    }

    package func measure(_ revision: Bisection.Revision) async throws -> MeasuredRevision {
        try await builds.measure(revision.name, as: revision.name)
    }

    package func manifestChanges(from one: Bisection.Revision, to other: Bisection.Revision) async throws -> String {
        try await repository.difference(from: one.name, to: other.name, of: Self.manifests)
    }
}

/// The versions of a dependency of a commit.
package struct PackageHistory: BisectSubject {
    package let revisions: [Bisection.Revision]
    package let good: Bisection.Revision
    private let commit: String
    private let pin: PackagePin
    private let builds: RevisionBuilds

    /// Lists the versions after a good one, up to a bad one, by the tags of the dependency's repository.
    ///
    /// - Parameters:
    ///   - name: The name of the dependency, as `Package.resolved` has it.
    ///   - bad: A version, or `nil` for the one in use.
    /// - Throws: `Failure` if the dependency or a version is missing; `CancellationError`.
    package init(
        _ name: String, of repository: GitRepository, good: String, bad: String?, builds: RevisionBuilds
    ) async throws {
        pin = try PackagePin(name, in: repository.root)
        commit = try await repository.commit("HEAD")
        self.builds = builds
        guard let last = bad ?? pin.version else {
            throw Failure(.harness, "\(pin.identity) has no version in Package.resolved: give one with --bad")
        }
        let versions = try PackageVersion.range(
            after: good, upTo: last, among: try await GitRepository.tags(of: pin.location), of: pin.identity)
        self.good = Bisection.Revision(name: "\(pin.identity) \(good)")
        revisions = versions.map { [pin] in Bisection.Revision(name: "\(pin.identity) \($0.text)") }
    }

    package func measure(_ revision: Bisection.Revision) async throws -> MeasuredRevision {
        let version = String(revision.name.dropFirst(pin.identity.count + 1))
        let resolve = Command(program: "swift", arguments: ["package", "resolve"])
        // A version of a dependency that is not checked out yet cannot be chosen.
        var choose = resolve
        choose.arguments += [pin.identity, "--version", version]
        return try await builds.measure(
            commit, as: "\(commit)-\(pin.identity)-\(version)", preparation: [resolve, choose])
    }

    package func manifestChanges(from one: Bisection.Revision, to other: Bisection.Revision) async throws -> String {
        // What changed is the version; the manifest stays.
        ""
    }
}
