/** OpenStreetMap PBF files with the layers buildings, highways and points of interest. */
package org.flashgrove.datasets.osm;
