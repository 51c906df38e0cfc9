/** Measurements of a peer: clocks, I/O counters, answers and queries. */
package org.flashgrove.jmh.bench.measure;
