/** Virtual time: start times of operations on dies and channels. */
package org.flashgrove.simulator.time;
