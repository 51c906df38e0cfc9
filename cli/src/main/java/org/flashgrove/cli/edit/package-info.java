/**
 * Commands {@code insert}, {@code update} and {@code delete}, which change a structure by the rows
 * of files. With {@code --acks} a row is acknowledged when its change is durable.
 */
package org.flashgrove.cli.edit;
