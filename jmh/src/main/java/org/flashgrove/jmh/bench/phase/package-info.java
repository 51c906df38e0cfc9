/** Phases of a benchmark: one file each, and one line in {@link Phases}. */
package org.flashgrove.jmh.bench.phase;
