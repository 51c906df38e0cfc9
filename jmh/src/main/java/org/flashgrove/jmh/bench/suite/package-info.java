/** Benchmarks as the makers of indices published them, for all peers. */
package org.flashgrove.jmh.bench.suite;
