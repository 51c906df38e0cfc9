/**
 * Phases of the benchmark. A phase is one kind of measurement. To add a phase, write a class and
 * list it in {@link Phases}.
 */
package org.flashgrove.jmh.bench.phase;
