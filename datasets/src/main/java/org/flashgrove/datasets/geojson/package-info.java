/** GeoJSON (RFC 7946), read and written feature by feature. */
package org.flashgrove.datasets.geojson;
