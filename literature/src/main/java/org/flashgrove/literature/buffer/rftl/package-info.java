/**
 * RFTL (Wu, Chang and Kuo, ACM GIS 2003), a buffer that stores changes of nodes as units. Reading a
 * node replays its units.
 */
package org.flashgrove.literature.buffer.rftl;
