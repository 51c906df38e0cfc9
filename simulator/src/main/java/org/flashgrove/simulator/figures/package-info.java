/** What devices report: origins and kinds of operations, counts, latencies. */
@NullMarked
package org.flashgrove.simulator.figures;

import org.jspecify.annotations.NullMarked;
