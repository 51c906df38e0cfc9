/** What is measured of every peer: one file and one line in {@link Phases} each. */
package org.flashgrove.jmh.bench.phase;
