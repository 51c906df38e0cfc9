/** Which block garbage collection takes next. */
package org.flashgrove.simulator.gc;
