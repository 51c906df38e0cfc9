/**
 * RFTL (Wu, Chang and Kuo, ACM GIS 2003): a node is the result of replaying its units of change.
 */
package org.flashgrove.literature.buffer.rftl;
