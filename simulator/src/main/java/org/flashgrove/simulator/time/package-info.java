/** Virtual time: which operation starts when, on which die and channel. */
package org.flashgrove.simulator.time;
