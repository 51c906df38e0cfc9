/** NAND flash chips: their rules, states, wear and errors, and the parts that are known by name. */
package org.flashgrove.simulator.chip;
