/**
 * {@code query}, {@code nearest}, {@code join} and {@code scan}: questions, their answers in the
 * formats of results, and the comparison of answers with a scan of the data.
 */
package org.flashgrove.cli.query;
