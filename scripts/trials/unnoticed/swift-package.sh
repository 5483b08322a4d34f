# needs: swift
# a Swift program that starts compilers and locks files
mkdir -p Sources/name && echo 'print("hello")' >Sources/name/main.swift
cat >Package.swift <<'END'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "name", targets: [.executableTarget(name: "name")])
END
swift package --disable-sandbox dump-package | jq -r '.targets[].name'
swift package nonsense 2>&1 | head -n 1
