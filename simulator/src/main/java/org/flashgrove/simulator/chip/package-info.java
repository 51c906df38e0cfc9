/** NAND flash chips: rules, states, wear, errors, and known chip types by name. */
package org.flashgrove.simulator.chip;
