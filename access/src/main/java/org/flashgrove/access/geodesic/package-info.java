/**
 * Distances in metres between longitudes and latitudes on the ellipsoid WGS 84. Begin with {@link
 * org.flashgrove.access.geodesic.GeodesicMetric}.
 */
package org.flashgrove.access.geodesic;
