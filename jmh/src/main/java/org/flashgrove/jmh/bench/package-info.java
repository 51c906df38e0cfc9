/**
 * Implementation of the command {@code bench}. It measures each peer (library or index) in a
 * separate process and compares the results.
 */
package org.flashgrove.jmh.bench;
