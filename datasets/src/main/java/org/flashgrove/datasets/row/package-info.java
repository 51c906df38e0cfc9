/** Files whose features can be read by row number. */
package org.flashgrove.datasets.row;
