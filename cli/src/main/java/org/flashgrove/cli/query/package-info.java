/**
 * Commands {@code query}, {@code nearest}, {@code join} and {@code scan}: conditions of queries,
 * formats of results, and the comparison of results with a scan of the data.
 */
package org.flashgrove.cli.query;
