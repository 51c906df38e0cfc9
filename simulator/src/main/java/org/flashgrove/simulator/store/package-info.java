/**
 * Directories and files on a simulated device, for stores whose I/O is measured in virtual time.
 */
package org.flashgrove.simulator.store;
