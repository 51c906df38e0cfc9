/**
 * Implementation of the command {@code bench}, which measures each peer in a separate process and
 * compares them.
 */
package org.flashgrove.jmh.bench;
