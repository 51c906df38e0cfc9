/** Peers of the benchmark. To add a peer, write a class and list it in {@link Peers}. */
package org.flashgrove.jmh.bench.peer;
