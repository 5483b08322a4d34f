#pragma once

/// Nothing: this module has no interface for Swift. Other C modules include the headers of its folders by their paths,
/// such as `File/content.h`. The package manager requires a folder of public headers.
