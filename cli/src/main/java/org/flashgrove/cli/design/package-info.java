/**
 * What a store, a structure or a table is made as: options that become a design, {@code create},
 * and {@code settings}, which lists what a design may say.
 */
package org.flashgrove.cli.design;
