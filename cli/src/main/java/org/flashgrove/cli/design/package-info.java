/**
 * Options that become a design, the command {@code create}, and the command {@code settings}, which
 * lists all settings of a design.
 */
package org.flashgrove.cli.design;
