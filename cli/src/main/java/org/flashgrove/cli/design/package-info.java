/**
 * Options for the design of a store, and the commands {@code create} and {@code settings}. The
 * latter lists all settings of a design.
 */
package org.flashgrove.cli.design;
