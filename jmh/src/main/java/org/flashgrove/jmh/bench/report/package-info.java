/** Reports of a benchmark: tables, plots, and ratios compared with their targets. */
package org.flashgrove.jmh.bench.report;
