/** Files of a geometry as well-known text a line. */
package org.flashgrove.datasets.wkt;
