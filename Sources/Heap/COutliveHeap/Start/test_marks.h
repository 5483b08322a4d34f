#pragma once

/// The moments at which tests begin and end, and at which variables are initialised, in a run of tests.

#include "Base/base.h"

#if OUTL_HEAP_SERVED

/// Starts to capture the state of the program at each moment. Called once, by the constructor.
void outl_test_marks_begin(void);

#endif
