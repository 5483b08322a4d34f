#pragma once
#include "outl_signal.h"
