/**
 * Suites of the benchmark: Flashgrove's own suites, and suites published by the authors of other
 * indexes. Every suite runs for all peers (libraries and indexes).
 */
package org.flashgrove.jmh.bench.suite;
