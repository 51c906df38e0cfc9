/** NAND flash chips: rules, states, wear, errors, and known parts by name. */
package org.flashgrove.simulator.chip;
