/**
 * {@code insert}, {@code update} and {@code delete}: rows of a file become changes of a structure,
 * acknowledged when they are durable.
 */
package org.flashgrove.cli.change;
