#include "CFilterBuiltins.h"
