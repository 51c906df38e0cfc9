/** Statistics of devices: origins and kinds of operations, counts and latencies. */
@NullMarked
package org.flashgrove.simulator.figures;

import org.jspecify.annotations.NullMarked;
