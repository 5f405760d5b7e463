#pragma once

// The module map beside this file declares the submodule `CoreImage.CIFilterBuiltins`, which programs import by name. It has no declarations: the
// filters are declared in Swift, in the module `CoreImage`.
