/** RFTL (Wu, Chang and Kuo, ACM GIS 2003), in which reading a node replays its units of change. */
package org.flashgrove.literature.buffer.rftl;
