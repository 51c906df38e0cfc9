/** OpenStreetMap in PBF: buildings, highways and points of interest. */
package org.flashgrove.datasets.osm;
