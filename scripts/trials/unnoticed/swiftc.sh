# needs: swiftc
# a compiler with parts in Swift, and what it built
cat >program.swift <<'END'
import Foundation
let tasks = (1...8).map { number in Task { number * number } }
var sum = 0
for task in tasks { sum += await task.value }
print(sum, try JSONSerialization.data(withJSONObject: [1, 2]).count)
let child = Process()
child.executableURL = URL(fileURLWithPath: "/bin/sh")
child.arguments = ["-c", "exit 6"]
try child.run()
child.waitUntilExit()
print(child.terminationStatus)
fatalError("on purpose")
END
swiftc -parse-as-library -typecheck program.swift
echo "$?"
swiftc -o program program.swift && SWIFT_BACKTRACE=enable=no ./program
