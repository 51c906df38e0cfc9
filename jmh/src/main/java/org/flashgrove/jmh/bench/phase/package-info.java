/** Phases of the benchmark. To add a phase, write a class and list it in {@link Phases}. */
package org.flashgrove.jmh.bench.phase;
