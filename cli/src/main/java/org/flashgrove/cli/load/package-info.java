/**
 * Commands {@code build}, {@code add} and {@code demo}. They create structures and fill them with
 * the rows of files. Afterwards, {@code build} and {@code demo} can run queries on these
 * structures.
 */
package org.flashgrove.cli.load;
