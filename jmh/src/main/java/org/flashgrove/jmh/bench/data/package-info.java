/** Data sets and queries of a benchmark, which are the same for all peers. */
package org.flashgrove.jmh.bench.data;
