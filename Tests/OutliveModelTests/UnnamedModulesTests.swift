import OutliveModel
import Testing

@Suite struct UnnamedModulesTests {
    private func note(
        _ modules: [(String, UnnamedModules.Reason)], since moment: UnnamedModules.Moment = .snapshot
    ) -> String? {
        var unnamed = UnnamedModules()
        for (path, reason) in modules { unnamed.add(path, reason) }
        return unnamed.note(since: moment)
    }

    @Test func `A note names the modules, the reason and the remedy`() {
        let remedy = "keep the program as it was, or name a folder with a copy at the same path by --sysroot"
        #expect(note([]) == nil)
        #expect(
            note([("/srv/app", .rebuilt)])
                == "no function names of /srv/app: it was rebuilt since the snapshot; \(remedy)")
        #expect(note([("/srv/app", .missing)]) == "no function names of /srv/app: it is missing; \(remedy)")
        #expect(
            note([("/srv/app", .rebuilt)], since: .run)
                == "no function names of /srv/app: it was rebuilt since the run; keep the program as it was until its "
                + "report is made")
        #expect(
            note([("/a", .rebuilt), ("/b", .missing), ("/a", .missing)])
                == "no function names of /a, /b: they were rebuilt since the snapshot, or are missing; \(remedy)")
        #expect(
            note((1...5).map { ("/lib\($0)", .missing) })
                == "no function names of /lib1, /lib2, /lib3 and 2 more: they are missing; \(remedy)")
        #expect(note([("/a\n\u{1B}[2J", .missing)])?.contains("\n") == false)
    }
}
