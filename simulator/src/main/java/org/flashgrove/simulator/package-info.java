/** Simulated devices in virtual time. Equal sequences of requests give equal statistics. */
package org.flashgrove.simulator;
