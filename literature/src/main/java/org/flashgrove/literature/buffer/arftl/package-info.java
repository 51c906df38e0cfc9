/** The aggregated RFTL (Pawlik and Macyna, 2012): aggregates beside the rectangles of nodes. */
package org.flashgrove.literature.buffer.arftl;
