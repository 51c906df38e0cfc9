/** Directories and files on a simulated device, for stores whose pages and logs are to be timed. */
package org.flashgrove.simulator.store;
