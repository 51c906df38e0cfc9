/**
 * Commands {@code insert}, {@code update} and {@code delete}. They change a structure; each row of
 * the input files is one change. With {@code --acks} the id of a row is printed when its change is
 * durable.
 */
package org.flashgrove.cli.edit;
