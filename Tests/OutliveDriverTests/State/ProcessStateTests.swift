import Glibc
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct ProcessStateTests {
    @Test func `A program that is not running has no state`() async throws {
        try await withApplication(configuration()) { application in
            #expect(await application.state() == nil)
            _ = try await application.start()
            #expect(await application.state() != nil)
            let child = try #require(await application.processRun?.child)
            kill(child.processID, SIGKILL)
            _ = try await child.exit.get()
            #expect(await application.state() == nil)
            _ = try await application.stop()
            #expect(await application.state() == nil)
        }
    }

    @Test func `A program that is ready when it has ended does not exist between requests`() async throws {
        try await withApplication(configuration(launch: "true", ready: "exit")) { application in
            _ = try await application.start()
            #expect(await application.state() == nil)
        }
    }

    @Test
    func `A shell's children are its own, and the launching shell is none of its program's`()
        async throws
    {
        let script = "sleep 1000 & (sleep 1000 & exec sleep 1000) & echo up; wait"
        try await withApplication(configuration(launch: shell(script))) { application in
            _ = try await application.start()
            // The shell's copies take the name of what they run a little later.
            let children: [String: ProcessState.Fact] = try await pollUntilAnswered {
                let children = try #require(await application.state()?.facts[.children])
                return children["sleep"] == .count(3) ? children : nil
            }
            #expect(children == ["sleep": .count(3)])
        }
        let wrapped = "sh -c \"" + fixture + " aware good; true\""
        try await withApplication(configuration(launch: wrapped, ready: "notify", reset: "signal:RTMIN+1")) {
            _ = try await $0.start()
            let state = try #require(await $0.state())
            #expect(state.facts[.children] == [:])
            #expect(state.facts[.threads]?["outlive-fixture"] != nil)
        }
    }

    @Test func `A process that left its parent but stayed in the group is a child`() async throws {
        let script = "sh -c \"sleep 1000 &\"; echo up; exec sleep 1000"
        try await withApplication(configuration(launch: shell(script))) { application in
            _ = try await application.start()
            let children: [String: ProcessState.Fact] = try await pollUntilAnswered {
                let children = try #require(await application.state()?.facts[.children])
                return children["sleep"] == nil ? nil : children
            }
            #expect(children == ["sleep": .count(1)])
        }
    }

    @Test(arguments: [nil, 8, UInt64.max])
    func `The current environment is unknown if it cannot be found`(address: UInt64?) {
        #expect(ProcessFiles(processID: getpid()).currentEnvironment(environAt: address) == nil)
    }

    @Test func `The facts of a missing process are absent`() {
        let files = ProcessFiles(processID: .max)
        #expect(Descriptor.all(of: files) == nil)
        #expect(files.threads == nil)
        #expect(files.currentEnvironment(environAt: 8) == nil)
        #expect(Socket.all(of: files, wanted: [1: "tcp"], ports: PortNames(chosen: nil)) == nil)
    }

    @Test func `A shell has the descriptors, directory and mask that it was given`() async throws {
        let script = "cd {dir}; umask 027; exec 7>notes.log; trap : USR1; trap \"\" USR2; echo up; sleep 1000; true"
        try await withApplication(configuration(launch: shell(script))) { application in
            _ = try await application.start()
            let state = try #require(await application.state())
            #expect(state.facts[.descriptors]?["file {dir}/notes.log"] == .count(1))
            #expect(state.facts[.descriptors]?["device /dev/null"] == .count(1))
            #expect(state.facts[.descriptors]?["pipe"] == .count(2))
            #expect(state.facts[.directory]?["working directory"] == .setting("{dir}"))
            #expect(state.facts[.umask] == ["umask": .setting("0027")])
            #expect(state.facts[.signals]?["USR1"] == .setting("caught"))
            #expect(state.facts[.signals]?["USR2"] == .setting("ignored"))
            #expect(state.facts[.listeners] == [:])
        }
    }
}
