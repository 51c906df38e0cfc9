/**
 * {@code build}, {@code add} and {@code demo}: structures are made and filled with the rows of a
 * file, one by one or in bulk, and asked afterwards.
 */
package org.flashgrove.cli.load;
