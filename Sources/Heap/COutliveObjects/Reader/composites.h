#pragma once

/// The operators of mangled names that make a type of others.
///
/// Concurrency: a machine is for one thread.

#include "Reader/machine.h"

/// Makes a tuple of a list; its elements may be the parameters of a function.
void outl_composite_tuple(struct outl_machine *machine);

/// Makes a nominal type of one without arguments, and a list of arguments.
void outl_composite_nominal(struct outl_machine *machine);

/// Makes an optional, given the descriptor of optionals.
void outl_composite_optional(struct outl_machine *machine, uintptr_t optional);

/// Makes a function of a result, parameters and marks. `Reader/kinds.h` has the conventions.
void outl_composite_function(struct outl_machine *machine, uint32_t convention);

/// Makes an existential type of a list of protocols.
///
/// - superclass: Its metadata, or 0.
/// - is_class: `true` for `AnyObject`, and for compositions with it.
void outl_composite_existential(struct outl_machine *machine, uintptr_t superclass, bool is_class);

/// Makes a type such as `any P<T>` of a shape, and arguments.
void outl_composite_shaped(struct outl_machine *machine);
