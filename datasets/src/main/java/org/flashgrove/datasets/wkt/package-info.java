/** Text files with one WKT geometry on each line. */
package org.flashgrove.datasets.wkt;
