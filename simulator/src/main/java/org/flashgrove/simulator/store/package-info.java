/**
 * Directories and files on a simulated device. Stores on them have their I/O measured in virtual
 * time.
 */
package org.flashgrove.simulator.store;
