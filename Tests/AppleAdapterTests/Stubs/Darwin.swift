// swift-format-ignore-file
// Stands in for Apple's module Darwin. The adapters only test whether it can be imported.
