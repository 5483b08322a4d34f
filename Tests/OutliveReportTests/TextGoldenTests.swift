import OutliveModel
import OutliveReport
import Testing

/// Whole reports as text, line by line.
@Suite struct TextGoldenTests {
    @Test func `A clean run equals its golden text`() {
        expect(
            .clean,
            #"""
            Outlive 0.1.0: reset compared with relaunch
              launch      note-service --port {port} --data {dir}/notes.json
              ready       notify
              reset       signal:SIGRTMIN+1, done: notify
              work        http:http://127.0.0.1:{port}/work
              probe       http:http://127.0.0.1:{port}/state
              plan        20 pairs after 2 of warm-up, a soak of 50 resets, seed 42
              instances   two: one always relaunched, one always reset
              machine     Debian GNU/Linux 12, x86_64, Example CPU, 2 processors, 8.0 GB
              started     2026-01-02T03:04:05Z

            Time to ready     n     median        min        max        MAD  outliers
              relaunch       20     701 ms     689 ms     731 ms    6.10 ms         0
                stop         20    12.1 ms    11.3 ms    14.1 ms     400 µs         0
                start        20     689 ms     677 ms     719 ms    6.00 ms         0
              reset          20    94.7 ms    90.2 ms     131 ms    1.10 ms         1
              ping           20     213 µs     189 µs     273 µs    12.0 µs         0

              reset is 7.4x faster, 95 % CI 7.1-7.8
              a reset instead of a relaunch saves 61 s per 100 resets

            Soak: 50 resets         first      last   per reset           95 % CI
              reset time          94.8 ms   95.1 ms    +0.30 µs     -1.00 to 1.50  no growth
              resident memory     48.1 MB   48.1 MB      +100 B         90 to 110 negligible
              live components           9         9           0            0 to 0  no growth
              threads                   6         6           0            0 to 0  no growth
              descriptors              14        14           0           too few    unknown

            Leaks: none; nothing outlived a reset

            State: the probe printed the same after every reset as after a launch

            Reset: reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 0 fallbacks; 0 \#
            leaks
            """#)
    }

    @Test func `A run with every verdict equals its golden text`() {
        expect(
            .leaking,
            #"""
            Outlive 0.1.0: reset compared with relaunch
              launch      note-service --port {port} --data {dir}/notes.json
              ready       notify
              reset       signal:SIGRTMIN+1, done: notify
              work        http:http://127.0.0.1:{port}/work
              probe       http:http://127.0.0.1:{port}/state
              plan        20 pairs after 2 of warm-up, a soak of 50 resets, seed 42
              instances   two: one always relaunched, one always reset
              machine     Debian GNU/Linux 12, x86_64, Example CPU, 2 processors, 8.0 GB
              started     2026-01-02T03:04:05Z

            Time to ready     n     median        min        max        MAD  outliers
              relaunch       20     701 ms     689 ms     731 ms    6.10 ms         0
                stop         20    12.1 ms    11.3 ms    14.1 ms     400 µs         0
                start        20     689 ms     677 ms     719 ms    6.00 ms         0
              reset          20    94.7 ms    90.2 ms     131 ms    1.10 ms         1
              ping           20     213 µs     189 µs     273 µs    12.0 µs         0

              reset is 7.4x faster, 95 % CI 7.1-7.8
              a reset instead of a relaunch saves 61 s per 100 resets

            Soak: 50 resets         first      last   per reset           95 % CI
              reset time          94.8 ms   95.1 ms    +0.30 µs     -1.00 to 1.50  no growth
              resident memory     48.1 MB   48.7 MB    +12.1 kB      11.0 to 13.2      grows
              live components          10        59          +1            1 to 1      grows
              threads                   6         6           0            0 to 0  no growth
              descriptors              14        14           0           too few    unknown

            Leaks: 1 cause (72 objects), 1 suspect, 1 retained, 1 late, 1 expected
              1  LEAK  Session.onEvent keeps 72 session
                 Capture self weakly ([weak self]), or clear the closure in teardown.
                 kept alive by
                   static App.shared
                   └ Session.onEvent  <- cut here
                     └ closure in Feed.start
                       └ Session
                 type        NoteService.Session
                 registered  NoteService/SessionStore.swift:88
                 born        72 in generations 1-72, the oldest outlived 72 resets
                 by reset    1 2 3 4 5 6 7 8 … 69 70 71 72 (first 2: warm-up)
                 late        others were released while settling, the last after 604 ms
                 references  2 strong at the last check, a hint only
                 backtrace
                   Session.init(store:)          …/Sources/NoteService/Session.swift:31
                   SessionStore.open(user:)      …/Sources/NoteService/SessionStore.swift:88
                   closure #1 in Server.start()  …/Sources/NoteService/Server.swift:41
                   closure #2 in Server.start()  …/Sources/NoteService/Server.swift:42
                   closure #3 in Server.start()  …/Sources/NoteService/Server.swift:43
                   closure #4 in Server.start()  …/Sources/NoteService/Server.swift:44
                   closure #5 in Server.start()  …/Sources/NoteService/Server.swift:45
                   closure #6 in Server.start()  …/Sources/NoteService/Server.swift:46
                   … 3 more in the JSON report
                 fingerprint 6f1c3a

              2  SUSPECT  Feed: 1 alive
                 Find what refers to it, and release it.
                 Too few resets to distinguish a leak from a cache: run more pairs or a
                 soak.
                 type        NoteService.Feed
                 registered  NoteService/SessionStore.swift:12
                 born        1 in generation 2, outlived 1 reset
                 by reset    0 1
                 backtrace
                   note-service+0x1f2e (38c0f7eba35051c9)
                   ?+0x10
                 fingerprint 3a64aef144dd8da6

              retained  cache  3 alive  NoteService/SessionStore.swift:40
                Bounded, perhaps a cache. If meant to stay, track it with .process(reason:).
              late  NoteService.Timer    NoteService/SessionStore.swift:3
                Released while settling, after 41.9 ms: not a leak, nothing to do.
              expected  log  1 alive  NoteService/SessionStore.swift:7
                Meant to stay: one log file for the process

            State: the probe printed the same after every reset as after a launch

            Notes
              - addresses named: 31 by /usr/bin/llvm-symbolizer, 1 by none

            Restart: objects outlive the reset; reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 0 fallbacks; 1 \#
            leak; 1 suspect
            """#)
    }

    @Test func `Surviving state equals its golden text`() {
        expect(
            .bleeding,
            #"""
            Outlive 0.1.0: reset compared with relaunch
              launch      note-service --port {port} --data {dir}/notes.json
              ready       notify
              reset       signal:SIGRTMIN+1, done: notify
              work        http:http://127.0.0.1:{port}/work
              probe       http:http://127.0.0.1:{port}/state
              plan        20 pairs after 2 of warm-up, a soak of 50 resets, seed 42
              instances   two: one always relaunched, one always reset
              machine     Debian GNU/Linux 12, x86_64, Example CPU, 2 processors, 8.0 GB
              started     2026-01-02T03:04:05Z

            Time to ready     n     median        min        max        MAD  outliers
              relaunch       20     701 ms     689 ms     731 ms    6.10 ms         0
                stop         20    12.1 ms    11.3 ms    14.1 ms     400 µs         0
                start        20     689 ms     677 ms     719 ms    6.00 ms         0
              reset          20    94.7 ms    90.2 ms     131 ms    1.10 ms         1
              ping           20     213 µs     189 µs     273 µs    12.0 µs         0

              reset is 7.4x faster, 95 % CI 7.1-7.8
              a reset instead of a relaunch saves 61 s per 100 resets

            Soak: 50 resets         first      last   per reset           95 % CI
              reset time          94.8 ms   95.1 ms    +0.30 µs     -1.00 to 1.50  no growth
              resident memory     48.1 MB   48.1 MB      +100 B         90 to 110 negligible
              live components           9         9           0            0 to 0  no growth
              threads                   6         6           0            0 to 0  no growth
              descriptors              14        14           0           too few    unknown

            Leaks: not watched: the application does not use Outlive's registry

            State survived the reset: the probe output differs from that after a launch
              first seen after reset 3, and after 18 resets in all
                --- after a launch
                +++ after reset 3
                @@ -3,10 +3,11 @@
                 note 3: kept
                 note 4: kept
                 note 5: kept
                -note 6: kept
                +note 6: changed
                 note 7: kept
                 note 8: kept
                 note 9: kept
                +session: alice
                 note 10: kept
                 note 11: kept
                 note 12: kept
              first seen after reset 4, and after 1 reset in all
                --- after a launch
                +++ after reset 4
                @@ -1,1 +1,1 @@
                -…xxxxxxxx","cache":0}
                +…xxxxxxxx","cache":17}

            Restart: state survived the reset; reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 0 fallbacks; \#
            leaks not watched
            """#)
    }

    @Test func `A failure before any measurement, on one instance at a time, equals its golden text`() {
        expect(
            .failed,
            #"""
            Outlive 0.1.0: reset compared with relaunch
              launch      note-service --port {port} --data {dir}/notes.json
              ready       notify
              reset       signal:SIGRTMIN+1, done: notify
              plan        20 pairs after 2 of warm-up, seed 42
              instances   one at a time: the command has no {port}, {dir} or {instance} that
                          would keep two apart
              machine     Debian GNU/Linux 12, x86_64, Example CPU, 2 processors, 8.0 GB
              started     2026-01-02T03:04:05Z

            2 failures
              reset failed: the reset of instance 1 was not acknowledged in 30 s: see what
                it printed, or raise --timeout
                the application printed last:
                | starting
                | \e[31mboom\e[0m
                |     at line 9
              harness: the report could not be written: no space left

            Leaks: not watched: the run failed before anything was measured

            no result: the reset of instance 1 was not acknowledged in 30 s: see what it printed, or raise --timeout
            """#)
    }

    @Test func `An interrupted run with a slower reset, too few pairs and a missed gate equals its golden text`() {
        expect(
            .interruptedEarly,
            #"""
            Outlive 0.1.0: reset compared with relaunch
              launch      note-service --port {port} --data {dir}/notes.json
              ready       notify
              reset       signal:SIGRTMIN+1, done: notify
              plan        20 pairs after 2 of warm-up, a soak of 50 resets, seed 42
              instances   one at a time: the command has no {port}, {dir} or {instance} that
                          would keep two apart
              machine     Debian GNU/Linux 12, x86_64, Example CPU, 2 processors, 8.0 GB
              started     2026-01-02T03:04:05Z
              stopped     by an interrupt: the figures cover what was measured until then

            Time to ready     n     median        min        max        MAD  outliers
              relaunch        3     400 ms     380 ms     450 ms    10.0 ms         0
                stop          3     100 ms    96.0 ms     110 ms    2.00 ms         0
                start         3     300 ms     280 ms     350 ms    10.0 ms         0
              reset           3     520 ms     480 ms     620 ms    20.0 ms         0

              reset is not clearly faster or slower, no interval under 6 pairs
              gate: the interval must reach 1.5x: missed

            Soak: 1 reset, too few to judge growth, which takes 8
              1 reset failed and fell back to a relaunch, which starts a new process

            Leaks: none; nothing outlived a reset

            Unknown: reset not clearly faster or slower than relaunch, no interval under 6 pairs (3 pairs); 1 \#
            fallback; 0 leaks; under the gate of 1.5x; interrupted
            """#)
    }

    private func expect(_ report: Report, _ golden: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = report.text()
        // The first line that differs says more than two whole texts.
        for (line, expected) in zip(text.split(separator: "\n"), golden.split(separator: "\n")) {
            #expect(line == expected, sourceLocation: sourceLocation)
        }
        #expect(text == golden + "\n", sourceLocation: sourceLocation)
    }
}
