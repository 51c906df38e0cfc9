/**
 * Directories and files on a simulated device. The I/O of a store on such a device is measured in
 * virtual time.
 */
package org.flashgrove.simulator.store;
