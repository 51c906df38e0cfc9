/**
 * Commands {@code query}, {@code nearest}, {@code join} and {@code scan}, with their conditions,
 * output formats, and the comparison of results with a scan of the data.
 */
package org.flashgrove.cli.query;
