/**
 * Peers of the benchmark, which are libraries and indexes to measure. To add a peer, write a class
 * and list it in {@link Peers}.
 */
package org.flashgrove.jmh.bench.peer;
