/** Victim policies: selection of blocks for garbage collection. */
package org.flashgrove.simulator.gc;
