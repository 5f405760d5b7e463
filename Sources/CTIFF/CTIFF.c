#include "CTIFF.h"
