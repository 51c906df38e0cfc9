/**
 * Devices that lose power, fail and lie, and the driver that cuts a workload at every call to them.
 */
package org.flashgrove.storage.crash;
