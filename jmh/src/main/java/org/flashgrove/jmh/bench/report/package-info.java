/** Benchmark reports: tables, plots, and measured values compared with targets. */
package org.flashgrove.jmh.bench.report;
