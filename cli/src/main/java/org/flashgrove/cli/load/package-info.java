/**
 * Commands {@code build}, {@code add} and {@code demo}. They create structures and fill them with
 * the rows of files. They may also run queries on them.
 */
package org.flashgrove.cli.load;
