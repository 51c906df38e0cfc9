/** The sides of a comparison: one file and one line in {@link Peers} each. */
package org.flashgrove.jmh.bench.peer;
