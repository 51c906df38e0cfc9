/** Measurements of one peer: clocks, counts, answers and the queries they are taken with. */
package org.flashgrove.jmh.bench.measure;
