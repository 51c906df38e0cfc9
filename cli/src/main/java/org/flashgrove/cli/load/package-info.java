/**
 * Commands {@code build}, {@code add} and {@code demo}. They create structures, fill them with the
 * rows of files, and may query them.
 */
package org.flashgrove.cli.load;
