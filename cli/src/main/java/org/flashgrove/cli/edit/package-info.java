/**
 * Commands that change a structure by the rows of files: {@code insert}, {@code update} and {@code
 * delete}. A row is acknowledged when its change is durable.
 */
package org.flashgrove.cli.edit;
