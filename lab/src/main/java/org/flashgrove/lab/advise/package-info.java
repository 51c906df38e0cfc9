/** Advice which configuration to use: trials on the simulator, what is left of them, and why. */
package org.flashgrove.lab.advise;
