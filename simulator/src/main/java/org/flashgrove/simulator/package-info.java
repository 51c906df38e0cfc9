/** Simulated devices in virtual time. Equal requests give equal statistics. */
package org.flashgrove.simulator;
