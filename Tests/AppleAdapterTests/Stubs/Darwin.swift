// swift-format-ignore-file
// Stands in for Apple's module Darwin, by which the adapters tell its platforms; they use nothing of it.
