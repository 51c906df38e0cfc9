/** What was measured, side by side: tables, plots, and the ratios that are asked for. */
package org.flashgrove.jmh.bench.report;
