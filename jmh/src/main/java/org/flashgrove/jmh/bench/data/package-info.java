/** Entries and queries of a comparison, the same for all peers. */
package org.flashgrove.jmh.bench.data;
