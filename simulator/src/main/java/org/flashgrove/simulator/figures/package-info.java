/** What devices report: origins and kinds of operations, counts, latencies. */
package org.flashgrove.simulator.figures;
