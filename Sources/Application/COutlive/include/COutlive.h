#pragma once

#include "outl_cfi.h"
#include "outl_image.h"
#include "outl_object.h"
#include "outl_processor.h"
#include "outl_profile.h"
#include "outl_signal.h"
#include "outl_stack.h"
#include "outl_stack_table.h"
#include "outl_unwind.h"
