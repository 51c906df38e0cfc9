/** Distances in metres between longitudes and latitudes on the ellipsoid WGS 84. */
package org.flashgrove.access.geodesic;
