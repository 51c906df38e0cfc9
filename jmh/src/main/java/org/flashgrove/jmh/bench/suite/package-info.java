/**
 * Suites of the benchmark: Flashgrove's own suites, and benchmarks published by the makers of other
 * indexes. They run for all peers.
 */
package org.flashgrove.jmh.bench.suite;
