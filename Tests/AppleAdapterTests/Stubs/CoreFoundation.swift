// swift-format-ignore-file
// Stands in for Apple's module CoreFoundation, in front of the one that Foundation has on Linux.
@_exported public import CCoreFoundation
