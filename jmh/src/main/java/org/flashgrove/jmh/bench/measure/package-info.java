/**
 * Measurements of a peer, a library in the benchmark: clocks, I/O counters, answers and queries.
 */
package org.flashgrove.jmh.bench.measure;
