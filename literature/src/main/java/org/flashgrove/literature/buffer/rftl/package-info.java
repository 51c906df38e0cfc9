/** RFTL (Wu, Chang and Kuo, ACM GIS 2003): a node is what its units of change make of it. */
package org.flashgrove.literature.buffer.rftl;
