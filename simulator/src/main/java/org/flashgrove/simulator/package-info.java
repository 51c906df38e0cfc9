/** Devices that do not exist, in virtual time; the same requests give the same figures. */
package org.flashgrove.simulator;
