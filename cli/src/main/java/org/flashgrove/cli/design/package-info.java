/**
 * Options for the design of a store, and the commands {@code create} and {@code settings}. The
 * command {@code settings} lists all settings of a design.
 */
package org.flashgrove.cli.design;
